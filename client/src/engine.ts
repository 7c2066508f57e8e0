import { DirectApi } from '../../src/engine/ask.ts';
import { openSnapshot } from '../../src/engine/catalogue/open-release.ts';
import type { Release } from '../../src/engine/catalogue/release.ts';
import { negotiateFormat, TYPE_LINES } from '../../src/engine/formats/formats.ts';
import { Problem, problemDocument } from '../../src/service/http/problems.ts';
import { fieldsOf } from '../../src/service/http/response-head.ts';
import type { Fetch } from './connection.ts';

/** Answers requests from a file, with the code of the service. The package has it bundled with everything that it needs. */
export class Engine {
  readonly #address: string;
  readonly #release: Release;
  readonly #api: DirectApi;

  /** @param file path of a release.sqlite @param address for links in results; no request is sent to it */
  constructor(file: string, address: string) {
    this.#address = address;
    this.#release = openSnapshot(file);
    this.#api = new DirectApi(`${address}/v1`);
  }

  get version(): string {
    return this.#release.version;
  }

  readonly fetch: Fetch = async (url, { headers, signal }) => {
    signal?.throwIfAborted();
    const target = url.slice(`${this.#address}/v1`.length);
    try {
      return this.#answer(target, new Headers(headers).get('accept') ?? undefined);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const document = problemDocument(error, this.#address, `/v1${target}`, crypto.randomUUID());
      return Response.json(document, { status: error.status });
    }
  };

  close(): void {
    this.#release.close();
  }

  #answer(target: string, accept: string | undefined): Response {
    const { endpoint, contentLocation, links, lines, text } = this.#api.get(this.#release, target);
    const format = negotiateFormat(endpoint, undefined, accept);
    const headers = headersIn(lines + TYPE_LINES[format]);
    headers.set('X-Dataset-Release', this.version);
    if (contentLocation !== undefined)
      headers.set('Content-Location', `${this.#address}/v1${contentLocation}`);
    if (links.length > 0)
      headers.set('Link', links.map(([relation, link]) => `<${link}>; rel="${relation}"`).join(', '));
    return new Response(text(format), { headers });
  }
}

/** @param lines of a message: `X-Total-Count: 5` */
function headersIn(lines: string): Headers {
  const headers = new Headers();
  const fields = fieldsOf(lines);
  for (let at = 0; at < fields.length; at += 2) headers.append(String(fields[at]), String(fields[at + 1]));
  return headers;
}
