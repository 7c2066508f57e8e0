import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Key } from '../../../src/dashboard/interface.ts';
import { KEY_CARE } from '../../../src/service/keys/key-care.ts';
import { API_URL, BASE } from '../base.ts';
import { key as askForKey } from '../dashboard.ts';
import { type Issued, useSession } from '../session.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { downloadText } from '../ui/download.ts';
import { Tabs } from '../ui/tabs.tsx';
import { exactTime, Time } from '../ui/time.tsx';
import { firstRequest, snippets } from './snippets.ts';

interface IssuedKeyPanelProps {
  issued: Issued;
  /** Called when the first request with the key has arrived. */
  noticed: () => void;
  done: () => void;
}

/** A new key, while it can still be seen: to save it, try it, and see that it works. */
export function IssuedKeyPanel({ issued, noticed, done }: IssuedKeyPanelProps) {
  const { key, token, oldKeyEndsAt } = issued;
  const { operationId, path } = firstRequest(key);
  const [stored, setStored] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useWarningBeforeLoss(!stored);

  return (
    <section className="panel issued" aria-labelledby="issued-heading">
      <h2 id="issued-heading" ref={heading} tabIndex={-1}>
        Key “{key.name}” created
      </h2>
      <p>
        <strong>Copy this key now. You won’t be able to see it again.</strong>
        {oldKeyEndsAt !== undefined && <> {oldKeyRemark(oldKeyEndsAt)}</>}
      </p>
      <p>{KEY_CARE}</p>
      <div className="token">
        <code>{token}</code>
        <div className="token-actions">
          <CopyButton text={token} what="key" copied={() => setStored(true)} prominent />
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              downloadText(fileName(key), `# ${key.name}\n# ${KEY_CARE}\nLDS_API_KEY=${token}\n`);
              setStored(true);
            }}
          >
            Download
          </button>
        </div>
      </div>
      <h3>Try it</h3>
      <p>
        The examples read the key from the environment variable <code>LDS_API_KEY</code>, so that your source
        doesn’t contain it. The curl example sets it in your terminal; with <code>fields</code>, the response
        is one line. Or <a href={`${BASE}/reference/${operationId}`}>run a request in the browser</a>.
      </p>
      <Tabs
        label="Language"
        tabs={snippets(`${API_URL}${path}`, token).map(({ name, code }) => ({
          name,
          content: <CodeBlock code={code} what={`${name} example`} />,
        }))}
      />
      <FirstRequest id={key.id} noticed={noticed} />
      <p className="panel-end">
        <button type="button" className="button quiet" onClick={done}>
          I’ve saved it
        </button>
      </p>
    </section>
  );
}

const POLL_MILLISECONDS = 1500;

/** Checks for the first request with the key while the page is visible. */
function FirstRequest({ id, noticed }: { id: string; noticed: () => void }) {
  const [usedAt, setUsedAt] = useState<string | null>(null);
  const isStarting = useSession().state?.service.release === null;
  const tell = useRef(noticed);
  tell.current = noticed;

  useEffect(() => {
    if (usedAt !== null) return;
    const timer = setInterval(async () => {
      if (document.visibilityState !== 'visible') return;
      // After a failed request the next tick tries again.
      const key = await askForKey(id).catch(() => undefined);
      if (key?.last_used_at == null) return;
      setUsedAt(key.last_used_at);
      tell.current();
    }, POLL_MILLISECONDS);
    return () => clearInterval(timer);
  }, [id, usedAt]);

  return (
    <p className={usedAt === null ? 'first-request' : 'first-request works'} role="status">
      <span className="lamp" aria-hidden="true" />
      {usedAt === null ? (
        <span>
          {isStarting
            ? 'The data release is still being prepared: until it is ready, the API responds with 503. This page then notices the first request.'
            : 'Waiting for the first request. This page updates by itself.'}
        </span>
      ) : (
        <span>
          <strong>Your key works.</strong> First request <Time at={usedAt} />.{' '}
          <Link href="/usage">See its usage</Link>
        </span>
      )}
    </p>
  );
}

function oldKeyRemark(endsAt: string): string {
  return Date.parse(endsAt) <= Date.now()
    ? 'The old key has stopped working.'
    : `The old key works until ${exactTime(endsAt)}.`;
}

function fileName({ name }: Key): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `${slug === '' ? 'location-data-service' : slug}.env`;
}

/** Makes the browser ask before it closes a page whose key was neither copied nor downloaded. */
function useWarningBeforeLoss(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);
}
