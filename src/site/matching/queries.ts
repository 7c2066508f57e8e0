import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { isCity, type Place } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import type { Wanted } from '../../engine/matching/matching.ts';
import { PROPERTIES, propertyNamed, settingsOf } from '../../engine/matching/properties.ts';
import { Problem } from '../../engine/problems.ts';
import { checkDepth } from '../../service/http/request-body.ts';
import { described, entityOf, matched, TYPES } from './entities.ts';

/* What clients of the Reconciliation Service API 0.2 ask, and the answers. */

/** OpenRefine sends ten. */
export const MOST_QUERIES = 50;
/** OpenRefine extends ten rows at a time. */
const MOST_IDS = 100;
const MOST_CANDIDATES = 25;
const MOST_SUGGESTED = 10;
/** A client that asks for more suggestions than this looks for something else. */
const MOST_SKIPPED = 100;

const Value = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }),
]);
const Query = Type.Object({
  query: Type.Optional(Type.String()),
  type: Type.Optional(Type.Union([Type.Null(), Type.String(), Type.Array(Type.String())])),
  limit: Type.Optional(Type.Number()),
  properties: Type.Optional(
    Type.Array(
      Type.Object({ pid: Type.String(), v: Type.Union([Value, Type.Array(Value, { maxItems: 20 })]) }),
      { maxItems: 20 },
    ),
  ),
  type_strict: Type.Optional(Type.String()),
});
const Extension = Type.Object({
  ids: Type.Array(Type.String(), { maxItems: MOST_IDS }),
  properties: Type.Array(
    Type.Object({
      id: Type.String(),
      settings: Type.Optional(Type.Union([Type.Null(), Type.Record(Type.String(), Type.Unknown())])),
    }),
    { maxItems: PROPERTIES.length * 3 },
  ),
});

export type ReconciliationQuery = Static<typeof Query>;

/** By key. @throws Problem for what is no batch, or a batch of too many */
export function readQueries(text: string): [key: string, query: ReconciliationQuery][] {
  const queries = Object.entries(batch(text));
  const detail = `A batch may have at most ${MOST_QUERIES} queries, and this one has ${queries.length}.`;
  if (queries.length > MOST_QUERIES) throw new Problem('too_large', detail);
  return queries;
}

const batch = reader(Type.Record(Type.String(), Query));

/** Older clients send a name alone or one query. @throws Problem for what is neither */
export function readQuery(text: string): ReconciliationQuery {
  return text.trimStart().startsWith('{') ? single(text) : { query: text };
}

const single = reader(Query);

/** @throws Problem for a property that does not constrain */
export function* answerQuery(
  release: Release,
  { query = '', type, limit = 10, properties = [] }: ReconciliationQuery,
) {
  const wanted: Wanted = { text: query };
  const valuesOf = (v: Static<typeof Value> | readonly Static<typeof Value>[]) =>
    [v].flat().map((value) => (typeof value === 'object' ? value.id : String(value)));
  for (const { pid, v } of properties) {
    const values = valuesOf(v).filter((value) => value.trim() !== '');
    if (values.length === 0) continue;
    if (pid === 'country' || pid === 'country_code') wanted.countries = values;
    else if (pid === 'region') wanted.regions = values;
    else if (pid === 'population') wanted.population = Number(values[0]);
    else
      throw new Problem(
        'invalid_request',
        `A query cannot be narrowed by ${JSON.stringify(pid.slice(0, 80))}: use ${CONSTRAINTS.join(', ')}.`,
      );
  }
  const most = Math.min(Math.max(1, Math.trunc(limit)), MOST_CANDIDATES);
  const found = yield* matched(release, wanted, [type ?? []].flat(), most);
  return {
    result: found.map(({ place, score, match, features }) => ({
      ...described(release, place),
      score,
      match,
      features: Object.entries(features).map(([id, value]) => ({ id, value })),
    })),
  };
}

const CONSTRAINTS = ['country', 'region', 'population'];

export type ExtensionQuery = Static<typeof Extension>;

/** @throws Problem for what is no query, or asks for too much */
export const readExtension = reader(Extension);

/** What the answer says of the columns. @throws Problem for an unknown property or setting */
export function extensionMeta(release: Release, { properties }: ExtensionQuery) {
  for (const { settings } of properties) settingsOf(release, settings ?? {});
  return properties.map(({ id }) => ({
    id,
    name: (id === WIKIDATA.id ? WIKIDATA : propertyNamed(id)).name,
    ...(id === 'country' ? { type: TYPES[1] } : {}),
  }));
}

/** The values of one entity by property. What is not known, and what only cities have, is empty. */
export function extendedRow(release: Release, id: string, { properties }: ExtensionQuery) {
  const entity = entityOf(release, id);
  return Object.fromEntries(
    properties.map((property) => [
      property.id,
      entity === undefined ? [] : valuesOfEntity(release, entity, property),
    ]),
  );
}

function valuesOfEntity(
  release: Release,
  entity: Place,
  { id, settings }: ExtensionQuery['properties'][number],
) {
  if (!isCity(entity)) {
    const { alpha2, name, id: own, wikidata } = entity;
    const known: Record<string, string | null> = { id: own, name, country_code: alpha2, wikidata };
    return known[id] ? [{ str: known[id] }] : [];
  }
  if (id === WIKIDATA.id) return [];
  if (id === 'country') {
    const { alpha2, name } = release.country(entity.country);
    return [{ id: alpha2, name }];
  }
  if (id === 'iata') return (entity.iata ?? []).map((str) => ({ str }));
  const value = propertyNamed(id).of(release, entity, settingsOf(release, settings ?? {}));
  if (value === null) return [];
  if (typeof value === 'string') return [{ str: value }];
  return [Number.isInteger(value) ? { int: value } : { float: value }];
}

/** Only countries have it. */
const WIKIDATA = { id: 'wikidata', name: 'Wikidata item' };
const OF_COUNTRY = new Set(['id', 'name', 'country_code']);

/** Properties that extension offers for a type. */
export function proposedProperties(type: string, limit: number) {
  const all =
    type === 'country' ? [...PROPERTIES.filter(({ id }) => OF_COUNTRY.has(id)), WIKIDATA] : PROPERTIES;
  return { type, limit, properties: all.slice(0, limit).map(({ id, name }) => ({ id, name })) };
}

/** @param kind of the things suggested @param cursor how many to skip */
export function suggested(release: Release, kind: string, prefix: string, cursor: number) {
  const text = prefix.trim();
  const from = Math.min(Math.max(0, Math.trunc(cursor) || 0), MOST_SKIPPED);
  return { result: suggestions(release, kind, text, from + MOST_SUGGESTED).slice(from) };
}

function suggestions(release: Release, kind: string, text: string, most: number): object[] {
  if (kind !== 'entity')
    return (kind === 'type' ? TYPES : PROPERTIES)
      .filter(({ id, name }) => isBegun(text, id, name))
      .slice(0, most)
      .map(({ id, name }) => ({
        id,
        name,
        ...(CONSTRAINTS.includes(id) && kind === 'property' && { description: 'narrows queries' }),
      }));
  if (text === '') return [];
  const exact = entityOf(release, text);
  const country = release.resolveCountry(text);
  const entities = [
    ...(exact === undefined ? [] : [exact]),
    ...(country.kind === 'found' ? [country.place] : []),
    ...release.search.search(text).slice(0, most),
  ];
  const byId = new Map(entities.map((entity) => [described(release, entity).id, entity]));
  return [...byId.values()].slice(0, most).map((entity) => {
    const { type, ...about } = described(release, entity);
    return { ...about, notable: type };
  });
}

/** Whether a word of the id or the name begins with the text; all are for an empty text. */
function isBegun(text: string, id: string, name: string): boolean {
  const wanted = text.toLowerCase();
  return [id, name, ...name.split(/[\s(]+/)].some((each) => each.toLowerCase().startsWith(wanted));
}

function parsed(text: string): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Problem('invalid_request', 'The query is not JSON.');
  }
  checkDepth(json);
  return json;
}

/** Reads JSON with this schema. It is compiled on first use. */
function reader<Schema extends TSchema>(schema: Schema): (text: string) => Static<Schema> {
  let compiled: ReturnType<typeof Compile<Schema>> | undefined;
  return (text) => {
    const json = parsed(text);
    compiled ??= Compile(schema);
    if (compiled.Check(json)) return json;
    const [, [error]] = compiled.Errors(json);
    throw new Problem(
      'invalid_request',
      `The query is not as the Reconciliation Service API 0.2 says: ${error?.instancePath} ${error?.message}.`,
    );
  };
}
