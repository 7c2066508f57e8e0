import fastJson from 'fast-json-stringify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Release } from './catalogue/release.ts';
import type { Table } from './formats/table.ts';
import { memo } from './memo.ts';
import type { Scope } from './permissions.ts';
import type { ApiProblemCode } from './problems.ts';

/** What a question is about, and how to answer it. */
export interface Resource<Body = unknown> {
  /** Identifies it within the release: the same text always means the same answer. */
  identity: string;
  answer: () => Answer<Body>;
  /** Whether the body may be a LongList. */
  mayBeLong?: boolean;
  /** If the question used an alias: the canonical path, below the base address. */
  contentLocation?: string;
}

/** An answer as values, before it is written in a format. */
export interface Answer<Body = unknown> {
  /** A value as the response schema of the endpoint says; a LongList instead of an array that is too long to build at once. */
  body: Body | LongList<Item<Body>>;
  /** Of a list: how many items all of its pages have. */
  total?: number;
  /** Of a list: how many places were left out because they lack a figure that it needs. */
  excluded?: number | undefined;
  /** The pages of a list: relation and absolute URL. */
  links?: readonly (readonly [relation: string, url: string])[];
  /** Whether a cache has to revalidate the answer each time. Otherwise it stays fresh for an hour. */
  revalidate?: boolean;
}

type Item<Body> = Body extends readonly (infer Each)[] ? Each : unknown;

/** An array whose items are made when they are written. */
export class LongList<Each = unknown> {
  readonly length: number;
  readonly slice: (from: number, to: number) => Each[];

  constructor(length: number, slice: (from: number, to: number) => Each[]) {
    this.length = length;
    this.slice = slice;
  }
}

interface Example {
  /** camelCase, as a key of the OpenAPI document. */
  name: string;
  summary: string;
  parameters?: Record<string, string>;
  query?: Record<string, unknown>;
}

/** The data that a request is resolved against. */
export interface View {
  release: Release;
  /** The public address with the version segment: `https://example.org/v1`. */
  baseUrl: string;
  /** The language of names of countries, where a query has no `lang`: as `languageNamed` returns it. English if absent. */
  lang?: string;
}

/** What every operation has, with a JSON response (Endpoint) or a file (Download). */
export interface Operation {
  /** The operationId in OpenAPI; usage is counted under it. */
  operationId: string;
  /** Below /v1, in OpenAPI notation: `/cities/{city_id}`. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  scope: Scope;
  query: TObject;
  /** What a reader asks first, besides the place: parameters that it cannot do without, and a few of many fields. API references fill it in. */
  firstQuery?: Readonly<Record<string, string>>;
  /** The problems that it can respond with, besides those of every operation, and of the place in its path. */
  problems?: readonly ApiProblemCode[];
  /** Documented requests. Their responses are made from the served release, so they are real. */
  examples: readonly Example[];
}

/** One endpoint: everything that validates, documents and serves it. */
export interface Endpoint<Response extends TSchema = TSchema> extends Operation {
  response: Response;
  /** Fields that its answers have only with one of these parameters, by a name in their paths. */
  onlyWith?: Readonly<Record<string, readonly string[]>>;
  /** How its answers become rows, for formats other than JSON. */
  table?: Table;
  /** The permissions that a query needs besides that of the endpoint. */
  scopesFor?(query: Record<string, unknown>): readonly Scope[];
  /** @throws Problem for a place that does not exist, and for parameters that a schema cannot check */
  resolve(
    view: View,
    parameters: Readonly<Record<string, string | undefined>>,
    query: Record<string, unknown>,
  ): Resource<Static<Response>>;
}

/** Whether an operation makes its answer from a release; a download is a file of it. */
export function isEndpoint<Other extends Operation>(operation: Endpoint | Other): operation is Endpoint {
  return 'resolve' in operation;
}

/** The permissions that a request with a query needs; without one, those that every request needs. */
export function permissionsOf(
  operation: Operation | Endpoint,
  query: Record<string, unknown> = {},
): readonly Scope[] {
  const more = 'scopesFor' in operation ? operation.scopesFor?.(query) : undefined;
  return [operation.scope, ...(more ?? [])];
}

const writers = new WeakMap<Endpoint, (body: unknown) => string>();

/** Writes a body of an endpoint as JSON. Compiled by the first answer of an endpoint: writes the fields of its response schema, in their order, and no others. */
export function jsonWriter(endpoint: Endpoint): (body: unknown) => string {
  return memo(writers, endpoint, () => fastJson(endpoint.response as object));
}
