import type { ReactNode } from 'react';

interface ScrollAreaProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** What may be larger than its place. It takes the focus, because the keyboard must be able to scroll it. */
export function ScrollArea({ label, className = '', children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={`scroll-area ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
