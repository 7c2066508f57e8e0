import type { PublishedRow } from '../../building/files/published-file.ts';
import { areaKey, firstLevelAreaId, readAreaIds, secondLevelAreaId } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import { eachByRule } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

const CODE = 'bps_code';
/** GeoNames has a regency for only one of our places in Jakarta: the others have the line of the province. */
const JAKARTA = { bps: '3100', admin1: '04' };

export const indonesiaPovertyLines: TableRules = { places: eachByRule(regencyOf) };

function regencyOf(_: unknown, gazetteer: Gazetteer): (row: PublishedRow) => Match[] {
  const areas = readAreaIds(gazetteer.dataDirectory);
  const areaOf = new Map(
    gazetteer
      .citiesOf('ID')
      .filter(({ admin2 }) => admin2 !== '')
      .map(({ admin1, admin2 }) => [admin2, secondLevelAreaId('ID', admin1, admin2)]),
  );
  areaOf.set(JAKARTA.bps, firstLevelAreaId('ID', JAKARTA.admin1));
  return (row) => {
    const code = row.matching(CODE, /^\d{4}$/, 'a code of four digits');
    const area = areaOf.get(code) ?? '';
    // Other provinces are skipped, because their regencies have their own lines.
    if (code.endsWith('00') && area === '') return [];
    const isOurs = areas.has(area);
    const published = `${code} | ${row.required('nama_wilayah')}`;
    return [
      { published, place: isOurs ? areaKey(area) : '', how: isOurs ? 'code' : 'holds no city of ours' },
    ];
  };
}
