import type { Static } from 'typebox';
import type { Source } from '../engine/schemas.ts';
import { COST_MEASURES, isPayMeasure, type MeasureId, QUALITY_MEASURES } from '../release/measures.ts';
import type { Reader } from './reader.ts';

type SourceOf = Static<typeof Source>;
/** The most places that a comparison takes. */
const AT_ONCE = 20;

/**
 * The sources behind the price levels and scores of cities, for the kinds of figures that are shown.
 *
 * @param conditions whether climate and distances are shown, too: they are among the data that scores are made of
 */
export function sourcesOf(
  reader: Reader,
  ids: readonly string[],
  shown: ReadonlySet<MeasureId>,
  conditions = false,
): SourceOf[] {
  const costs = COST_MEASURES.some((measure) => shown.has(measure));
  const scores = conditions || QUALITY_MEASURES.some((measure) => shown.has(measure));
  // Only the response for a single city has pay.
  const pay = [...shown].some(isPayMeasure)
    ? ids.flatMap((id) => sourcesAt(reader, 'cost-of-living', [id]))
    : [];
  const others = groupsOf(ids).flatMap((cities) => [
    ...(costs ? sourcesAt(reader, 'cost-of-living', cities) : []),
    ...(scores ? sourcesAt(reader, 'quality-of-life', cities) : []),
  ]);
  return [...pay, ...others];
}

function sourcesAt(
  reader: Reader,
  data: 'cost-of-living' | 'quality-of-life',
  ids: readonly string[],
): SourceOf[] {
  const [only, other] = ids;
  if (only === undefined) return [];
  const fields = 'sources';
  const { sources } =
    other === undefined
      ? reader.ask(`/data/${data}/{city_id}`, { place: only, query: { fields } }).body
      : reader.ask(`/data/${data}`, { query: { fields, cities: ids } }).body;
  return sources;
}

function groupsOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, index) =>
    ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}
