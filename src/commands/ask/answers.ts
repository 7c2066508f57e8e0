import type { DirectAnswer } from '../../engine/ask.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { OperatorError, UsageError } from '../../process/operator-error.ts';
import { PROBLEMS, Problem, type ProblemExtras } from '../../service/http/problems.ts';
import { countIn } from '../../service/http/response-head.ts';

/** A response of the API, wherever it comes from. */
export interface Answer<Body> {
  body: Body;
  release: string;
  /** For a list: how many items there are, and how many were left out because they lack a figure. */
  total: number | undefined;
  excluded: number | undefined;
}

/** Answers requests of the API. */
export interface Answers {
  /**
   * @param path below /v1, with its query
   * @throws Refusal when the API refuses the request
   */
  get<Body>(path: string): Promise<Answer<Body>>;
  /** The address of the service, which citations name; undefined without one. */
  readonly url: string | undefined;
  close(): void;
}

/** Thrown when the API refuses a request; says why. */
export class Refusal extends Error {
  readonly title: string;
  readonly code: string;
  readonly detail: string;
  readonly extras: ProblemExtras;

  constructor(problem: { title: string; code: string; detail: string } & ProblemExtras) {
    const { title, code, detail, ...extras } = problem;
    super(detail);
    this.title = title;
    this.code = code;
    this.detail = detail;
    this.extras = extras;
  }
}

/** From a release that is open here: no server, no key, no limits. */
export async function answersOf(release: Release): Promise<Answers> {
  const { DirectApi } = await import('../../engine/ask.ts');
  const api = new DirectApi('/v1');
  return {
    url: undefined,
    close: () => release.close(),
    async get<Body>(path: string) {
      const { text, lines } = refusing(() => api.get(release, path));
      return {
        body: JSON.parse(text()) as Body,
        release: release.version,
        total: countIn(lines, 'X-Total-Count'),
        excluded: countIn(lines, 'X-Excluded-Count'),
      };
    },
  };
}

function refusing(ask: () => DirectAnswer): DirectAnswer {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, detail, extras } = error;
    throw new Refusal({ ...extras, code, detail, title: PROBLEMS[code].title });
  }
}

/** @param url of a service, without /v1 */
export function answersFrom(url: string, apiKey: string | undefined): Answers {
  const base = serviceAddress(url);
  return {
    url: base,
    close: () => undefined,
    async get<Body>(path: string) {
      const response = await asked(`${base}/v1${path}`, apiKey);
      const body: unknown = await response.json().catch(() => undefined);
      if (body === undefined)
        throw new OperatorError(`${base} is not a Location Data Service: its response is not JSON.`);
      if (!response.ok) throw refusalIn(body, `${base} responded with status ${response.status}.`);
      const count = (name: string) => {
        const value = response.headers.get(name);
        return value === null ? undefined : Number(value);
      };
      return {
        body: body as Body,
        release: response.headers.get('X-Dataset-Release') ?? '',
        total: count('X-Total-Count'),
        excluded: count('X-Excluded-Count'),
      };
    },
  };
}

/** @param otherwise what to say about an error that is not from the API but, for example, from a proxy */
function refusalIn(body: unknown, otherwise: string): Error {
  const isProblem = typeof body === 'object' && body !== null && 'detail' in body && 'code' in body;
  return isProblem
    ? new Refusal(body as ConstructorParameters<typeof Refusal>[0])
    : new OperatorError(otherwise);
}

/** The address without `/v1` or `/mcp` and final slashes: people paste either. @throws UsageError if it is not an address */
export function serviceAddress(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`--url ${url} is not an address such as https://api.example.org.`);
  return url.replace(/\/+$/, '').replace(/\/(v1|mcp)$/, '');
}

/**
 * The key of a client, which is not a setting of the service; undefined without one.
 *
 * @throws UsageError for a malformed key, because `fetch` would repeat it in its error
 */
export function clientKey(): string | undefined {
  const { LDS_API_KEY: key } = process.env;
  if (key === undefined || key === '') return undefined;
  if (!/^[!-~]+$/.test(key))
    throw new UsageError(
      'LDS_API_KEY contains a space, a line break or another character that is never part of a key.',
    );
  return key;
}

/** @throws OperatorError when the service does not respond, or needs a key and there is none */
export async function asked(
  url: string,
  apiKey: string | undefined,
  headers: Record<string, string> = {},
): Promise<Response> {
  try {
    const response = await fetch(url, {
      headers: { ...headers, ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }) },
    });
    if (response.status === 401 && apiKey === undefined)
      throw new OperatorError(`${new URL(url).origin} needs a key: set LDS_API_KEY.`);
    return response;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { cause, message } = error as Error;
    throw new OperatorError(
      `${new URL(url).origin} does not respond: ${cause instanceof Error ? cause.message : message}`,
    );
  }
}
