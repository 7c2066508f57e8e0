import { list, recordTable, text, texts, word } from '../../building/files/records.ts';
import { AREA_KINDS, type InhabitedArea } from '../../building/places/areas.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';

const DIVISION_AREAS = recordTable('places/division-areas', {
  id: text,
  kind: word(AREA_KINDS),
  ...texts('name', 'country', 'definition'),
  divisions: list(' '),
  cities: list(' '),
  without: list(' '),
});

/**
 * Areas for which publishers have figures, or which people name, and which consist of GeoNames' divisions
 * (data/places/division-areas.tsv): all cities in whole divisions (`E7`, a first-level region; `E7.076`, a second-level division
 * in it) and further single cities, without the cities that have the publisher's figure as their own. An area or a cell of the
 * table without a city is an error.
 */
export function divisionAreas(gazetteer: Gazetteer): InhabitedArea[] {
  return DIVISION_AREAS.read(gazetteer.dataDirectory).map((row, index) => {
    const fault = (column: string, text: string) =>
      DIVISION_AREAS.fault(gazetteer.dataDirectory, index, column, text);
    const { id, kind, name, country, definition } = row;
    const ofCountry = gazetteer.citiesOf(country);
    const listed = (
      column: 'divisions' | 'cities' | 'without',
      isMeant: (city: GazetteerCity, text: string) => boolean,
    ) =>
      row[column].flatMap((text) => {
        const meant = ofCountry.filter((city) => isMeant(city, text));
        if (meant.length === 0) throw fault(column, `${text} is no city of ours, or holds none`);
        return meant;
      });
    const isCity = ({ geonamesId }: GazetteerCity, text: string) => String(geonamesId) === text;
    const without = new Set(listed('without', isCity));
    const within = new Set([...listed('divisions', isInDivision), ...listed('cities', isCity)]);
    const cities = [...within].filter((city) => !without.has(city));
    if (cities.length === 0) throw fault('divisions', `no city is in ${id}`);
    return { id, kind, name, country, definition, cities };
  });
}

function isInDivision({ admin1, admin2 }: GazetteerCity, code: string): boolean {
  return code.includes('.') ? `${admin1}.${admin2}` === code : admin1 === code;
}
