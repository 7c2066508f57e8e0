import type { Static } from 'typebox';
import type { Source } from '../engine/schemas.ts';
import { COST_MEASURES, type MeasureId } from '../release/measures.ts';
import type { Reader } from './reader.ts';

type SourceOf = Static<typeof Source>;
/** The most places that a comparison takes. */
const AT_ONCE = 20;

/** The sources behind the price levels and scores of cities, for the kinds of figures that are shown. */
export function sourcesOf(reader: Reader, ids: readonly string[], shown: ReadonlySet<MeasureId>): SourceOf[] {
  const costs = COST_MEASURES.some((measure) => shown.has(measure));
  const scores = [...shown].some((measure) => !COST_MEASURES.some((cost) => cost === measure));
  const paths = [...(costs ? ['cost-of-living'] : []), ...(scores ? ['quality-of-life'] : [])];
  return paths.flatMap((path) => groupsOf(ids).flatMap((cities) => sourcesAt(reader, path, cities)));
}

function sourcesAt(reader: Reader, path: string, ids: readonly string[]): SourceOf[] {
  const [only, other] = ids;
  if (only === undefined) return [];
  const url = other === undefined ? `/data/${path}/${only}` : `/data/${path}`;
  const query = { fields: 'sources', ...(other === undefined ? {} : { cities: ids }) };
  return reader.get<{ sources: SourceOf[] }>(url, query).sources;
}

function groupsOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, index) =>
    ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}
