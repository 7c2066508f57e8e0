import { type ReactNode, useEffect } from 'react';

interface PageProps {
  title: string;
  /** What the browser's tab says, where that is more than the heading. */
  tabTitle?: string;
  /** Beside the heading, such as the page's main button. */
  aside?: ReactNode;
  /** For forms and short texts. */
  narrow?: boolean;
  className?: string;
  children: ReactNode;
}

/** For when what had the focus is gone. */
export function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/** Whether a page has been shown: the browser itself puts the focus on the first. */
let arrived = false;

/** A page with its heading, which receives the focus when one navigates to it. */
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

  useEffect(() => {
    if (arrived) {
      focusHeading();
      window.scrollTo(0, 0);
    }
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
