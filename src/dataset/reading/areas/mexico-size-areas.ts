import { type InhabitedArea, mexicoSizeAreaId } from '../../building/places/areas.ts';
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
export function mexicoSizeAreas(regions: readonly Region[], gazetteer: Gazetteer): InhabitedArea[] {
  // A population that is not known is 0: such a city has no size.
  const cities = gazetteer.citiesOf('MX').filter(({ population }) => population > 0);
  const states = regions.filter(({ country }) => country === 'MX');
  return states.flatMap(({ admin1, name }) => {
    const ofState = cities.filter((city) => city.admin1 === admin1);
    const bySize = Map.groupBy(ofState, ({ population }) => SIZES.find(({ from }) => population >= from));
    return [...bySize].map(([{ code, what } = SIZES[3], members]) => ({
      id: mexicoSizeAreaId(admin1, code),
      kind: 'region',
      name: `${name}, places ${what}`,
      country: 'MX',
      definition: `Localities ${what} in the state, as INEGI divides them; by GeoNames’ populations`,
      cities: members,
    }));
  });
}
