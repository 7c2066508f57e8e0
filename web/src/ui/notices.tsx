import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';

const NotifyContext = createContext<(text: string) => void>(() => {});

const SHOWN_FOR_MILLISECONDS = 6000;

/** Says what was just done, in a corner and to screen readers. It disappears, so nothing important is said only here. */
export function Notices({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<{ text: string }>();
  const notify = useCallback((text: string) => setNotice({ text }), []);

  useEffect(() => {
    if (notice === undefined) return;
    const timer = setTimeout(() => setNotice(undefined), SHOWN_FOR_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <NotifyContext value={notify}>
      {children}
      <output className="notice">{notice?.text}</output>
    </NotifyContext>
  );
}

export function useNotify(): (text: string) => void {
  return use(NotifyContext);
}
