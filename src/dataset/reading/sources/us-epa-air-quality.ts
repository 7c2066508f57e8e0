import { join } from 'node:path';
import { fold } from '../../../release/fold.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, readAreas } from '../../building/places/areas.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'us-epa-aqi-2024';
const FILE = 'annual_aqi_by_county_2024.csv';
const YEAR = '2024';

const FIGURES: readonly { column: string; metric: string; unit: string }[] = [
  { column: 'Median AQI', metric: 'us_air_quality_index', unit: 'us_air_quality_index' },
  { column: 'Good Days', metric: 'us_days_of_good_air', unit: 'days_per_year' },
];

/** Fewer days of measurements say little about the year. */
const FEWEST_DAYS = 300;

/** The Air Quality Index of the Environmental Protection Agency by county, in 2024. */
export const usEpaAirQuality: SourceReader = {
  id: 'us-epa-air-quality',
  folder: 'us-epa-aqi-county',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const counties = countiesByName(gazetteer.dataDirectory);
    const { rows } = readPublishedTable(join(directory, FILE), {
      columns: ['State', 'County', 'Year', 'Days with AQI', ...FIGURES.map(({ column }) => column)],
    });
    const facts: Fact[] = [];
    const matches: Match[] = [];
    for (const row of rows) {
      if (row.year('Year') !== YEAR) throw row.fault('Year', `another year than ${YEAR}`);
      const area = counties.get(keyOf(row.required('County'), row.required('State')));
      const published = `${row.required('State')} | ${row.required('County')}`;
      const isMeasured = row.requiredNumber('Days with AQI') >= FEWEST_DAYS;
      if (area === undefined) {
        matches.push({ published, place: '', how: 'no county of this name holds a city of ours' });
        continue;
      }
      matches.push(
        isMeasured
          ? { published, place: areaKey(area), how: 'name' }
          : { published, place: '', how: `measured on less than ${FEWEST_DAYS} days` },
      );
      if (isMeasured) facts.push(...figures(row, areaKey(area)));
    }
    return { facts, matches };
  },
};

function figures(row: PublishedRow, place: string): Fact[] {
  return FIGURES.map(({ column, metric, unit }) => ({
    place,
    metric,
    period: YEAR,
    grain: 'region',
    value: row.requiredNumber(column),
    unit,
    source: SOURCE,
    note: '',
  }));
}

/** County and state, folded → area. A name that the agency would write alike for two counties is left out. */
function countiesByName(dataDirectory: string): Map<string, string> {
  const counties = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { id, name } of readAreas(dataDirectory).areas) {
    if (!id.startsWith('us-county-')) continue;
    const [county = '', state = ''] = name.split(', ');
    const key = keyOf(
      county.replace(/ (County|Parish|Borough|Census Area|Municipality|Municipio)$/, ''),
      state,
    );
    if (counties.has(key)) ambiguous.add(key);
    counties.set(key, id);
  }
  for (const key of ambiguous) counties.delete(key);
  return counties;
}

/** `Baltimore (City)` and `Baltimore city` are the independent city; `Saint Clair` is St. Clair. */
function keyOf(county: string, state: string): string {
  return `${fold(county).replace(/^saint /, 'st ')} | ${fold(state)}`;
}
