import { type ReactNode, useEffect } from 'react';

interface PageProps {
  title: string;
  /** The title of the browser tab, if it differs from the heading. */
  tabTitle?: string;
  /** Shown beside the heading, for example the page's main button. */
  aside?: ReactNode;
  /** For forms and short texts. */
  narrow?: boolean;
  className?: string;
  children: ReactNode;
}

/** Focuses the heading of the page, for when the focused element disappears. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/** Whether a page was shown before. The browser itself focuses the first one. */
let arrived = false;

/** A page with its heading, which gets the focus after navigation; the first field gets it on a page that is a form. */
export function Page({
  title,
  tabTitle = title,
  aside,
  narrow = false,
  className = '',
  children,
}: PageProps) {
  useEffect(() => {
    document.title = `${tabTitle}: Location Data Service`;
  }, [tabTitle]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page appears
  useEffect(() => {
    const field = narrow ? document.querySelector<HTMLElement>('main .field input') : null;
    if (field !== null) field.focus({ preventScroll: true });
    else if (arrived) focusHeading();
    if (arrived) window.scrollTo(0, 0);
    arrived = true;
  }, []);

  return (
    <div className={`page ${narrow ? 'narrow' : ''} ${className}`}>
      <div className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {aside}
      </div>
      {children}
    </div>
  );
}
