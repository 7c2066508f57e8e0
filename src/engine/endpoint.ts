import fastJson from 'fast-json-stringify';
import type { TObject, TSchema } from 'typebox';
import { type ApiProblemCode, Problem } from '../service/http/problems.ts';
import type { Scope } from '../service/keys/key.ts';
import type { Release } from './catalogue/release.ts';
import type { Table } from './formats/table.ts';

/** The methods that every operation offers. */
export const ALLOW = 'GET, HEAD, OPTIONS';

/** What a request names, and how to answer it if no request has named it before. */
export interface Resource {
  /** Identifies it within the release: the same key always means the same bytes. */
  key: string;
  answer: () => Answer;
  /** Whether the body may be a LongList. */
  mayBeLong?: boolean;
  /** If the request used an alias: the canonical path, below /v1. */
  contentLocation?: string;
}

/** What an endpoint answers, before it is written in a format. */
export interface Answer {
  /** A value as the response schema of the endpoint says; a LongList instead of an array that is too long to build at once. */
  body: unknown;
  /** The pages of a list: relation and absolute URL. */
  links?: readonly (readonly [relation: string, url: string])[];
  /** Other field lines that belong to the answer (`X-Total-Count`). */
  lines?: string;
  /** Whether a cache has to revalidate the response each time. Otherwise it stays fresh for an hour. */
  revalidate?: boolean;
}

/** An array whose items are made when they are written. */
export class LongList {
  readonly length: number;
  readonly slice: (from: number, to: number) => unknown[];

  constructor(length: number, slice: (from: number, to: number) => unknown[]) {
    this.length = length;
    this.slice = slice;
  }
}

export interface Example {
  /** camelCase, as a key of the OpenAPI document. */
  name: string;
  summary: string;
  parameters: Record<string, string>;
  query: Record<string, unknown>;
}

/** The data that a request is resolved against. */
export interface View {
  release: Release;
  /** The public address with the version segment: `https://example.org/v1`. */
  baseUrl: string;
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
  parameters: TObject;
  query: TObject;
  /** The problems that it can respond with, besides those of every operation. */
  problems: readonly ApiProblemCode[];
  /** Documented requests. Their responses are made from the served release, so they are real. */
  examples: readonly Example[];
}

/** One endpoint: everything that validates, documents and serves it. */
export interface Endpoint extends Operation {
  response: TSchema;
  /** How its answers become rows, for formats other than JSON. */
  table?: Table;
  /** The permissions that a query needs besides that of the endpoint. */
  scopesFor?(query: Record<string, unknown>): readonly Scope[];
  /** @throws Problem for a place that does not exist, and for parameters that a schema cannot check */
  resolve(
    view: View,
    parameters: Record<string, string | undefined>,
    query: Record<string, unknown>,
  ): Resource;
}

/** The permissions that a request with a query needs; without one, those that every request needs. */
export function permissionsOf(
  operation: Operation | Endpoint,
  query: Record<string, unknown> = {},
): readonly Scope[] {
  const more = 'scopesFor' in operation ? operation.scopesFor?.(query) : undefined;
  return [operation.scope, ...(more ?? [])];
}

/** @throws Problem when one of the needed permissions is missing */
export function checkScopes(held: ReadonlySet<string>, needed: readonly Scope[]): void {
  for (const scope of needed) {
    if (!held.has(scope))
      throw new Problem('insufficient_scope', `This key does not have the permission ${scope}.`);
  }
}

/** Writes a body of an endpoint as JSON. */
export type JsonWriter = (body: unknown) => string;

const writers = new WeakMap<Endpoint, JsonWriter>();

/** Compiled once per endpoint: writes the fields of its response schema, in their order, and no others. */
export function jsonWriter(endpoint: Endpoint): JsonWriter {
  let write = writers.get(endpoint);
  if (write === undefined) {
    write = fastJson(endpoint.response as object);
    writers.set(endpoint, write);
  }
  return write;
}
