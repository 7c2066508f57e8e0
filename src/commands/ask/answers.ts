import { setTimeout } from 'node:timers/promises';
import type { Connection } from '../../../client/src/connection.ts';
import type { Asked, Question } from '../../engine/ask.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import type { Wanted } from '../../engine/matching/matching.ts';
import type { AskReconcile, MatchedRow } from '../../engine/matching/reconciled-rows.ts';
import type { Body, Path } from '../../engine/operations.ts';
import type { ProblemExtras } from '../../engine/problems.ts';
import { OperatorError, UsageError } from '../../process/operator-error.ts';

/** An answer as values, wherever it comes from. */
type Answer<At extends Path> = Pick<Asked<Body<At>>, 'body' | 'release' | 'total' | 'excluded'>;

/** Answers questions of commands. */
export interface Answers {
  /** @throws Refusal when there is no answer */
  ask<At extends Path>(path: At, question?: Pick<Question, 'place' | 'query'>): Promise<Answer<At>>;
  /** Rows of a table, each with the city that it means. @throws Refusal, as `ask` does */
  match(wanted: readonly Wanted[]): Promise<MatchedRow[]>;
  /** The address of the service, which citations name; undefined without one. */
  readonly url: string | undefined;
  close(): void;
}

/** Thrown when a question is refused; says why. */
export class Refusal extends Error {
  readonly title: string;
  readonly code: string;
  readonly detail: string;
  readonly extras: ProblemExtras;

  constructor({ title, code, detail }: Pick<Refusal, 'title' | 'code' | 'detail'>, extras: ProblemExtras) {
    super(detail);
    this.title = title;
    this.code = code;
    this.detail = detail;
    this.extras = extras;
  }
}

/** From a release that is open here: no server, no key, no limits. */
export async function answersOf(release: Release): Promise<Answers> {
  // Loaded only when a command asks, because the other commands of the program should not wait for it.
  const [{ ask }, { PROBLEMS, Problem }, { matchedRow }, { atOnce }] = await Promise.all([
    import('../../engine/ask.ts'),
    import('../../engine/problems.ts'),
    import('../../engine/matching/matched-row.ts'),
    import('../../engine/catalogue/steps.ts'),
  ]);
  return {
    url: undefined,
    close: () => release.close(),
    match: async (wanted) => wanted.map((each) => atOnce(matchedRow(release, each))),
    async ask(path, question) {
      try {
        return ask({ release, baseUrl: '/v1' }, path, question);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const { code, detail, extras } = error;
        throw new Refusal({ title: PROBLEMS[code].title, code, detail }, extras);
      }
    },
  };
}

/** @param url of a service, without /v1 @param release version to ask for; the current one if absent */
export function answersFrom(url: string, apiKey: string | undefined, release?: string): Answers {
  const base = serviceAddress(url);
  return {
    url: base,
    close: () => undefined,
    async match(wanted) {
      if (release !== undefined) throw new UsageError('A service matches names with its current release.');
      return (await import('../../engine/matching/reconciled-rows.ts')).reconciledRows(wanted, asker(base));
    },
    async ask<At extends Path>(path: At, { place, query = {} }: Pick<Question, 'place' | 'query'> = {}) {
      const call = {
        path,
        ...(place === undefined ? {} : { place }),
        query: { ...query, release },
        format: 'json',
      };
      const { data, response } = await fromService(base, apiKey, (connection) => connection.ask(call));
      const count = (name: string) => {
        const value = response.headers.get(name);
        return value === null ? undefined : Number(value);
      };
      const [total, excluded] = [count('X-Total-Count'), count('X-Excluded-Count')];
      return {
        body: data as Body<At>,
        release: response.release ?? '',
        ...(total === undefined ? {} : { total }),
        ...(excluded === undefined ? {} : { excluded }),
      };
    },
  };
}

/** Asks the reconciliation service, which needs no key, and waits when it says so: a table has many rows. */
function asker(base: string): AskReconcile {
  return async (field, value) => {
    const body = new URLSearchParams({ [field]: JSON.stringify(value) });
    for (;;) {
      const response = await fetch(`${base}/reconcile`, { method: 'POST', body }).catch((error: Error) => {
        throw new OperatorError(`${base} does not respond: ${innermost(error).message}`);
      });
      const wait = Number(response.headers.get('Retry-After'));
      if (response.ok) return response.json();
      if (!(wait > 0)) throw new OperatorError(`${base}/reconcile responded with status ${response.status}.`);
      await response.body?.cancel();
      await setTimeout(1000 * wait);
    }
  };
}

/**
 * Works with a connection to a service.
 *
 * @throws Refusal when the service refuses a request
 * @throws OperatorError when it does not respond, needs a key and there is none, or is none of ours
 */
export async function fromService<Result>(
  base: string,
  apiKey: string | undefined,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const [{ openConnection }, { ConnectionError, MalformedResponseError, ProblemError }] = await Promise.all([
    import('../../../client/src/connection.ts'),
    import('../../../client/src/errors.ts'),
  ]);
  try {
    // A person waits, and can repeat the command.
    return await work(openConnection({ baseUrl: base, apiKey: apiKey ?? null, maxRetries: 0 }));
  } catch (error) {
    if (error instanceof ProblemError) {
      const { status, code, title, detail, errors, candidates } = error;
      if (status === 401 && apiKey === undefined)
        throw new OperatorError(`${base} needs a key: set LDS_API_KEY.`);
      if (code === 'unknown') throw new OperatorError(`${base} responded with status ${status}.`);
      throw new Refusal({ title, code, detail }, { errors, candidates });
    }
    if (error instanceof MalformedResponseError)
      throw new OperatorError(`${base} is not a Location Data Service: its response is not JSON.`);
    if (error instanceof ConnectionError)
      throw new OperatorError(`${base} does not respond: ${innermost(error).message}`);
    throw error;
  }
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
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
