import { DirectApi } from '../engine/ask.ts';
import type { Release } from '../engine/catalogue/release.ts';
import { checkScopes } from '../engine/endpoint.ts';
import { queryText } from '../engine/parameters/query-text.ts';
import type { Scope } from '../service/keys/key.ts';

type Parameter = string | number | readonly string[] | undefined;

/** Asks the API for an agent: with its permissions, in one release. */
export class Reader {
  readonly release: Release;
  readonly scopes: ReadonlySet<string>;
  readonly #direct: DirectApi;

  constructor(direct: DirectApi, release: Release, scopes: ReadonlySet<string>) {
    this.#direct = direct;
    this.release = release;
    this.scopes = scopes;
  }

  /**
   * The body of a response.
   *
   * @param path below /v1, whose places are written with `segment`
   * @param query lists are joined by commas
   * @throws Problem when the API refuses the request, and for a missing permission
   */
  get<Body>(path: string, query: Readonly<Record<string, Parameter>> = {}): Body {
    return JSON.parse(this.#ask(path, query).text()) as Body;
  }

  /** A list, with what its headers say. @throws Problem as `get` */
  list<Item>(path: string, query: Readonly<Record<string, Parameter>>): List<Item> {
    const answer = this.#ask(path, query);
    const count = (name: string) =>
      Number(new RegExp(`^${name}: (\\d+)\r$`, 'm').exec(answer.lines)?.[1] ?? 0);
    return {
      items: JSON.parse(answer.text()) as Item[],
      release: this.release.version,
      total: count('X-Total-Count'),
      excluded: count('X-Excluded-Count'),
    };
  }

  /** @throws Problem when a permission is missing, before any place is looked up */
  need(scopes: readonly Scope[]): void {
    checkScopes(this.scopes, scopes);
  }

  #ask(path: string, query: Readonly<Record<string, Parameter>>) {
    return this.#direct.get(this.release, path + queryText(textsOf(query)), (scopes) => this.need(scopes));
  }
}

/** Items of a page of a list. */
export interface List<Item> {
  items: Item[];
  release: string;
  /** The number of items on all pages. */
  total: number;
  /** How many were left out because they lack a needed figure. */
  excluded: number;
}

/** A name as part of a path. */
export function segment(name: string): string {
  return encodeURIComponent(name);
}

function textsOf(query: Readonly<Record<string, Parameter>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      value === undefined ? undefined : Array.isArray(value) ? value.join() : String(value),
    ]),
  );
}

/** The API in this process, at a public address. */
export function directApi(publicUrl: string): DirectApi {
  return new DirectApi(`${publicUrl}/v1`);
}
