import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync, strToU8 } from 'fflate';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { readMetrics } from '../../../../src/dataset/building/facts/metric.ts';
import { foodIndices } from '../../../../src/dataset/reading/sources/food-index.ts';
import { nigeriaFoodPrices } from '../../../../src/dataset/reading/sources/nigeria-food-prices.ts';
import { wfpFoodPrices } from '../../../../src/dataset/reading/sources/wfp-food-prices.ts';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  refusedAt,
  tableReaderNamed,
} from '../../../support/dataset/excerpts.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { workbook } from '../../../support/refresh/workbook-file.ts';

const indonesiaPihpsFood = tableReaderNamed('indonesia-pihps-food');

const ITEMS = ['beans', 'eggs', 'maize', 'oil', 'rice'];

test('a place where every item costs a tenth more than elsewhere has an index a tenth higher', () => {
  const prices = ['a', 'b', 'c', 'd', 'e'].flatMap((place) =>
    ITEMS.map((item) => ({ place, item, month: '2026-01', price: place === 'a' ? 110 : 100 })),
  );
  const indices = foodIndices(prices);
  assert.equal(indices.get('a'), Math.round(10_000 * 1.1 ** (4 / 5)) / 100);
  assert.equal(indices.get('b'), Math.round(10_000 * 1.1 ** (-1 / 5)) / 100);
});

test('an item counts once, however often it was priced, and items that few places have do not count', () => {
  const prices = ['a', 'b', 'c', 'd', 'e'].flatMap((place) =>
    ITEMS.map((item) => ({
      place,
      item,
      month: '2026-01',
      price: place === 'a' && item === 'rice' ? 200 : 100,
    })),
  );
  const again = ['2026-02', '2026-03'].flatMap((month) =>
    prices.filter(({ item }) => item === 'rice').map((price) => ({ ...price, month })),
  );
  const rare = { place: 'a', item: 'saffron', month: '2026-01', price: 9000 };
  assert.deepEqual(foodIndices([...prices, ...again, rare]), foodIndices(prices));
});

test('a place with fewer than five items has no index', () => {
  const prices = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((place) =>
    ITEMS.slice(place === 'a' ? 1 : 0).map((item) => ({ place, item, month: '2026-01', price: 100 })),
  );
  assert.deepEqual([...foodIndices(prices).keys()], ['b', 'c', 'd', 'e', 'f']);
});

const WFP_HEADER =
  'date,admin1,admin2,market,market_id,latitude,longitude,category,commodity,commodity_id,unit,priceflag,pricetype,currency,price,usdprice';
const MARKETS: [name: string, id: string, latitude: number, longitude: number][] = [
  ['Dhaka Sadar', '1', 23.71, 90.41],
  ['Chittagong Sadar', '2', 22.33, 91.84],
  ['Sylhet Sadar', '3', 24.9, 91.87],
  ['Khulna Sadar', '4', 22.81, 89.57],
  ['In the sea', '5', 20.5, 90.0],
];
const bangladesh = (lines: readonly string[]) => gzipSync(strToU8(`${[WFP_HEADER, ...lines].join('\n')}\n`));
const priced = MARKETS.flatMap(([market, id, latitude, longitude]) =>
  ITEMS.map(
    (item) =>
      `2025-01-15,D,D,${market},${id},${latitude},${longitude},cereals,${item},1,KG,actual,Retail,BDT,${id === '1' ? 120 : 100},1`,
  ),
);

/** An excerpt with these lines for Bangladesh. The other files have only a wholesale price, which the reader does not use. */
function wfp(lines: readonly string[]): Excerpt {
  const other = '2025-01-15,D,D,Nairobi,9,-1.29,36.82,cereals,maize,1,KG,actual,Wholesale,KES,100,1';
  const ofCountry = bangladesh([other]);
  const ofMany = gzipSync(strToU8(`countryiso3,${WFP_HEADER}\nKEN,${other}\n`));
  return {
    'wfp_food_prices_bgd.csv.gz': bangladesh(lines),
    'wfp_food_prices_global_2026.csv.gz': ofMany,
    'wfp_food_prices_ken.csv.gz': ofCountry,
    'wfp_food_prices_pak.csv.gz': ofCountry,
    'wfp_food_prices_syr_pse_nic_cog_2023q4.csv.gz': ofMany,
    'wfp_food_prices_ven.csv.gz': ofCountry,
  };
}

test('a city has the food index of the nearest market within 25 km', () => {
  const { facts } = readExcerpt(wfpFoodPrices, wfp(priced));
  const of = (place: string) => facts.find((fact) => fact.place === place)?.value;
  assert.equal(of('city/dhaka'), Math.round(10_000 * 1.2 ** (4 / 5)) / 100);
  assert.equal(of('city/sylhet'), Math.round(10_000 * 1.2 ** (-1 / 5)) / 100);
  assert.equal(of('city/rajshahi'), undefined, 'no market in reach');
  assert.ok(facts.every(({ grain, period }) => grain === 'city' && period === '2025-01'));
});

test('wholesale prices, other goods than food and averages of a country are left out', () => {
  const out = [
    '2025-01-15,D,D,Dhaka Sadar,1,23.71,90.41,cereals,rice,1,KG,actual,Wholesale,BDT,9000,1',
    '2025-01-15,D,D,Dhaka Sadar,1,23.71,90.41,non-food,rice,1,KG,actual,Retail,BDT,9000,1',
    '2025-01-15,,,National Average,7,,,cereals,rice,1,KG,actual,Retail,BDT,9000,1',
  ];
  assert.deepEqual(
    readExcerpt(wfpFoodPrices, wfp([...priced, ...out])),
    readExcerpt(wfpFoodPrices, wfp(priced)),
  );
});

test('a price that is not a number is refused with line and column', () => {
  const [first = '', ...others] = priced;
  assertRefused(wfpFoodPrices, wfp([first.replace(',120,', ',expensive,'), ...others]), {
    file: 'wfp_food_prices_bgd.csv.gz',
    line: 2,
    column: 'price',
    fault: /not a number/,
  });
});

const PIHPS_FILE = 'pihps_daily_2025-02_2026-02.csv.gz';

test('the food index of a province of Indonesia is without chillies, whose prices follow the harvest', () => {
  const foods = ['Beras', 'Daging Ayam', 'Daging Sapi', 'Gula Pasir', 'Telur Ayam'];
  const lines = ['Aceh', 'Bali', 'Banten', 'DKI Jakarta', 'Papua'].flatMap((province, index) =>
    [...foods, 'Cabai Rawit'].map((food, item) => {
      const price =
        food === 'Cabai Rawit' && province === 'Bali' ? 99_000 : province === 'Papua' ? 15_000 : 10_000;
      return `2025-02-0${1 + (item % 2)},${item},${food},${index},${province},${price},1`;
    }),
  );
  const header = 'Date_Param,Commodity_ID,Commodity_Name,Province_ID,Province_Name,Price,Price_Type';
  const { facts } = readExcerpt(indonesiaPihpsFood, {
    [PIHPS_FILE]: gzipSync(strToU8(`${[header, ...lines].join('\n')}\n`)),
  });
  const of = (place: string) => facts.find((fact) => fact.place === place);
  assert.equal(of('area/id-admin1-02')?.value, of('area/id-admin1-33')?.value, 'Bali and Banten');
  assert.equal(of('area/id-admin1-36')?.value, Math.round(10_000 * 1.5 ** (4 / 5)) / 100);
  assert.equal(of('area/id-admin1-pe')?.value, of('area/id-admin1-36')?.value, 'a part of Papua until 2022');
  assert.equal(of('area/id-admin1-02')?.period, '2025-02-01/2025-02-02');
});

const NIGERIAN_FILES = [
  'selected_food_Nov_2024.xlsx',
  'selected_food_Dec_2024.xlsx',
  'Selected_food_table_Jan25.xlsx',
  'selected_food_table_Feb_25.xlsx',
  'selected_food_table_Mar_25.xlsx',
  'selected_food_table_Apr25.xlsx',
];
const ZONES = ['NORTH CENTRAL', 'NORTH EAST', 'NORTH WEST', 'SOUTH EAST', 'SOUTH SOUTH', 'SOUTH WEST'];

function nigeria(first: Uint8Array): Excerpt {
  const rows = ITEMS.map((item) => [`${item} & more`, 100, 100, 100, 120, 100, 100]);
  const good = workbook([], [['Item Label', ...ZONES], ...rows]);
  return Object.fromEntries(NIGERIAN_FILES.map((file, index) => [file, index === 0 ? first : good]));
}

test('the food index of a zone of Nigeria is the mean over items and months', async () => {
  const rows = ITEMS.map((item) => [item, 100, 100, 100, 120, 100, 100]);
  const first = workbook([], [['Row Labels', ...ZONES], ...rows]);
  const { facts } = await readExcerpt(nigeriaFoodPrices, nigeria(first));
  assert.equal(facts.length, 6);
  const east = facts.find(({ place }) => place === 'area/ng-zone-south-east');
  assert.equal(east?.value, Math.round(10_000 * 1.2 ** (5 / 6)) / 100);
});

test('a workbook of other zones, an invalid price, and a file that is not a workbook are refused', async () => {
  const [file = ''] = NIGERIAN_FILES;
  const refused = (first: Uint8Array, line: number, column: string, fault: RegExp) =>
    assert.rejects(readExcerpt(nigeriaFoodPrices, nigeria(first)), refusedAt({ file, line, column, fault }));
  await refused(
    workbook(
      [],
      [
        ['Row Labels', 'LAGOS', ...ZONES.slice(1)],
        ['beans', 1, 1, 1, 1, 1, 1],
      ],
    ),
    1,
    '2',
    /not NORTH/,
  );
  await refused(
    workbook(
      [],
      [
        ['Row Labels', ...ZONES],
        ['beans', 1, -1, 1, 1, 1, 1],
      ],
    ),
    2,
    '3',
    /not a price/,
  );
  await refused(strToU8('<html>'), 0, '', /not a workbook, or damaged/);
});

test('more than a thousand cities are near the published markets', () => {
  const facts = readFacts(DATA_DIRECTORY, wfpFoodPrices.id);
  assert.ok(facts.length > 1000, String(facts.length));
  assert.ok(new Set(facts.map(({ place }) => place)).size === facts.length, 'one figure for each city');
});

test('food indices that we computed are only inputs of the estimates', () => {
  assert.equal(readMetrics(DATA_DIRECTORY).get('derived_food_price_level')?.resource, 'model_input');
});
