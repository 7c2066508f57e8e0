import { CopyButton } from '../ui/copy-button.tsx';
import { downloadText } from '../ui/download.ts';

/** Shown once, like a key. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <p>
        Without your phone, one of these lets you in. Each works once. They are{' '}
        <strong>shown this once</strong>.
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
          I have stored them
        </button>
      </p>
    </>
  );
}
