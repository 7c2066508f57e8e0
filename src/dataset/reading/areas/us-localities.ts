import { fold } from '../../../release/fold.ts';
import { number, recordTable, text } from '../../building/files/records.ts';
import type { GazetteerCity } from '../../building/places/gazetteer.ts';
import type { Locality } from '../sources/us-hud-fmr.ts';

const REVIEWED = recordTable('places/us-localities', {
  geonamesId: number,
  /** FIPS code of a county (five digits) or town (ten). */
  code: text,
  name: text,
  reason: text,
});

/** The counties of the United States, in New England the towns, and our cities in them. */
export function usLocalities(localities: readonly Locality[], dataDirectory: string) {
  const byState = Map.groupBy(localities, ({ state }) => state);
  const byCounty = Map.groupBy(localities, ({ county }) => county);
  const reviewed = Map.groupBy(REVIEWED.read(dataDirectory), ({ geonamesId }) => geonamesId);
  /** All localities of a state or territory, by its postal letters. */
  const ofState = (state: string) => byState.get(state) ?? [];
  /** All parts of a county, by its five-digit code. */
  const ofCounty = (county: string) => byCounty.get(county) ?? [];
  const byCode = (code: string) =>
    ofCounty(code.slice(0, 5)).filter(({ town }) => code.length === 5 || town === code.slice(5));
  /**
   * Where the city may be, by the first of these that is known: a review; its county, as GeoNames has it, or in New England the
   * town of the same name in that county, the town that GeoNames gives it, or all of the county's towns; the whole state. In
   * Connecticut, GeoNames has the counties of before 2022, but the same towns.
   */
  const of = (city: GazetteerCity): readonly Locality[] => {
    const review = reviewed.get(city.geonamesId);
    if (review !== undefined) return review.flatMap(({ code }) => byCode(code));
    const isTerritory = city.country !== 'US';
    const around = ofState(isTerritory ? city.country : city.admin1);
    // In the territories GeoNames has the counties (Puerto Rico's municipios) as first-level regions.
    const county = isTerritory ? city.admin1 : city.admin2;
    const inCounty = around.filter((locality) => locality.county.slice(2) === county);
    const town = around.filter((locality) => city.admin3 !== '' && locality.town === city.admin3);
    if (inCounty.length === 0) return town.length > 0 ? town : around;
    const namesakes = inCounty.filter(({ townName }) => bareTownName(townName) === fold(city.name));
    return [namesakes, town].find(({ length }) => length > 0) ?? inCounty;
  };
  return { ofState, ofCounty, of };
}
export type UsLocalities = ReturnType<typeof usLocalities>;

/** The value that all of them share; undefined if they differ or there are none. */
export function agreed<Item, Value>(items: readonly Item[], trait: (item: Item) => Value): Value | undefined {
  const [value, ...others] = new Set(items.map(trait));
  return others.length === 0 ? value : undefined;
}

/** `Barnstable Town city` → `barnstable` */
function bareTownName(name: string): string {
  return fold(name.replace(/ (town|city|plantation)$/, '').replace(/ Town$/, ''));
}
