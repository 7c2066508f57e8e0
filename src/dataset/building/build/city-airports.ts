import type { CityDetailRecord } from '../../../release/schema.ts';
import { type AirportOfCity, readAirports } from '../places/airports.ts';
import type { CityRow } from '../places/cities.ts';
import type { IdOf } from '../places/registry.ts';

/** Source of data/places/airports.tsv. */
const SOURCE = 'ourairports-2023';

export type Airports = ReturnType<typeof readReleaseAirports>;

/**
 * @param cities those that the gazetteer still has
 * @param excluded ids of sources that the operator leaves out
 */
export function readReleaseAirports(
  dataDirectory: string,
  cityId: IdOf,
  { cities, excluded }: { cities: readonly CityRow[]; excluded: readonly string[] },
) {
  const all = excluded.includes(SOURCE) ? [] : readAirports(dataDirectory);
  const known = new Set(cities.map(({ geonamesId }) => geonamesId));
  const rows = all.filter(({ geonamesId }) => known.has(geonamesId));
  const idOf = ({ geonamesId }: AirportOfCity) => cityId(geonamesId, 'airports');
  const single = rows.filter((row) => row.class !== 'group').sort(largeThenNear);
  const byCode = Map.groupBy(single, ({ code }) => code);
  const [leading, serving] = [rows.filter(({ leads }) => leads), single].map((some) =>
    Map.groupBy(some, ({ geonamesId }) => geonamesId),
  );
  return {
    /** What codes lead to. */
    codes: rows.flatMap((row) => (row.leads ? [{ code: row.code, city: idOf(row) }] : [])),
    /** The codes that lead to a city, by GeoNames id. */
    leading: (city: number) => (leading?.get(city) ?? []).map(({ code }) => code),
    /** The airports that serve a city, by GeoNames id. */
    serving: (city: number): CityDetailRecord['airports'] =>
      (serving?.get(city) ?? []).map(({ code, name, kilometres }) => ({
        code,
        name,
        distance_km: kilometres,
        serves: (byCode.get(code) ?? []).toSorted(leadingFirst).map(idOf),
        source: SOURCE,
      })),
  };
}

/** OurAirports' classes are the only size of an airport that we have. */
function largeThenNear(one: AirportOfCity, other: AirportOfCity): number {
  const size = Number(other.class === 'large') - Number(one.class === 'large');
  return size || one.kilometres - other.kilometres || (one.code < other.code ? -1 : 1);
}

function leadingFirst(one: AirportOfCity, other: AirportOfCity): number {
  return Number(other.leads) - Number(one.leads);
}
