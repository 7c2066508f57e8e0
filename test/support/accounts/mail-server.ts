import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { atEnd } from '../lifetime.ts';
import { until } from '../processes/lds.ts';

export const MAIL_USER = 'mailer';

/** The server refuses addresses that start like this. */
export const REFUSED = 'refused-';

export interface MailServer {
  url: string;
  /** Waits for the next unread message to an address, and returns it. */
  next(to: string): Promise<string>;
  /** How many unread messages to an address have arrived. */
  waiting(to: string): number;
  close(): Promise<void>;
}

/** A real SMTP server that keeps its messages, on a loopback port, by default a free one. It closes with the test or file. */
export async function mailServer({
  port = 0,
  password: expected = 'hunter2-of-the-mail-server',
}: {
  port?: number;
  password?: string;
} = {}): Promise<MailServer> {
  const received: { to: string; message: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const known = username === MAIL_USER && password === expected;
      done(known ? null : new Error('wrong user or password'), known ? { user: username } : undefined);
    },
    onRcptTo({ address }, _session, done) {
      const isRefused = address.startsWith(REFUSED);
      done(
        isRefused ? Object.assign(new Error(`<${address}> is unknown here`), { responseCode: 550 }) : null,
      );
    },
    onData(stream, { envelope }, done) {
      text(stream).then((message) => {
        for (const { address } of envelope.rcptTo) received.push({ to: address, message: decoded(message) });
        done();
      }, done);
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= new Promise<void>((resolve) => server.close(() => resolve()));
    return closed;
  };
  atEnd(close);
  const address = server.server.address() as AddressInfo;
  const indexOf = (to: string) => received.findIndex((one) => one.to === to);
  return {
    url: `smtp://${MAIL_USER}:${expected}@127.0.0.1:${address.port}`,
    async next(to) {
      await until(`mail to ${to}`, () => indexOf(to) >= 0);
      return received.splice(indexOf(to), 1)[0]?.message ?? '';
    },
    waiting: (to) => received.filter((one) => one.to === to).length,
    close,
  };
}

/** Decodes quoted-printable. */
function decoded(message: string): string {
  return message
    .replaceAll('\r\n', '\n')
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
