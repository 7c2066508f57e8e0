import { join } from 'node:path';
import { distance } from 'geokdbush';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import type { GazetteerCity } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import { type FoodPrice, foodIndexFact, foodIndices } from './food-index.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'wfp-food-prices-2026-04';
/** Files of several countries name the country in each row; for a file of one country, it is here, by ISO 3166-1 alpha-3. */
const FILES: readonly (readonly [file: string, country: string | null])[] = [
  ['wfp_food_prices_global_2026.csv.gz', null],
  ['wfp_food_prices_bgd.csv.gz', 'BGD'],
  ['wfp_food_prices_ken.csv.gz', 'KEN'],
  ['wfp_food_prices_pak.csv.gz', 'PAK'],
  ['wfp_food_prices_syr_pse_nic_cog_2023q4.csv.gz', null],
  ['wfp_food_prices_ven.csv.gz', 'VEN'],
];
/** A market is used for cities up to this distance. */
const REACH_KM = 25;

type Market = ReturnType<typeof marketOf>;

/**
 * How expensive food is in the retail markets that the World Food Programme observes, relative to the country's other markets.
 * A city has the index of the nearest market within 25 km. An input of the estimates, computed from the published prices.
 */
export const wfpFoodPrices: SourceReader = {
  id: 'wfp-food-prices',
  folder: 'wfp-food-prices',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const rows = FILES.flatMap(([file, country]) => readPrices(join(directory, file), country));
    const facts: Fact[] = [];
    const matches: Match[] = [];
    for (const [code, ofCountry] of Map.groupBy(rows, ({ market }) => market.country)) {
      const country = gazetteer.countryByCode(code);
      if (country === undefined) throw new Error(`wfp-food-prices: no country has the code ${code}`);
      const indices = foodIndices(ofCountry);
      const markets = [...new Map(ofCountry.map(({ market }) => [market.id, market])).values()].filter(
        ({ id }) => indices.has(id),
      );
      const months = ofCountry.map(({ month }) => month).sort();
      const [first, last] = [months[0] ?? '', months.at(-1) ?? ''];
      const period = first === last ? first : `${first}/${last}`;
      for (const { city, market } of citiesNear(markets, gazetteer.citiesOf(country.iso2))) {
        const published = `${code} | ${market.name} | ${market.id}`;
        matches.push({ published, place: city.key, how: 'distance' });
        const value = indices.get(market.id) as number;
        facts.push(foodIndexFact({ place: city.key, period, grain: 'city', value, source: SOURCE }));
      }
    }
    return { facts, matches };
  },
};

/** Retail prices of food. Averages of a country have no coordinates and are not markets. */
function readPrices(path: string, country: string | null): (FoodPrice & { market: Market })[] {
  const { rows } = readPublishedTable(path);
  return rows.flatMap((row) => {
    const price = row.requiredNumber('price');
    const isFood = row.required('category') !== 'non-food';
    const isOfMarket = row.text('latitude') !== '' && row.text('longitude') !== '';
    if (row.required('pricetype') !== 'Retail' || !isFood || !isOfMarket || price <= 0) return [];
    const market = marketOf(row, country ?? row.required('countryiso3'));
    const item = [row.required('commodity'), row.required('unit'), row.required('currency')].join(', ');
    const month = row.date('date').slice(0, 'yyyy-mm'.length);
    return [{ place: market.id, item, month, price, market }];
  });
}

/** @param country alpha-3 */
function marketOf(row: PublishedRow, country: string) {
  return {
    id: row.required('market_id'),
    name: row.required('market'),
    country,
    latitude: row.requiredNumber('latitude'),
    longitude: row.requiredNumber('longitude'),
  };
}

/** Every city with a market in reach, and the nearest one. */
function citiesNear(markets: readonly Market[], cities: readonly GazetteerCity[]) {
  return cities.flatMap((city) => {
    const [nearest] = markets
      .map((market) => ({ city, market, kilometres: kilometresTo(market, city) }))
      .sort(
        (left, right) => left.kilometres - right.kilometres || (left.market.id < right.market.id ? -1 : 1),
      );
    return nearest !== undefined && nearest.kilometres <= REACH_KM ? [nearest] : [];
  });
}

function kilometresTo({ longitude, latitude }: Market, city: GazetteerCity): number {
  return distance(city.longitude, city.latitude, longitude, latitude);
}
