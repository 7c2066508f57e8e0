import { RawConnection, type RawResponse } from '../test/support/http/raw-connection.ts';
import { filled } from '../test/support/http/request-arbitraries.ts';
import type { Build } from './builds.ts';
import {
  DOWNLOAD_TARGETS,
  type GeneratedConnection,
  type GeneratedRequest,
  TAGGED_TARGETS,
} from './connections.ts';

/** Everything that a server sent on one connection. */
export interface Transcript {
  responses: RawResponse[];
  /** Whether the request that was sent last was answered, which asks to end the connection. */
  wentOn: boolean;
  /** The bytes after the last complete response, and why they are not a response. */
  remainder: string;
  /** From the first byte that was sent to the end of the connection. */
  seconds: number;
}

/** Attempts without a valid key are limited per client, so every connection is another client's. */
export interface Client {
  /** From which it connects; undefined where this machine has one address. */
  localAddress: string | undefined;
  /** Its address in a proxy's header. */
  forwardedFor: string;
}

/** Of a target that was not answered with 200 yet. */
const UNKNOWN = { etag: '"none"', gzip: '"none"', br: '"none"', modified: '', size: '1000', last: '999' };
const LAST_REQUEST = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const HEALTHY = '{"status":"ok"}';

/** Sends connections to one build, and remembers the entity tags and sizes that it gave. */
export class Conversation {
  readonly build: Build;
  readonly #known = new Map<string, Record<string, string>>();

  constructor(build: Build) {
    this.build = build;
  }

  /** Requests everything whose tags later requests name, and everything that a server makes at the first request. */
  async begin(): Promise<void> {
    for (const target of [...TAGGED_TARGETS, ...DOWNLOAD_TARGETS, '/docs/scalar.js'])
      for (const coding of ['identity', 'gzip', 'br']) {
        const line = `Accept-Encoding: ${coding}\r\nAuthorization: Bearer {other}`;
        const bytes = `HEAD ${target} HTTP/1.1\r\nHost: localhost\r\n${line}\r\n\r\n`;
        await this.hold(
          {
            requests: [{ kind: 'standard', method: 'HEAD', target, bytes }],
            inTurn: true,
            halfClosed: false,
          },
          { localAddress: undefined, forwardedFor: '192.0.2.1' },
        );
      }
  }

  /** @param client as whom */
  async hold({ requests, inTurn, halfClosed }: GeneratedConnection, client: Client): Promise<Transcript> {
    const connection = new RawConnection(this.build.address, client.localAddress);
    const startedAt = performance.now();
    const responses: RawResponse[] = [];
    let remainder = '';
    try {
      const messages = requests.map((request) => ({
        ...request,
        text: () => this.#bytesOf(request, client),
      }));
      if (inTurn) await this.#askInTurn(connection, messages, responses);
      // In one piece, so that the server reads it in one piece.
      const together = inTurn ? [] : messages;
      connection.write(together.map(({ text }) => text()).join('') + LAST_REQUEST, [
        ...together.map(({ method }) => method),
        'GET',
      ]);
      if (halfClosed) connection.halfClose();
      while ((await finalResponse(connection, responses)) !== undefined);
    } catch (error) {
      // The class of the error is enough: what came is beside it.
      remainder = `${String(error).split(':', 2).join(':')}\n${connection.unread.toString('latin1')}`;
    } finally {
      connection.close();
    }
    const wentOn =
      responses.at(-1)?.body === HEALTHY && responses.at(-1)?.headers.get('connection') === 'close';
    return { responses, wentOn, remainder, seconds: (performance.now() - startedAt) / 1000 };
  }

  #bytesOf({ kind, target, bytes }: GeneratedRequest, { forwardedFor }: Client): string {
    const { tokens } = this.build;
    const standard = tokens.get('standard') ?? '';
    const [token, other] = [tokens.get(kind) ?? standard, tokens.get('other') ?? standard];
    return filled(bytes, { ...UNKNOWN, token, other, client: forwardedFor, ...this.#known.get(target) });
  }

  async #askInTurn(
    connection: RawConnection,
    messages: readonly { method: string; target: string; text(): string }[],
    responses: RawResponse[],
  ): Promise<void> {
    for (const { method, target, text } of messages) {
      connection.write(text(), [method]);
      const response = await finalResponse(connection, responses);
      if (response === undefined) return;
      this.#remember(target, response);
    }
  }

  #remember(target: string, { headers, status }: RawResponse): void {
    const etag = headers.get('etag');
    if (etag === undefined || status !== 200) return;
    const coding = headers.get('content-encoding');
    const size = Number(headers.get('content-length'));
    this.#known.set(target, {
      ...(this.#known.get(target) ?? UNKNOWN),
      [coding ?? 'etag']: etag,
      modified: headers.get('last-modified') ?? '',
      ...(coding === undefined && { size: String(size), last: String(size - 1) }),
    });
  }
}

/** The next one that is not 1xx. All are added to the list. */
async function finalResponse(
  connection: RawConnection,
  responses: RawResponse[],
): Promise<RawResponse | undefined> {
  for (;;) {
    const response = await connection.next();
    if (response !== undefined) responses.push(response);
    if (response === undefined || response.status >= 200) return response;
  }
}
