import { CopyButton } from '../ui/copy-button.tsx';
import { downloadText } from '../ui/download.ts';

/** New recovery codes. They are shown once, like a key. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <p>
        If you lose your phone, sign in with one of these codes. Each works once.{' '}
        <strong>Save them now: you won’t be able to see them again.</strong>
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="beside">
        <CopyButton text={text} what="recovery codes" prominent />
        <button
          type="button"
          className="button quiet"
          onClick={() => downloadText('location-data-service-recovery-codes.txt', text)}
        >
          Download
        </button>
        <button type="button" className="button quiet" onClick={done}>
          I’ve saved them
        </button>
      </p>
    </>
  );
}
