import { join } from 'node:path';
import { distance } from 'geokdbush';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import type { Agglomeration } from '../../building/places/agglomerations.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';

export const AGGLOMERATIONS_FOLDER = 'un-wup2018-cities';
const FILE = 'WUP2018-F22-Cities_Over_300K_Annual.csv.gz';

const SOURCE = 'un-wup-2018';

/** The last year that is an estimate; all later ones are projections. */
const YEAR = '2018';
const LINES_BEFORE_HEADER = 16;
/** The UN's point is in the city; a city farther away is another one. */
const FARTHEST_KM = 25;

/** The agglomerations of the UN, each with the largest city of ours of that name that is at its point. */
export function unAgglomerations(directory: string, gazetteer: Gazetteer) {
  const { rows } = readPublishedTable(join(directory, FILE), {
    linesBeforeHeader: LINES_BEFORE_HEADER,
  });
  const found = new Map<number, Agglomeration>();
  const matches: Match[] = [];
  for (const row of rows) {
    const name = row.required('Urban Agglomeration');
    const published = `${row.required('Country or area')} | ${name}`;
    const { geonamesId, key } = cityAt(row, gazetteer) ?? {};
    if (geonamesId === undefined || key === undefined) {
      const how = `no city of that name in the country within ${FARTHEST_KM} km`;
      matches.push({ published, place: '', how });
      continue;
    }
    const population = thousands(row);
    const other = found.get(geonamesId);
    // If two agglomerations are at one of our cities, the larger is meant.
    if (other === undefined || other.population < population)
      found.set(geonamesId, { geonamesId, name, year: YEAR, population, source: SOURCE });
    matches.push({ published, place: key, how: 'largest city of that name at its point' });
  }
  return { agglomerations: [...found.values()], matches, sources: [SOURCE] };
}

function cityAt(row: PublishedRow, gazetteer: Gazetteer): GazetteerCity | undefined {
  const code = row.required('Country Code').padStart(3, '0');
  const country = gazetteer.countryByCode(code);
  if (country === undefined) throw row.fault('Country Code', `no country has the code ${code}`);
  const [latitude, longitude] = [row.requiredNumber('Latitude'), row.requiredNumber('Longitude')];
  const named = new Set(
    namesOf(row.required('Urban Agglomeration'))
      .flatMap((name) => gazetteer.citiesNamed(name, country.iso2))
      .map(({ city }) => city.geonamesId),
  );
  return gazetteer
    .citiesOf(country.iso2)
    .find(
      (city) =>
        named.has(city.geonamesId) &&
        distance(longitude, latitude, city.longitude, city.latitude) <= FARTHEST_KM,
    );
}

/** `Tiranë (Tirana)`, `Suzhou, Jiangsu` and `New York-Newark` by each name in them. */
function namesOf(text: string): string[] {
  const [outside = '', inside = ''] = text.split(/[()]/);
  return [text, outside, inside, ...text.split(/[,(]/), ...text.split(/[-(]/)]
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The publisher states thousands of people, in groups of digits that blanks separate. */
function thousands(row: PublishedRow): number {
  const text = row.required(YEAR).replace(/[\s\u00a0]/g, '');
  if (!/^\d+$/.test(text)) throw row.fault(YEAR, `no number of thousands: ${JSON.stringify(text)}`);
  return Number(text) * 1000;
}
