import { fold } from '../../../release/fold.ts';
import { number, recordTable, text } from '../../building/files/records.ts';
import type { GazetteerCity } from '../../building/places/gazetteer.ts';
import type { Locality } from '../sources/us-hud-fmr.ts';

/** The counties of the United States, in New England the towns, and our cities in them. */
export class UsLocalities {
  readonly #byState: ReadonlyMap<string, Locality[]>;
  readonly #byCounty: ReadonlyMap<string, Locality[]>;
  readonly #reviewed: ReadonlyMap<number, string[]>;

  constructor(localities: readonly Locality[], reviewed: ReadonlyMap<number, string[]>) {
    this.#byState = Map.groupBy(localities, ({ state }) => state);
    this.#byCounty = Map.groupBy(localities, ({ county }) => county);
    this.#reviewed = reviewed;
  }

  /** All localities of a state or territory, by its postal letters. */
  ofState(state: string): readonly Locality[] {
    return this.#byState.get(state) ?? [];
  }

  /** All parts of a county, by its five-digit code. */
  ofCounty(county: string): readonly Locality[] {
    return this.#byCounty.get(county) ?? [];
  }

  /**
   * Where the city may be, by the first of these that is known: a review; its county, as GeoNames has it, or in New England the
   * town of the same name in that county, the town that GeoNames gives it, or all of the county's towns; the whole state. In
   * Connecticut, GeoNames has the counties of before 2022, but the same towns.
   */
  of(city: GazetteerCity): readonly Locality[] {
    const reviewed = this.#reviewed.get(city.geonamesId);
    if (reviewed !== undefined) return reviewed.flatMap((code) => this.#byCode(code));
    const isTerritory = city.country !== 'US';
    const ofState = this.ofState(isTerritory ? city.country : city.admin1);
    // In the territories GeoNames has the counties (Puerto Rico's municipios) as first-level regions.
    const county = isTerritory ? city.admin1 : city.admin2;
    const ofCounty = ofState.filter((locality) => locality.county.slice(2) === county);
    const town = ofState.filter((locality) => city.admin3 !== '' && locality.town === city.admin3);
    if (ofCounty.length === 0) return town.length > 0 ? town : ofState;
    const namesakes = ofCounty.filter(({ townName }) => bareTownName(townName) === fold(city.name));
    return [namesakes, town].find(({ length }) => length > 0) ?? ofCounty;
  }

  #byCode(code: string): readonly Locality[] {
    const ofCounty = this.ofCounty(code.slice(0, 5));
    return code.length === 5 ? ofCounty : ofCounty.filter(({ town }) => town === code.slice(5));
  }
}

/** The value that all of them share; undefined if they differ or there are none. */
export function agreed<Item, Value>(items: readonly Item[], trait: (item: Item) => Value): Value | undefined {
  const [value, ...others] = new Set(items.map(trait));
  return others.length === 0 ? value : undefined;
}

/** `Barnstable Town city` → `barnstable` */
function bareTownName(name: string): string {
  return fold(name.replace(/ (town|city|plantation)$/, '').replace(/ Town$/, ''));
}

const REVIEWED_LOCALITIES = recordTable('places/us-localities', {
  geonamesId: number,
  code: text,
  name: text,
  reason: text,
});

/** GeoNames id → FIPS codes of the counties (five digits) or towns (ten) of cities looked up by hand. */
export function readReviewedLocalities(dataDirectory: string): Map<number, string[]> {
  const byCity = Map.groupBy(REVIEWED_LOCALITIES.read(dataDirectory), ({ geonamesId }) => geonamesId);
  return new Map([...byCity].map(([id, ofCity]) => [id, ofCity.map(({ code }) => code)]));
}
