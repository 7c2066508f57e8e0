import { join } from 'node:path';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { AREA_KINDS, type Area, type Areas } from '../../building/places/areas.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import { placeTable } from '../../building/places/place-table.ts';

const DIVISION_AREAS = placeTable('division-areas', [
  'id',
  'kind',
  'name',
  'country',
  'definition',
  'divisions',
  'cities',
  'without',
]);

/**
 * Areas for which publishers have figures and which consist of GeoNames' divisions (data/places/division-areas.tsv): all
 * cities in whole divisions (`E7`, a first-level region; `E7.076`, a second-level division in it) and further single cities,
 * without the cities that have the publisher's figure as their own. An area or a cell of the table without a city is an
 * error.
 */
export function divisionAreas(gazetteer: Gazetteer): Areas {
  const file = join('places', 'division-areas.tsv');
  const areas: Area[] = [];
  const cities: Areas['cities'] = [];
  for (const row of DIVISION_AREAS.read(gazetteer.dataDirectory)) {
    const fault = (column: string, text: string) => new SourceFileError(file, row.line, column, text);
    const kind = AREA_KINDS.find((known) => known === row.kind);
    if (kind === undefined) throw fault('kind', `unknown: ${row.kind}`);
    const ofCountry = gazetteer.citiesOf(row.country);
    const listed = (
      column: 'divisions' | 'cities' | 'without',
      isMeant: (city: GazetteerCity, text: string) => boolean,
    ) =>
      words(row[column]).flatMap((text) => {
        const meant = ofCountry.filter((city) => isMeant(city, text));
        if (meant.length === 0) throw fault(column, `${text} is no city of ours, or holds none`);
        return meant.map(({ geonamesId }) => geonamesId);
      });
    const isCity = ({ geonamesId }: GazetteerCity, text: string) => String(geonamesId) === text;
    const without = new Set(listed('without', isCity));
    const within = new Set([...listed('divisions', isInDivision), ...listed('cities', isCity)]);
    const members = [...within].filter((id) => !without.has(id));
    if (members.length === 0) throw fault('divisions', `no city is in ${row.id}`);
    areas.push({ id: row.id, kind, name: row.name, country: row.country, definition: row.definition });
    cities.push(...members.map((geonamesId) => ({ area: row.id, geonamesId })));
  }
  return { areas, cities };
}

function isInDivision({ admin1, admin2 }: GazetteerCity, code: string): boolean {
  return code.includes('.') ? `${admin1}.${admin2}` === code : admin1 === code;
}

function words(cell: string): string[] {
  return cell.split(' ').filter((word) => word !== '');
}
