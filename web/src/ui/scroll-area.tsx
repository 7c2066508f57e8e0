import type { ReactNode } from 'react';

interface ScrollAreaProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Scrolls content that may not fit. It can be focused, so that the keyboard can scroll it. */
export function ScrollArea({ label, className = '', children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={`scroll-area ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
