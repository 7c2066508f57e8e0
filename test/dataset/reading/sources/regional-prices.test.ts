import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRegions } from '../../../../src/dataset/building/places/regions.ts';
import { firstLevelAreas } from '../../../../src/dataset/reading/areas/first-level-areas.ts';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
} from '../../../support/dataset/excerpts.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const austriaPurchasingPowerSurcharge = tableReaderNamed('austria-purchasing-power-surcharge');
const canadaIntercityPrices = tableReaderNamed('canada-intercity-prices');
const japanRegionalPrices = tableReaderNamed('japan-regional-prices');

const JAPAN: Excerpt = {
  'japan_prefecture_rdi_2025.csv': [
    'pref_en,pref_ja,year,all,food,housing,utilities,furniture,clothing,health,transport_comm,education,recreation,misc,all_ex_rent',
    'Hyogo,兵庫県,2025,99.4,99.8,92.7,95.5,103.6,103.2,98.2,98.5,108.1,100,102.1,99.6',
    '',
  ].join('\n'),
};

test('a prefecture’s indices belong to the prefecture, with Japan as 100', () => {
  const { facts } = readExcerpt(japanRegionalPrices, JAPAN);
  assert.equal(facts.length, 12);
  const housing = facts.find(({ metric }) => metric === 'regional_price_level_housing');
  assert.deepEqual(
    [housing?.place, housing?.grain, housing?.value, housing?.period],
    ['area/jp-admin1-13', 'region', 92.7, '2025'],
  );
});

test('Japan has 47 prefectures, each with its capital in it', () => {
  const areas = firstLevelAreas(readRegions(DATA_DIRECTORY), gazetteer);
  assert.equal(areas.filter(({ country }) => country === 'JP').length, 47);
  const prefectureOf = new Map(
    areas.flatMap(({ id, cities }) => cities.map(({ geonamesId }) => [geonamesId, id] as const)),
  );
  assert.equal(prefectureOf.get(1859171), 'jp-admin1-13', 'Kobe');
  assert.equal(prefectureOf.get(1856035), 'jp-admin1-47', 'Naha');
  assert.equal(prefectureOf.get(2128295), 'jp-admin1-12', 'Sapporo');
});

const CANADA_FILE = 'canada_intercity_2019.csv';
const CANADA: Excerpt = {
  [CANADA_FILE]: [
    'city_statcan,year,all_items,food,shelter,household_operations_furnishings_and_equipment,clothing_and_footwear,transportation,health_and_personal_care,recreation_education_and_reading,alcoholic_beverages_tobacco_products_and_recreational_cannabis',
    '"St. John\'s, Newfoundland and Labrador",2019,96,108,87,101,103,100,94,88,111',
    '"Saint John, New Brunswick",2019,92,102,74,97,103,95,90,107,108',
    '"Iqaluit, Nunavut",2019,,168,,,,,,,',
    '',
  ].join('\n'),
};

test('St. John’s and Saint John are two cities', () => {
  const all = readExcerpt(canadaIntercityPrices, CANADA).facts.filter(
    ({ metric }) => metric === 'regional_price_level_all_items',
  );
  const cities = [6324733, 6138517].map((id) => gazetteer.cityByGeonamesId(id)?.key);
  assert.deepEqual(
    all.map(({ place, value }) => [place, value]),
    [
      [cities[0], 96],
      [cities[1], 92],
    ],
  );
});

test('a figure that is not a number is refused with line and column', () => {
  const file = String(CANADA[CANADA_FILE]).replace('2019,92', '2019,x');
  assertRefused(
    canadaIntercityPrices,
    { [CANADA_FILE]: file },
    { file: CANADA_FILE, line: 3, column: 'all_items', fault: /not a number/ },
  );
});

const AUSTRIA_FILE = 'hundertsaetze_2025.csv';
const AUSTRIA: Excerpt = {
  [AUSTRIA_FILE]: [
    'place,place_as_published,country_iso2,period,value,unit',
    'The Hague,Den Haag,NL,2025-03,9,percent',
    'Rio de Janeiro,Rio de Janeiro,BR,2025-03,,percent',
    'Seoul,Seoul,KR,2025-03,4,percent',
    'Seoul,Seoul,KR,2025-05,,percent',
    'Tokyo,Tokio,JP,2025-03,9,percent',
    '',
  ].join('\n'),
};

test('a duty station without surcharge has no figure: it may be much cheaper than Vienna', () => {
  assert.deepEqual(
    readExcerpt(austriaPurchasingPowerSurcharge, AUSTRIA).facts.map(({ place, value }) => [place, value]),
    [
      ['city/the-hague', 9],
      ['city/tokyo', 9],
    ],
    'the surcharge of Seoul ended in May; the list of May that we have does not reach to Tokyo',
  );
});

test('a month without a known ordinance is refused', () => {
  const file = String(AUSTRIA[AUSTRIA_FILE]).replace('2025-03,9', '2024-03,9');
  assertRefused(
    austriaPurchasingPowerSurcharge,
    { [AUSTRIA_FILE]: file },
    { file: AUSTRIA_FILE, line: 2, column: 'period', fault: /2024-03 instead of 2025-03/ },
  );
});
