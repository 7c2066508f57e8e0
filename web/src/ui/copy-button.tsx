import { useEffect, useState } from 'react';

interface CopyButtonProps {
  text: string;
  /** What the button copies, for its accessible name: `key`, `curl line`. */
  what: string;
  copied?: () => void;
  /** Whether it is the main button of its panel. */
  prominent?: boolean;
}

const SAID_FOR_MILLISECONDS = 2000;

export function CopyButton({ text, what, copied, prominent = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'' | 'Copied' | 'Couldn’t copy'>('');

  useEffect(() => {
    if (outcome === '') return;
    const timer = setTimeout(() => setOutcome(''), SAID_FOR_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    const done = await copyText(text);
    setOutcome(done ? 'Copied' : 'Couldn’t copy');
    if (done) copied?.();
  }

  return (
    <button
      type="button"
      className={prominent ? 'button copy' : 'button quiet small copy'}
      onClick={() => void copy()}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {outcome === 'Copied' ? <path d="M3 8.5l3.2 3.2L13 5" /> : <path d={TWO_SHEETS} />}
      </svg>
      <span aria-live="polite">
        {outcome === '' ? 'Copy' : outcome}
        <span className="hidden"> {what}</span>
      </span>
    </button>
  );
}

const TWO_SHEETS =
  'M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M3.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z';

/** The clipboard interface exists only in secure contexts. Elsewhere this copies from a selection. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromSelection(text);
  }
}

function copyFromSelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'hidden';
  // Inside an open dialog, because nothing outside of it can be focused.
  (before?.closest('dialog') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
