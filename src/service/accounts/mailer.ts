import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Transporter } from 'nodemailer';
import { makeDirectory } from '../../process/make-directory.ts';

export interface Message {
  to: string;
  subject: string;
  text: string;
}

export interface MailerParts {
  /** `smtps://USER:PASSWORD@HOST`; undefined: messages become files. */
  smtpUrl: string | undefined;
  from: string;
  home: string;
  log: FastifyBaseLogger;
}

/** The limit of each step of sending, such as connecting. Responses do not wait for mail, but a server that stops does. */
const TIMEOUT_MILLISECONDS = 20_000;

/**
 * Sends mail in the background, so that the duration of a response does not reveal whether a message was sent. Without an SMTP
 * server a message becomes a file in `LDS_HOME/outbox`. The log names the file but not its contents, because a recovery link
 * gives access to the account.
 */
export class Mailer {
  readonly #parts: MailerParts;
  readonly #sending = new Set<Promise<void>>();
  #transport: Promise<Transporter> | undefined;
  #written = 0;

  constructor(parts: MailerParts) {
    this.#parts = parts;
  }

  /** Whether mail is sent, and not just written to files. */
  get sends(): boolean {
    return this.#parts.smtpUrl !== undefined;
  }

  /** Messages that are being sent. */
  get pending(): number {
    return this.#sending.size;
  }

  send(message: Message): void {
    const sending = this.#deliver(message).catch((error: Error) =>
      this.#parts.log.error({ ...reasonOf(error), subject: message.subject }, 'a message could not be sent'),
    );
    this.#sending.add(sending);
    void sending.finally(() => this.#sending.delete(sending));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#sending);
    if (this.#transport !== undefined) (await this.#transport).close();
  }

  async #deliver(message: Message): Promise<void> {
    const { smtpUrl, from } = this.#parts;
    if (smtpUrl === undefined) {
      this.#write(message);
      return;
    }
    this.#transport ??= createTransport(smtpUrl);
    await (await this.#transport).sendMail({ from, ...message });
  }

  #write({ to, subject, text }: Message): void {
    const directory = join(this.#parts.home, 'outbox');
    makeDirectory(directory);
    const time = new Date().toISOString().replaceAll(':', '-');
    const file = join(directory, `${time}-${++this.#written}.txt`);
    const note = 'Development: this message was not sent, because LDS_SMTP_URL is not set.';
    writeFileSync(file, `${note}\n\nTo: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
    this.#parts.log.warn(
      { to, subject, file },
      'development: no mail server is set, the message is in a file',
    );
  }
}

/** What the mail server said, without email addresses: the library's errors name the recipient in several places. */
function reasonOf(error: Error): { code: unknown; reason: string } {
  const { code, message } = error as NodeJS.ErrnoException;
  return { code, reason: message.replaceAll(/\S*@\S*/g, '[address]') };
}

/** Loads the library only when there is something to send. */
async function createTransport(url: string): Promise<Transporter> {
  const nodemailer = await import('nodemailer');
  const timeouts = {
    dnsTimeout: TIMEOUT_MILLISECONDS,
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
  };
  return nodemailer.createTransport({ url, ...timeouts });
}
