import { type Areas, mexicoSizeAreaId } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Region } from '../../building/places/regions.ts';

/** Sizes of locality in INEGI's household surveys: code, and the smallest population. */
const SIZES = [
  { code: '1', from: 100_000, what: 'of 100,000 and more people' },
  { code: '2', from: 15_000, what: 'of 15,000 to 99,999 people' },
  { code: '3', from: 2500, what: 'of 2,500 to 14,999 people' },
  { code: '4', from: 0, what: 'of fewer than 2,500 people' },
] as const;

/** Places of one size in one state of Mexico, for which household surveys have figures. */
export function mexicoSizeAreas(regions: readonly Region[], gazetteer: Gazetteer): Areas {
  const states = new Map(
    regions.filter(({ country }) => country === 'MX').map(({ admin1, name }) => [admin1, name]),
  );
  // A population that is not known is 0: such a city has no size.
  const cities = gazetteer
    .citiesOf('MX')
    .filter(({ admin1, population }) => states.has(admin1) && population > 0)
    .map(({ admin1, geonamesId, population }) => {
      const size = SIZES.find(({ from }) => population >= from) ?? SIZES[3];
      return { admin1, size, area: mexicoSizeAreaId(admin1, size.code), geonamesId };
    });
  const areas = new Map(
    cities.map(({ admin1, size, area }) => [
      area,
      {
        id: area,
        kind: 'region' as const,
        name: `${states.get(admin1)}, places ${size.what}`,
        country: 'MX',
        definition: `Localities ${size.what} in the state, as INEGI divides them; by GeoNames’ populations`,
      },
    ]),
  );
  return { areas: [...areas.values()], cities: cities.map(({ area, geonamesId }) => ({ area, geonamesId })) };
}
