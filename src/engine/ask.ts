import { Problem } from '../service/http/problems.ts';
import { Routes } from '../service/http/routes.ts';
import type { Scope } from '../service/keys/key.ts';
import type { Release } from './catalogue/release.ts';
import { type Answer, type Endpoint, LongList, permissionsOf } from './endpoint.ts';
import { type Format, isMarked } from './formats/formats.ts';
import { write } from './formats/writers.ts';
import { resolveNamed } from './named-resource.ts';
import { ENDPOINTS } from './operations.ts';
import { fullQueryReader } from './parameters/answer-parameters.ts';
import type { ReadQuery } from './parameters/query.ts';

/** What a request names, and how to write it. */
export interface DirectAnswer {
  endpoint: Endpoint;
  /** The permissions that a key needs for this request over HTTP. */
  scopes: readonly Scope[];
  /** If the request used an alias: the canonical path, below /v1. */
  contentLocation: string | undefined;
  /** As in the header `Link`: relation and absolute URL. */
  links: NonNullable<Answer['links']>;
  /** Other headers that belong to the answer (`X-Total-Count`), as lines of the message. */
  lines: string;
  /** The text that the service sends as the body. @throws Problem for `fields` that the format cannot show */
  text(format?: Format): string;
}

interface Route {
  endpoint: Endpoint;
  readQuery: ReadQuery;
}

/**
 * The API without HTTP, keys and limits, for callers in the same process: the command line, agents, offline clients. It
 * reads requests and writes bodies with the code of /v1, so answers are the same to the byte.
 */
export class DirectApi {
  readonly #baseUrl: string;
  readonly #routes = new Routes<Route>();

  /** @param baseUrl of the links in answers: `https://example.org/v1` */
  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
    for (const endpoint of ENDPOINTS)
      this.#routes.add(endpoint.path, { endpoint, readQuery: fullQueryReader(endpoint) });
  }

  /**
   * @param url path and query below /v1: `/cities/lisbon?fields=id,name`
   * @param admit gets the permissions that the request needs before any place is looked up, and may throw
   * @throws Problem for everything that the API refuses, except for reasons of HTTP, keys and limits
   */
  get(release: Release, url: string, admit?: (scopes: readonly Scope[]) => void): DirectAnswer {
    const found = this.#routes.find(url);
    if (found === null) throw new Problem('path_not_found', 'The API has no such path.');
    const { endpoint, readQuery } = found.target;
    const query = readQuery(found.query);
    const scopes = permissionsOf(endpoint, query);
    admit?.(scopes);
    const named = resolveNamed(endpoint, { release, baseUrl: this.#baseUrl }, found.parameters, query);
    const { body, links = [], lines = '' } = named.answer();
    const whole = body instanceof LongList ? body.slice(0, body.length) : body;
    return {
      endpoint,
      scopes,
      contentLocation: named.contentLocation,
      links,
      lines,
      text: (format = 'json') =>
        write(format, {
          endpoint,
          release,
          selection: named.selection,
          body: whole,
          marked: isMarked(format, query.bom),
        }),
    };
  }
}
