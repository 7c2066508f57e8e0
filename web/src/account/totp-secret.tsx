import { encode } from 'uqr';
import { CopyButton } from '../ui/copy-button.tsx';

/** The secret for an authenticator app, to scan or to type. */
export default function TotpSecret({ uri }: { uri: string }) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <div className="totp-secret">
      <QrCode text={uri} />
      <div>
        <p>Is the app on this device? Open it there, or type the secret:</p>
        <p>
          <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <p className="beside">
          <CopyButton text={secret} what="secret" />
          <a className="button quiet small" href={uri}>
            Open in an app
          </a>
        </p>
      </div>
    </div>
  );
}

/** Dark on white in both themes, because scanners expect it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('');
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app"
    >
      <rect width={size} height={size} />
      <path d={path} />
    </svg>
  );
}
