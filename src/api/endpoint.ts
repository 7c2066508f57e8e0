import type { TObject, TSchema } from 'typebox';
import type { Release } from '../catalogue/release.ts';
import type { ApiProblemCode } from '../http/problems.ts';
import type { Scope } from '../keys/key.ts';

/** The methods of every operation. */
export const ALLOW = 'GET, HEAD, OPTIONS';

/** What a request names, and how to render it if no request has named it before. */
export interface Resource {
  /** Names it within the release: the same key, the same bytes. */
  key: string;
  render: () => JsonRendering;
  /** Set when an alias was used: the path below /v1 of the resource itself. */
  contentLocation?: string;
}

/** What an endpoint makes of its data: the body, and the field lines that belong to it (`Link`, `X-Total-Count`). */
export interface JsonRendering {
  json: string;
  lines?: string;
  /** Whether a client that keeps the response has to ask each time if it is still current. Otherwise it is good for an hour. */
  revalidate?: boolean;
}

export interface Example {
  /** camelCase, as a key of the OpenAPI document. */
  name: string;
  summary: string;
  parameters: Record<string, string>;
  query: Record<string, unknown>;
}

/** What a request is resolved against. */
export interface View {
  release: Release;
  /** Public address with the version segment: `https://example.org/v1`. */
  baseUrl: string;
}

/** What every operation has, whether it answers with JSON (Endpoint) or with a file (Download). */
export interface Operation {
  /** OpenAPI's operationId; usage is counted under it. */
  operationId: string;
  /** Below /v1, in OpenAPI's notation: `/cities/{city_id}`. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  scope: Scope;
  parameters: TObject;
  query: TObject;
  /** What it can answer besides what every operation can. */
  problems: readonly ApiProblemCode[];
  /** Documented requests; their responses are made from the served release, so they are true. */
  examples: readonly Example[];
}

/** One endpoint: everything that validates, documents and answers it is here. */
export interface Endpoint extends Operation {
  response: TSchema;
  /** @throws Problem for a place that there is not, and for parameters that a schema cannot judge */
  resolve(
    view: View,
    parameters: Record<string, string | undefined>,
    query: Record<string, unknown>,
  ): Resource;
}
