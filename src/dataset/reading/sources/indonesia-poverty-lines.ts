import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, firstLevelAreaId, readAreaIds, secondLevelAreaId } from '../../building/places/areas.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'bps-poverty-lines-2025';
const CODE = 'bps_code';
const LINE = 'garis_kemiskinan_rupiah_per_kapita_per_bulan_2025';
/** GeoNames has a regency for only one of our places in Jakarta: the others have the line of the province. */
const JAKARTA = { bps: '3100', admin1: '04' };

/**
 * What food and other basic needs of a person cost for a month at the prices of each regency and city of Indonesia, 2025.
 * GeoNames' codes of the second level are those of the publisher.
 */
export const indonesiaPovertyLines: SourceReader = {
  id: 'indonesia-poverty-lines',
  folder: 'indonesia-poverty-lines-2025',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'garis_kemiskinan_2025.csv'), {
      columns: [CODE, 'nama_wilayah', LINE],
    });
    const areas = readAreaIds(gazetteer.dataDirectory);
    const areaOf = new Map(
      gazetteer
        .citiesOf('ID')
        .filter(({ admin2 }) => admin2 !== '')
        .map(({ admin1, admin2 }) => [admin2, secondLevelAreaId('ID', admin1, admin2)]),
    );
    areaOf.set(JAKARTA.bps, firstLevelAreaId('ID', JAKARTA.admin1));
    const facts: Fact[] = [];
    const matches: Match[] = [];
    for (const row of rows) {
      const area = areaOf.get(code(row)) ?? '';
      // Other provinces are skipped, because their regencies have their own lines.
      if (code(row).endsWith('00') && area === '') continue;
      const isOurs = areas.has(area);
      const place = isOurs ? areaKey(area) : '';
      const how = isOurs ? 'code' : 'holds no city of ours';
      matches.push({ published: `${code(row)} | ${row.required('nama_wilayah')}`, place, how });
      if (!isOurs) continue;
      const value = row.requiredNumber(LINE);
      facts.push({
        place,
        metric: 'poverty_line',
        period: '2025',
        grain: 'region',
        value,
        unit: 'IDR',
        source: SOURCE,
        note: '',
      });
    }
    return { facts, matches };
  },
};

function code(row: PublishedRow): string {
  return row.matching(CODE, /^\d{4}$/, 'a code of four digits');
}
