import type { TSchema } from 'typebox';
import { perhaps, similarNames } from '../../release/similar-names.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { memo } from '../memo.ts';
import { invalidParameter, wrongParameters } from '../problems.ts';
import { METRIC_ID } from '../schemas.ts';

const MOST_PATHS = 50;
const MAX_LENGTH = 1000;

/** The parameter `fields` of every endpoint. */
export const FieldsParameter = field.text(
  `Only these fields: at most ${MOST_PATHS} paths, separated by commas, with dots between the names in a path. A path to an object or a list selects all of it; a path through a list applies to each item. In CSV and GeoJSON, the columns of these fields.`,
  { minLength: 1, maxLength: MAX_LENGTH },
  'id,name',
);

/** The selected part of an object: all of it, or some of its fields. */
type Selected = 'all' | Map<string, Selected>;

/** The part of an answer that a request selects. */
export interface Selection {
  /** The same for every way to select the same fields. */
  canonical: string;
  /** The given paths, sorted, without those that others contain. */
  paths: readonly string[];
  includes(path: string): boolean;
  /** The selected part of a body, in the order of its schema. */
  of(body: unknown): unknown;
}

/** The metrics of the release, by id. */
type Metrics = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

/** @throws Problem that names the paths that the schema does not have, or the answer only with another parameter */
export function selectionOf(
  query: Readonly<Record<string, unknown>>,
  { response: schema, onlyWith = {} }: Pick<Endpoint, 'response' | 'onlyWith'>,
  metrics: Metrics,
): Selection {
  const paths = String(query.fields)
    .split(',')
    .map((path) => path.trim());
  if (paths.length > MOST_PATHS) throw invalidParameter('fields', `has more than ${MOST_PATHS} paths`);
  const wrong = paths.flatMap((path) => {
    const failed = failedStep(path, schema, metrics);
    if (failed !== undefined)
      return [{ path, why: `does not have${perhaps(nearest(path, failed, schema, metrics))}` }];
    const parameters = path.split('.').map((step) => onlyWith[step]);
    const [lacking] = parameters.find((names) => names?.every((name) => query[name] === undefined)) ?? [];
    return lacking === undefined ? [] : [{ path, why: `has only with ${lacking}` }];
  });
  if (wrong.length > 0)
    throw wrongParameters(
      wrong.map(({ path, why }) => ({
        parameter: 'fields',
        message: `names "${path}", which the response ${why}`,
      })),
    );
  const selected: Map<string, Selected> = new Map();
  for (const path of paths) add(selected, path.split('.'));
  const kept = pathsOf(selected).sort();
  return {
    canonical: kept.join(),
    paths: kept,
    includes: (path) => includes(selected, path.split('.')),
    of: (body) => pick(body, schema, selected),
  };
}

function add(selected: Map<string, Selected>, [step = '', ...rest]: readonly string[]): void {
  const known = selected.get(step);
  if (known === 'all') return;
  if (rest.length === 0) selected.set(step, 'all');
  else {
    const within = known ?? new Map<string, Selected>();
    selected.set(step, within);
    add(within, rest);
  }
}

function pathsOf(selected: Map<string, Selected>): string[] {
  return [...selected].flatMap(([step, within]) =>
    within === 'all' ? [step] : pathsOf(within).map((path) => `${step}.${path}`),
  );
}

function includes(selected: Selected, [step, ...rest]: readonly string[]): boolean {
  if (selected === 'all') return true;
  const within = step === undefined ? undefined : selected.get(step);
  return within !== undefined && includes(within, rest);
}

/** The parts of a JSON Schema that the response schemas use. */
export interface Shape {
  properties?: Readonly<Record<string, TSchema>>;
  required?: readonly string[];
  patternProperties?: Readonly<Record<string, TSchema>>;
  items?: TSchema;
}

/** Walks value and schema together, so that fields which the schema does not have stay out, as in the whole answer. */
function pick(value: unknown, schema: TSchema, selected: Selected): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { properties, items } = schema as Shape;
  if (items !== undefined) return (value as unknown[]).map((item) => pick(item, items, selected));
  const from = value as Record<string, unknown>;
  const names = properties === undefined ? Object.keys(from) : memo(NAMES, schema, () => namesIn(schema));
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const within = selected === 'all' ? 'all' : selected.get(name);
    const field = schemaOf(schema, name);
    if (within === undefined || field === undefined || from[name] === undefined) continue;
    picked[name] = pick(from[name], field, within);
  }
  return picked;
}

const NAMES = new WeakMap<TSchema, readonly string[]>();

/** The names of an object's fields in the order of the whole response: fast-json-stringify writes optional fields last. */
function namesIn({ properties = {}, required = [] }: Shape): string[] {
  const names = Object.keys(properties);
  return [
    ...names.filter((name) => required.includes(name)),
    ...names.filter((name) => !required.includes(name)),
  ];
}

/** The value as JSON has it: the fields of the schema, in its order, and no others. */
export function inOrderOf(schema: TSchema, value: unknown): unknown {
  return pick(value, schema, 'all');
}

/** The schema of a field; for an object with arbitrary fields, the schema of all of them. */
export function schemaOf(schema: TSchema, name: string): TSchema | undefined {
  const { properties, patternProperties } = schema as Shape;
  if (properties !== undefined) return Object.hasOwn(properties, name) ? properties[name] : undefined;
  return /^[\w-]+$/.test(name) ? Object.values(patternProperties ?? {})[0] : undefined;
}

function withoutLists(schema: TSchema): TSchema {
  const { items } = schema as Shape;
  return items === undefined ? schema : withoutLists(items);
}

/**
 * Where a path leaves the schema: how many of its steps the schema has, and whether the id of a metric was expected there; undefined
 * for a path that the schema has.
 */
function failedStep(path: string, schema: TSchema, metrics: Metrics) {
  let at = withoutLists(schema);
  for (const [index, step] of path.split('.').entries()) {
    const isMetric = isByMetric(at);
    const isName = isMetric ? metrics.has(step) : hasForm(at, step);
    const field = isName ? schemaOf(at, step) : undefined;
    if (field === undefined) return { index, isMetric };
    at = withoutLists(field);
  }
  return undefined;
}

/** Whether an object with arbitrary fields may have one of this name; true for every other object. */
function hasForm(schema: TSchema, name: string): boolean {
  const [form] = Object.keys((schema as Shape).patternProperties ?? {});
  return form === undefined || new RegExp(form).test(name);
}

/** Whether the names of an object's fields are ids of metrics. */
function isByMetric(schema: TSchema): boolean {
  const { properties, patternProperties = {} } = schema as Shape;
  return properties === undefined && Object.hasOwn(patternProperties, METRIC_ID);
}

/** The paths that the client may have meant. */
function nearest(
  path: string,
  { index, isMetric }: NonNullable<ReturnType<typeof failedStep>>,
  schema: TSchema,
  metrics: Metrics,
): string[] {
  if (!isMetric) return similarNames(path, allPaths(schema));
  const steps = path.split('.');
  return similarNames(steps[index] ?? '', [...metrics.keys()]).map((metric) =>
    steps.with(index, metric).join('.'),
  );
}

/** Every path that a schema has; a path ends at an object with arbitrary fields. */
export function allPaths(schema: TSchema): string[] {
  const { properties = {} } = withoutLists(schema) as Shape;
  return Object.entries(properties).flatMap(([name, field]) => [
    name,
    ...allPaths(field).map((path) => `${name}.${path}`),
  ]);
}
