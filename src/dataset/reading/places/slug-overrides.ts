import { join } from 'node:path';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { readTable } from '../../building/files/table.ts';
import { SLUG_PATTERN } from '../../building/places/place-name.ts';

const SLUG_OVERRIDE_COLUMNS = ['geonames_id', 'id', 'reason'] as const;

/**
 * The reviewed table data/registry/slug-overrides.tsv: GeoNames id → the id that people expect, or '' for a
 * city whose id must not be its name alone. Used only when a city gets its id.
 */
export function readSlugOverrides(dataDirectory: string): Map<number, string> {
  const file = join(dataDirectory, 'registry', 'slug-overrides.tsv');
  const ids = new Map<number, string>();
  for (const { line, geonames_id, id, reason } of readTable(file, SLUG_OVERRIDE_COLUMNS)) {
    const geonamesId = Number(geonames_id);
    if (!Number.isInteger(geonamesId) || geonames_id === '')
      throw new SourceFileError(
        file,
        line,
        'geonames_id',
        `not a GeoNames id: ${JSON.stringify(geonames_id)}`,
      );
    if (ids.has(geonamesId))
      throw new SourceFileError(file, line, 'geonames_id', `${geonamesId} is there twice`);
    if (id !== '' && !SLUG_PATTERN.test(id)) throw new SourceFileError(file, line, 'id', `not a slug: ${id}`);
    if (reason === '') throw new SourceFileError(file, line, 'reason', 'an override without a reason');
    ids.set(geonamesId, id);
  }
  return ids;
}
