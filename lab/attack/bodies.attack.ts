/** The largest bodies that paths of accounts and dashboard accept, and larger ones: nobody else may have to wait for them. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Pool } from 'undici';
import { ACCOUNT_REQUESTS } from '../../src/service/accounts/account-requests.ts';
import { signedUp } from '../../test/support/accounts/browser-session.ts';
import { bearer, type Exchange, exchange } from '../../test/support/http/exchange.ts';
import { file } from '../../test/support/lifetime.ts';
import { briefly, curlLine, found } from './finding.ts';
import { attacked } from './target.ts';

/** The largest size of a body (docs/security.md). */
const LARGEST_BYTES = 64 * 1024;
/** How long others may wait for one request, including delays of a busy machine. */
const DELAY_MILLISECONDS = 100;
/** A delay with another cause does not come every time. */
const TRIES = 3;
/** After this time, the connection counts as hanging. */
const ANSWER_MILLISECONDS = 10_000;

const target = await attacked(file);
const { address, token } = target;
/** Requests with a session get further. */
const cookie = target.own === undefined ? undefined : (await signedUp({ server: { address } })).cookie;
const pool = new Pool(address, { connections: 2, pipelining: 1 });
after(() => pool.close());

const AGENT_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

const PATHS: readonly [method: string, path: string][] = [
  ...Object.keys(ACCOUNT_REQUESTS).map((path) => ['POST', `/auth${path}`] as [string, string]),
  ['POST', '/found-key'],
  ['POST', '/keys'],
  ['PATCH', '/keys/key_none'],
  ['POST', '/keys/key_none/rotate'],
  ['POST', '/keys/key_none/revoke'],
  ['DELETE', '/sessions/none'],
];

/** Each makes a body of this many bytes, or a few less. */
const SHAPES: Readonly<Record<string, (bytes: number) => string>> = {
  'an email address of many labels': (bytes) =>
    fields(bytes, (room) => ({ email: `${labels(room)}@example.org`, ...PASSWORDS })),
  'an email address of many at signs': (bytes) =>
    fields(bytes, (room) => ({ email: '@a'.repeat(room / 2), ...PASSWORDS })),
  'a long password': (bytes) =>
    fields(bytes / 3, (room) => {
      const password = 'Wombat7!'.repeat(room / 8);
      return { email: 'ada@example.org', password, newPassword: password, currentPassword: password };
    }),
  'long texts in every field': (bytes) =>
    fields(bytes / 6, (room) => {
      const text = 'ä'.repeat(room / 2);
      return { name: text, token: text, code: text, id: text, callbackURL: text, response: text };
    }),
  'deep nesting in a field': (bytes) =>
    `{"email":${'['.repeat(bytes / 2 - 50)}${']'.repeat(bytes / 2 - 50)},"response":{}}`,
  'deep nesting': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'many members': (bytes) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: bytes / 20 }, (_, n) => [`member${n}`, n]))),
  'one long text': (bytes) => JSON.stringify('a'.repeat(bytes - 2)),
};

const PASSWORDS = { password: 'wombat-lantern-48', newPassword: 'wombat-lantern-48' };

for (const [method, path] of PATHS) {
  for (const [size, bytes] of [
    ['largest', LARGEST_BYTES],
    ['larger', 2 * LARGEST_BYTES],
  ] as const) {
    test(`the ${size} bodies to ${method} ${path} delay nobody else, and are answered in order`, async (t) => {
      let longest = 0;
      for (const [shape, make] of Object.entries(SHAPES)) {
        const request = requestWith(method, make(bytes));
        let least = Number.POSITIVE_INFINITY;
        for (let tries = 0; tries < TRIES && least > DELAY_MILLISECONDS / 2; tries++) {
          const { status, delay } = await delayOf(`/dashboard${path}`, request).catch((error: unknown) =>
            found(`${method} ${path}, ${shape}: ${briefly(error)}`, reproducer(path, request)),
          );
          least = Math.min(least, delay);
          const expected = bytes > LARGEST_BYTES ? [413, 429, 401, 403, 404, 405, 415] : undefined;
          if (status >= 500 || (expected !== undefined && status !== 0 && !expected.includes(status)))
            found(`${method} ${path}, ${shape}, ${bytes} bytes: ${status}`, reproducer(path, request));
        }
        longest = Math.max(longest, least);
        if (least > DELAY_MILLISECONDS) {
          const what = `${method} ${path}, ${shape}: others waited ${Math.round(least)} ms`;
          found(what, reproducer(path, request));
        }
      }
      t.diagnostic(`others waited ${Math.round(longest)} ms at most`);
    });
  }
}

test('arguments of an agent that are nested as deep as a body allows are a 400', async () => {
  for (const [open, inner, close] of [
    ['[', '', ']'],
    ['{"a":', '{}', '}'],
  ] as const) {
    const levels = Math.floor((LARGEST_BYTES - 200) / (open.length + close.length));
    const nested = open.repeat(levels) + inner + close.repeat(levels);
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_place","arguments":{"place":${nested}}}}`;
    const headers = { ...bearer(token), ...AGENT_HEADERS };
    const { status } = await exchange(address, '/mcp', { method: 'POST', body, headers });
    if (status !== 400)
      found(
        `POST /mcp, ${levels} levels: ${status}`,
        curlLine(address, '/mcp', { method: 'POST', headers, body }),
      );
  }
});

test('the service answers as before', async () => {
  assert.equal((await exchange(address, '/v1/countries/portugal', { headers: bearer(token) })).status, 200);
});

function requestWith(method: string, body: string): Exchange {
  const headers: Record<string, string> = {
    Origin: address,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...(cookie === undefined ? {} : { Cookie: cookie }),
  };
  return { method, body, headers };
}

/** Sends it, and requests a look-up and `/healthz` until it gets a response. A status of 0 means that the server closed the connection. */
async function delayOf(path: string, request: Exchange): Promise<{ status: number; delay: number }> {
  const options = { ...request, signal: AbortSignal.timeout(ANSWER_MILLISECONDS) };
  let status: number | undefined;
  const answer = exchange(address, path, options).then(
    (answered) => answered.status,
    (error: NodeJS.ErrnoException) => {
      // The server need not read a body that is too large to its end.
      if (error.code === 'EPIPE' || error.code === 'ECONNRESET') return 0;
      throw error;
    },
  );
  const settled = answer.then((code) => {
    status = code;
  });
  let delay = 0;
  const asking = async (other: string, headers: Record<string, string>) => {
    do {
      const startedAt = performance.now();
      await (await pool.request({ path: other, method: 'GET', headers })).body.dump();
      delay = Math.max(delay, performance.now() - startedAt);
    } while (status === undefined && !options.signal.aborted);
  };
  await Promise.all([
    settled,
    asking('/healthz', {}),
    asking('/v1/countries/portugal', { authorization: `Bearer ${token}` }),
  ]);
  return { status: status ?? 0, delay };
}

/** Without the session: most bodies are read before it is checked. */
function reproducer(path: string, { method = 'POST', body = '' }: Exchange): string {
  const headers = { Origin: address, 'Content-Type': 'application/json' };
  return curlLine(address, `/dashboard${path}`, { method, headers, body });
}

function fields(bytes: number, make: (room: number) => Record<string, string>): string {
  return JSON.stringify(make(Math.floor(bytes) - 200));
}

/** Different ones, as short as can be. */
function labels(bytes: number): string {
  return Array.from({ length: bytes / 4 }, (_, n) => n.toString(36))
    .join('.')
    .slice(0, bytes);
}
