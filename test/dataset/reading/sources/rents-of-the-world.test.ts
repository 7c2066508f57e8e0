import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { australiaCensusRents } from '../../../../src/dataset/reading/sources/australia-census-rents.ts';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
} from '../../../support/dataset/excerpts.ts';

const canadaCmhcRents = tableReaderNamed('canada-cmhc-rents');
const saudiRegaRents = tableReaderNamed('saudi-rega-rents');

const hongKongRents = tableReaderNamed('hong-kong-rents');
const newZealandRents = tableReaderNamed('new-zealand-rents');

const HONG_KONG_FILE = 'rvd_private_domestic_rents_2026-08.csv';
const HONG_KONG: Excerpt = {
  [HONG_KONG_FILE]: [
    'class,class_area_m2,area,rent_hkd_per_m2_month,fewer_than_20',
    'B,40-70,Hong Kong Island,446,false',
    'E,160-,Kowloon,450,true',
    'B,40-70,Kowloon,418,false',
    'B,40-70,New Territories,312,false',
    '',
  ].join('\n'),
};

test('a part of Hong Kong has its own rent, and places in it have it through the area', () => {
  const { facts } = readExcerpt(hongKongRents, HONG_KONG);
  assert.deepEqual(
    facts.map(({ place, grain, value, unit }) => [place, grain, value, unit]),
    [
      ['city/hong-kong-island', 'city', 446, 'HKD'],
      ['area/hk-area-hong-kong-island', 'region', 446, 'HKD'],
      ['city/kowloon', 'city', 450, 'HKD'],
      ['area/hk-area-kowloon', 'region', 450, 'HKD'],
      ['city/kowloon', 'city', 418, 'HKD'],
      ['area/hk-area-kowloon', 'region', 418, 'HKD'],
      ['city/new-territories', 'city', 312, 'HKD'],
      ['area/hk-area-new-territories', 'region', 312, 'HKD'],
      // 1.2, 2.2 and 4.0 million people.
      ['city/hong-kong', 'city', 366, 'HKD'],
    ],
  );
  assert.match(facts[0]?.note ?? '', /class B: saleable area of 40 to 70 m²; provisional$/);
  assert.match(facts[2]?.note ?? '', /class E: saleable area of 160 m² and more.*fewer than 20 lettings/);
});

test('a part of Hong Kong that has not been reviewed, and a class without its size, are refused', () => {
  const refused = (from: string, to: string, column: string, fault: RegExp) =>
    assertRefused(
      hongKongRents,
      { [HONG_KONG_FILE]: String(HONG_KONG[HONG_KONG_FILE]).replace(from, to) },
      { file: HONG_KONG_FILE, line: 2, column, fault },
    );
  refused('Hong Kong Island', 'Lantau', 'area', /not among the areas/);
  refused('40-70', 'medium', 'class_area_m2', /not a range/);
});

const CANADA_FILE = 'canadaRents.json';
const CANADA = {
  year: '2025',
  columns: ['bachelor', '1', '2', '3'],
  geo: {
    'Toronto, Ontario': [1482, 1761, 2045, 2284],
    'Gander, Newfoundland and Labrador': [null, 849, 1005, 999],
    "St. John's, Newfoundland and Labrador": [945, null, 1348, 1327],
    'Bay Roberts, Newfoundland and Labrador': [0, 0, 0, 0],
    'Ottawa-Gatineau, Ontario/Quebec': [1, 1, 1, 1],
  },
};

test('the central city of a Canadian centre has the centre’s rents, and suburbs have them through the area', () => {
  const { facts, matches } = readExcerpt(canadaCmhcRents, { [CANADA_FILE]: JSON.stringify(CANADA) });
  const of = (place: string) =>
    facts.filter((fact) => fact.place === place).map(({ metric, value }) => [metric, value]);
  const toronto = [
    ['rent_studio', 1482],
    ['rent_one_bedroom', 1761],
    ['rent_two_bedroom', 2045],
    ['rent_three_bedroom', 2284],
  ];
  assert.deepEqual(of('city/toronto'), toronto);
  assert.deepEqual(of('area/ca-cma-toronto'), toronto);
  assert.deepEqual(
    of('area/ca-cma-st-johns').map(([metric]) => metric),
    ['rent_studio', 'rent_two_bedroom', 'rent_three_bedroom'],
    'a suppressed figure is none',
  );
  assert.ok(facts.every(({ grain, unit }) => grain === 'metro' && unit === 'CAD'));
  const how = (published: string) => matches.find((match) => match.published === published)?.how;
  assert.equal(how('Bay Roberts, Newfoundland and Labrador'), undefined, 'four zeros are no figures');
  assert.match(how('Ottawa-Gatineau, Ontario/Quebec') ?? '', /two parts/);
});

test('a file of Canadian rents with other columns is refused', () => {
  const other = JSON.stringify({ ...CANADA, columns: ['bachelor', '1', '2', '3+'] });
  assertRefused(
    canadaCmhcRents,
    { [CANADA_FILE]: other },
    { file: CANADA_FILE, line: 0, column: '/columns/3', fault: /instead of/ },
  );
});

const AUSTRALIAN_HEADER = 'CODE_2021,Census_Name_2021,Median_rent_weekly';
const SUBURBS = [
  `SAL_${AUSTRALIAN_HEADER}`,
  'SAL12436,Manly (NSW),725',
  'SAL22150,Richmond (Vic.),436',
  'SAL13349,Richmond (NSW),340',
  'SAL10001,Aarons Pass,0',
  '',
].join('\n');
const AUSTRALIA: Excerpt = {
  '2021Census_G02_AUST_UCL.csv': `UCL_${AUSTRALIAN_HEADER}\nUCL101001,Sydney,475\nUCL221001,Albury - Wodonga (Wodonga Part),300\n`,
  '2021Census_G02_AUST_SAL.csv.gz': gzipSync(SUBURBS),
  '2021Census_G02_AUST_LGA.csv': `LGA_${AUSTRALIAN_HEADER}\nLGA40120,Adelaide Hills,350\n`,
};

test('an Australian city has the rent of its urban centre, and a section that of its suburb, in its own state', () => {
  const { facts, matches } = readExcerpt(australiaCensusRents, withReviewedPlaces(AUSTRALIA));
  const of = (place: string) => {
    const fact = facts.find((one) => one.place === place);
    return [fact?.value, fact?.grain];
  };
  assert.deepEqual(of('city/sydney'), [475, 'city']);
  assert.deepEqual(of('city/wodonga'), [300, 'city']);
  assert.deepEqual(of('city/adelaide-hills'), [350, 'region']);
  assert.deepEqual(of('city/manly'), [725, 'city']);
  assert.ok(matches.every(({ published, how }) => published !== '' && how !== ''));
  assert.equal(matches.length, 1495, 'one line for every city of ours');
});

/** Adds the areas that reviewed decisions name, because the files must have them. */
function withReviewedPlaces(excerpt: Excerpt): Excerpt {
  const reviewed = [
    'SAL10002,St Ives (NSW),1',
    'SAL10003,St Clair (Penrith - NSW),1',
    'SAL10004,Sydney,600',
    'SAL10005,Wollongong,1',
    'SAL30001,The Gap (Brisbane - Qld),1',
    'SAL40001,Adelaide,1',
    'SAL20001,Hillside (Melton - Vic.),1',
    'SAL20002,Melbourne,1',
    'SAL20003,St Kilda (Vic.),1',
  ];
  return {
    ...excerpt,
    '2021Census_G02_AUST_SAL.csv.gz': gzipSync(`${SUBURBS}${reviewed.join('\n')}\n`),
    '2021Census_G02_AUST_LGA.csv': `${excerpt['2021Census_G02_AUST_LGA.csv']}LGA34590,Logan,1\nLGA25900,Port Phillip,1\n`,
  };
}

test('a reviewed decision about a place without a census rent is refused', () => {
  assert.throws(() => readExcerpt(australiaCensusRents, AUSTRALIA), /the census has no area .* with a rent/);
});

const NEW_ZEALAND_FILE = 'ta_rents_2026_07.csv';
const NEW_ZEALAND: Excerpt = {
  [NEW_ZEALAND_FILE]: [
    'territorial_authority,median_rent_nzd_week,lodged_bonds,lower_quartile,upper_quartile',
    'Auckland,640,5592,520,750',
    'Selwyn District,620,120,590,680',
    'Wellington City,560,29,450,700',
    'Buller District,400,15,360,480',
    '',
  ].join('\n'),
};

test('a council’s median rent belongs to its city, and a district’s to the places in it', () => {
  const { facts, matches } = readExcerpt(newZealandRents, NEW_ZEALAND);
  assert.deepEqual(
    facts.map(({ place, grain, value }) => [place, grain, value]),
    [
      ['city/auckland', 'city', 640],
      ['area/nz-municipality-076', 'region', 640],
      ['area/nz-municipality-062', 'region', 620],
    ],
  );
  const how = (published: string) => matches.find((match) => match.published === published)?.how ?? '';
  assert.match(how('Wellington City'), /fewer than 30 bonds/);
  assert.match(how('Buller District'), /without a city of ours/);
});

const FLAT = 'شقة - سكني';
const RIYADH_FILE = 'Rental-indicators-for-Cities-in-Riyadh-region.csv.gz';
const saudi = (
  lines: readonly string[],
  header = 'year,quarter,region_ar,city_ar,Category,total_deals,average',
) => gzipSync(`${[header, ...lines].join('\n')}\n`);

test('Saudi rents are kept for flats in the last quarter with enough contracts', () => {
  const { facts } = readExcerpt(saudiRegaRents, {
    [RIYADH_FILE]: saudi(
      [
        `2024,4,الرياض,الرياض,${FLAT},176769,28324.5`,
        `2024,3,الرياض,الرياض,${FLAT},170000,28000`,
        '2024,4,الرياض,الرياض,فيلا - سكني,5000,90000',
        `2024,4,الرياض,الخرج,${FLAT},29,15000`,
      ],
      'السنة ,الربع,المنطقة ,المدينة ,نوع العقار ,مجموع الصفقات,المتوسط',
    ),
    'Rental-indicators-for-cities-in-Eastern-Province.csv.gz': saudi([
      `2024,4,المنطقة الشرقية,الاحساء,${FLAT},5000,16000`,
    ]),
  });
  assert.deepEqual(
    facts.map(({ place, grain, value, period }) => [place, grain, value, period]),
    [
      ['city/riyadh', 'city', 28324.5, '2024-10-01/2024-12-31'],
      ['area/sa-governorate-riyadh', 'region', 28324.5, '2024-10-01/2024-12-31'],
      ['area/sa-governorate-al-ahsa', 'region', 16000, '2024-10-01/2024-12-31'],
    ],
  );
});

test('an unknown region of Saudi Arabia is refused', () => {
  assertRefused(
    saudiRegaRents,
    { [RIYADH_FILE]: saudi([`2024,4,لندن,الرياض,${FLAT},176769,28324.5`]) },
    { file: RIYADH_FILE, line: 2, column: 'region', fault: /no known region/ },
  );
});
