import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  title: string;
  /** Also called for Escape. */
  close: () => void;
  children: ReactNode;
}

/** Modal while it is rendered. Closing it restores the focus. */
export function Dialog({ title, close, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Browsers would focus the first button, which closes the dialog or, worse, revokes a key.
    const start = dialog?.querySelector('input') ?? dialog?.querySelector('h2');
    start?.focus();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div className="dialog-head">
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="plain close" aria-label="Close" onClick={close}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3.5 3.5l9 9m0-9l-9 9" />
          </svg>
        </button>
      </div>
      {children}
    </dialog>
  );
}
