import type { TObject, TSchema } from 'typebox';
import type { Release } from '../catalogue/release.ts';
import type { ApiProblemCode } from '../http/problems.ts';
import type { Rendering } from '../http/representation.ts';
import type { Scope } from '../keys/key.ts';

/** What a handler answers: which resource of the release, and how to render it when no one has yet. */
export interface Answer {
  /** Names the resource within the release, as Representations keeps it. */
  key: string;
  render: () => Rendering;
  /** Set when an alias was used: the path below /v1 of the resource itself. */
  contentLocation?: string;
}

export interface Example {
  /** camelCase, as a key of the OpenAPI document. */
  name: string;
  summary: string;
  parameters: Record<string, string>;
  query: Record<string, unknown>;
}

/** What a handler answers from. */
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
  /** Documented requests; their answers are made from the served release, so they are true. */
  examples: readonly Example[];
}

/** One endpoint: everything that validates, documents and answers it stands here. */
export interface Endpoint extends Operation {
  response: TSchema;
  answer(view: View, parameters: Record<string, string>, query: Record<string, unknown>): Answer;
}
