import type { FastifyReply, FastifyRequest } from 'fastify';

/** The headers that accounts read. Others are left out: thousands of them then cost nothing, and better-auth acts on none. */
const HEADERS_READ = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
] as const;
/** Browsers send 100 to 200 characters; they are stored with each session. */
const MAX_USER_AGENT = 300;

export function headersForAccounts({ headers }: FastifyRequest): Headers {
  const copied = new Headers();
  for (const name of HEADERS_READ) {
    const value = headers[name];
    if (value === undefined) continue;
    const text = Array.isArray(value) ? value.join(', ') : value;
    copied.set(name, name === 'user-agent' ? text.slice(0, MAX_USER_AGENT) : text);
  }
  return copied;
}

export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('Set-Cookie', cookie);
}
