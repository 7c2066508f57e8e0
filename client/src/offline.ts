import { type Answer, addressOf, type Call, type RequestOptions, type Transport } from './connection.ts';
import type { Download } from './download.ts';
import { Engine, type EngineAnswer } from './engine.ts';
import { problemError } from './errors.ts';
import { LocationData } from './location-data.ts';
import { queryTexts } from './query.ts';

/** The data release in a downloaded file, with the same methods and results as the service, but no network and no key. */
export class Snapshot extends LocationData {
  /** Version of the data release, to cite with the figures. */
  readonly version: string;
  readonly #engine: Engine;

  /**
   * @param file path of a release.sqlite, from `release.download('sqlite')` of a service
   * @param options the address of that service, for links in results
   * @throws Error for a file that is not a release, or that this version of the package cannot read
   */
  constructor(file: string, { baseUrl = 'http://localhost:3000' }: { baseUrl?: string } = {}) {
    const engine = new Engine(file, addressOf(baseUrl));
    super({}, new FileTransport(engine));
    this.version = engine.version;
    this.#engine = engine;
  }

  close(): void {
    this.#engine.close();
  }
}

/** Answers calls from a file. */
class FileTransport implements Transport {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async ask({ path, place, query, format }: Call, { signal }: RequestOptions = {}): Promise<Answer<unknown>> {
    signal?.throwIfAborted();
    const answer = this.#engine.ask(path, place, queryTexts(query), format);
    if ('problem' in answer) throw problemError(answer.problem.status, new Headers(), answer.problem);
    const release = this.#engine.version;
    const headers = headersOf(answer, release);
    const response = { url: '', status: 200, headers, isCached: false, release, requestId: null };
    return { data: answer.data, response };
  }

  async download(): Promise<Download> {
    const detail = 'A downloaded file has no downloads of its own.';
    throw problemError(404, new Headers(), { code: 'path_not_found', title: 'No such path', detail });
  }
}

/** The headers with which a service sends the answer. */
function headersOf(answer: EngineAnswer, release: string): Headers {
  const { contentType, contentLocation, total, excluded, links = [] } = answer;
  const headers = new Headers({ 'Content-Type': contentType, 'X-Dataset-Release': release });
  if (contentLocation !== undefined) headers.set('Content-Location', contentLocation);
  if (total !== undefined) headers.set('X-Total-Count', String(total));
  if (excluded !== undefined) headers.set('X-Excluded-Count', String(excluded));
  if (links.length > 0)
    headers.set('Link', links.map(([relation, link]) => `<${link}>; rel="${relation}"`).join(', '));
  return headers;
}
