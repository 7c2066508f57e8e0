import { filled, matching, number, recordTable } from '../../building/files/records.ts';
import { SLUG_PATTERN } from '../../building/places/place-name.ts';

/**
 * The reviewed ids that people expect of cities, or '' for a city whose id must not be its name alone. Used only when a city gets
 * its id.
 */
const SLUG_OVERRIDES = recordTable(
  'registry/slug-overrides',
  { geonamesId: number, id: matching(new RegExp(`^$|${SLUG_PATTERN.source}`), 'a slug'), reason: filled },
  ({ geonamesId }) => String(geonamesId),
);

/** By GeoNames id. */
export function readSlugOverrides(dataDirectory: string): Map<number, string> {
  return new Map(SLUG_OVERRIDES.read(dataDirectory).map(({ geonamesId, id }) => [geonamesId, id]));
}
