import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { type Match, matchPlaces, readMatchOverrides } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const ID = 'saudi-rega-rents';
const SOURCE = 'rega-rents-2024';
/** The last quarter of the files. */
const QUARTER = { year: '2024', quarter: '4', period: '2024-10-01/2024-12-31' };
/** Averages of fewer contracts move by chance. */
const FEWEST_CONTRACTS = 30;
const FLAT = 'شقة - سكني';

/** The headers are Arabic or English; the order of the columns is the same in every file. */
const COLUMNS = ['year', 'quarter', 'region', 'city', 'type', 'contracts', 'average'] as const;

/** Regions as the files name them → GeoNames' code. */
const REGIONS: Readonly<Record<string, string>> = {
  الرياض: '10',
  'مكة المكرمة': '14',
  'المدينة المنورة': '05',
  القصيم: '08',
  'المنطقة الشرقية': '06',
  عسير: '11',
  تبوك: '19',
  حائل: '13',
  'الحدود الشماليه': '15',
  جازان: '17',
  نجران: '16',
  الباحة: '02',
  الجوف: '20',
};

/**
 * Average rents of flats in the register of tenancy contracts of Saudi Arabia: one file per region, one line per city,
 * type of property and quarter. The last quarter is kept. A governorate's seat has its figures; its other places have
 * them through its area.
 */
export const saudiRegaRents: SourceReader = {
  id: ID,
  folder: 'saudi-rega-rents-2024',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const files = readdirSync(directory).filter((file) => file.endsWith('.csv.gz'));
    const rows = files.sort().flatMap((file) => flatsOfQuarter(join(directory, file)));
    const overrides = readMatchOverrides(gazetteer.dataDirectory, ID);
    const kept = rows.filter((row) => row.requiredNumber('contracts') >= FEWEST_CONTRACTS);
    const cities = matchPlaces(gazetteer, overrides, kept.map(publishedPlace));
    const matches: Match[] = [];
    const facts: Fact[] = [];
    for (const row of kept) {
      const { published } = publishedPlace(row);
      const city = cities.get(published);
      // A person has decided which other places of ours are in a governorate.
      const area = overrides.get(`${published} | area`)?.place;
      const found = [
        ...(city === undefined ? [] : [city]),
        ...(area === undefined ? [] : [{ published, place: area, how: 'override' }]),
      ];
      matches.push(...found);
      for (const { place } of found.filter(({ place }) => place !== '')) {
        facts.push({
          place,
          metric: 'rent_average_dwelling_yearly',
          period: QUARTER.period,
          grain: place.startsWith('city/') ? 'city' : 'region',
          value: row.requiredNumber('average'),
          unit: 'SAR',
          source: SOURCE,
          note: 'flats of all sizes, contracts in force or renewed in the quarter',
        });
      }
    }
    return { facts, matches };
  },
};

function flatsOfQuarter(path: string): PublishedRow[] {
  const { rows } = readPublishedTable(path, { columns: COLUMNS, header: COLUMNS, linesBeforeHeader: 1 });
  return rows.filter(
    (row) =>
      row.year('year') === QUARTER.year &&
      row.required('quarter') === QUARTER.quarter &&
      row.required('type') === FLAT,
  );
}

/** `الرياض | الخرج`; a part of a governorate, `أبو عريش - أبو عريش`, goes by the part's name. */
function publishedPlace(row: PublishedRow) {
  const region = row.required('region');
  const city = row.required('city');
  const admin1 = REGIONS[region];
  if (admin1 === undefined) throw row.fault('region', `no known region: ${region}`);
  return { published: `${region} | ${city}`, name: city.replace(/^.* - /, ''), iso2: 'SA', admin1 };
}
