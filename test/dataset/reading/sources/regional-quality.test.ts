import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  tableReaderNamed,
} from '../../../support/dataset/excerpts.ts';

const aqliAirQuality = tableReaderNamed('aqli-air-quality');
const eurostatRegions = tableReaderNamed('eurostat-regions');
const oecdRegionalWellBeing = tableReaderNamed('oecd-regional-well-being');

const eurostatCityPerception = tableReaderNamed('eurostat-city-perception');
const usEpaAirQuality = tableReaderNamed('us-epa-air-quality');

const OECD_FILE = 'indicator_last.csv';
const OECD: Excerpt = {
  [OECD_FILE]: [
    'Country,Region,Code,Disposable income per capita,Unemployment rate,Homicide rate,Life expectancy,Population with at least secondary education,Households broadband access',
    'Australia,New South Wales,AU1,41725.3,4.2,1,83.2,85.8,85.2',
    'Costa Rica,Brunca,CR04,..,7.1,8.4,80.5,40.1,70',
    'Portugal,Azores (Autonomous Region),PT20,20000,0,0.8,78.2,50,90',
    'Türkiye,Southeast Anatolia - West ,TRC1,..,9.6,3.9,65.2,37.8,..',
    ',Australia,AUS,39871.9,4.1,0.9,83,83.4,86.1',
    ',Costa Rica,CRI,..,7.3,17.2,80.9,48,80',
    ',Portugal,PRT,25000,6.2,0.7,81.2,38.5,91',
    ',Türkiye,TUR,..,8.8,2.5,77.3,45,..',
    '',
  ].join('\n'),
};

test('a large region’s indicators have the years that the OECD states for its country', () => {
  const { facts } = readExcerpt(oecdRegionalWellBeing, OECD);
  const ofNewSouthWales = facts.filter(({ place }) => place === 'area/au-admin1-02');
  assert.deepEqual(
    ofNewSouthWales.map(({ metric, value, period, grain }) => [metric, value, period, grain]),
    [
      ['household_disposable_income', 41725.3, '2022', 'region'],
      ['recorded_homicides', 1, '2024', 'region'],
      ['regional_life_expectancy', 83.2, '2022', 'region'],
      ['upper_secondary_education', 85.8, '2021', 'region'],
      ['unemployment_rate', 4.2, '2024', 'region'],
    ],
    'without broadband, which is of 2017',
  );
});

test('a country has the indicators with which its regions are compared; education is the complement of the file’s figure', () => {
  const national = readExcerpt(oecdRegionalWellBeing, OECD).facts.filter(({ grain }) => grain === 'country');
  assert.deepEqual(
    national.filter(({ place }) => place === 'country/portugal').map(({ metric, value }) => [metric, value]),
    [
      ['upper_secondary_education', 61.5],
      ['household_disposable_income', 25000],
      ['recorded_homicides', 0.7],
      ['households_with_broadband', 91],
      ['regional_life_expectancy', 81.2],
    ],
  );
  assert.ok(national.every(({ metric }) => metric !== 'unemployment_rate'));
});

test('unemployment of 0, and life expectancy lowered by the earthquake of 2023, are left out', () => {
  const { facts } = readExcerpt(oecdRegionalWellBeing, OECD);
  const has = (place: string, metric: string) =>
    facts.some((fact) => fact.place === place && fact.metric === metric);
  assert.ok(has('area/nuts-pt20', 'regional_life_expectancy') && !has('area/nuts-pt20', 'unemployment_rate'));
  assert.ok(has('area/nuts-trc1', 'unemployment_rate') && !has('area/nuts-trc1', 'regional_life_expectancy'));
});

test('a region that cuts across ours is listed with the reason; one that has not been reviewed is refused', () => {
  const { matches } = readExcerpt(oecdRegionalWellBeing, OECD);
  const unmatched = matches.filter(({ place }) => place === '');
  assert.deepEqual(
    unmatched.map(({ published }) => published),
    ['CR04 | Brunca'],
  );
  const unknown = { [OECD_FILE]: String(OECD[OECD_FILE]).replace(',AU1,', ',AU9,') };
  assertRefused(oecdRegionalWellBeing, unknown, { file: OECD_FILE, line: 2, column: 'Code', fault: /AU9/ });
});

const AQLI_HEADER = 'country_code,geonames_admin1,geonames_admin2,aqli_id,match';
function aqli(links: readonly string[]): Excerpt {
  return {
    'gadm0_2023_wide.csv': 'id,pm2023\nDEU,7.4',
    'gadm1_2023_wide.csv.gz': gzipSync(
      'id,name,name0,pm2023\n11,Berlin,Germany,9.44\n12,Bremen,Germany,0\n13,Ceredigion,Wales,4\n14,Gwynedd,Wales,5',
    ),
    'geonames_admin1_to_aqli.csv': `${[AQLI_HEADER, ...links].join('\n')}\n`,
  };
}

test('air by region: a figure for a region that AQLI has under the same or a reviewed name', () => {
  const { facts } = readExcerpt(aqliAirQuality, aqli(['DE,16,,11,alias']));
  assert.deepEqual(
    facts.map(({ place, value, grain, period }) => [place, value, grain, period]),
    [
      ['country/germany', 7.4, 'country', '2023'],
      ['area/de-admin1-16', 9.44, 'region', '2023'],
    ],
  );
});

test('air by region: no data, older units and several regions in one of ours give no figure, with the reason', () => {
  const links = ['DE,03,,12,name', 'DE,16,,11,approximate', 'GB,WLS,,13,alias', 'GB,WLS,,14,alias'];
  const { facts, matches } = readExcerpt(aqliAirQuality, aqli(links));
  assert.deepEqual(
    facts.map(({ place }) => place),
    ['country/germany'],
  );
  assert.equal(matches.length, 4);
  assert.ok(matches.every(({ place, how }) => place === '' && how !== ''));
});

const PHYSICIANS_FILE = 'estat_hlth_rs_physreg.tsv.gz';
function european(physicians: readonly string[]): Excerpt {
  const product = 'TERRITORY_ID,LEVEL_ID,NAME_HTML,UNIT,2021,2022';
  return {
    [PHYSICIANS_FILE]: gzipSync(['freq,unit,geo,2019,2020,2021,2022', ...physicians, ''].join('\n')),
    'ARDECO-SUVGDP.2021.table.csv.gz': gzipSync(
      [
        product,
        'DE300,3,Berlin,PPS,40000,99',
        'DE300,3,Berlin,EUR,45200,99',
        'DE30,2,Berlin,PPS,40000,99',
        '',
      ].join('\n'),
    ),
  };
}

test('a European region has the physicians of the latest year with a figure, and the gross product of 2021', () => {
  const lines = [
    'A,P_HTHAB,DE,440,450,460b,:',
    'A,P_HTHAB,DE30,500,510 e,:,:c',
    'A,HAB_P,DE30,200,199,198,197',
  ];
  const { facts } = readExcerpt(eurostatRegions, european(lines));
  assert.deepEqual(
    facts.map(({ place, metric, period, value }) => [place, metric, period, value]),
    [
      ['country/germany', 'practising_physicians', '2021', 460],
      ['area/nuts-de30', 'practising_physicians', '2020', 510],
      ['area/nuts-de300', 'regional_product_per_person', '2021', 40000],
    ],
  );
  assertRefused(eurostatRegions, european(['A,P_HTHAB,DE30,1,2,3,many']), {
    file: PHYSICIANS_FILE,
    line: 2,
    column: '2022',
    fault: /neither a number/,
  });
});

const EPA_FILE = 'annual_aqi_by_county_2024.csv';
const EPA_HEADER = '"State","County","Year","Days with AQI","Good Days","Median AQI"';

test('a county has an air figure if it was measured on at least 300 days and contains one of our cities', () => {
  const rows = [
    EPA_HEADER,
    '"California","Los Angeles",2024,366,38,80',
    '"Hawaii","Kalawao",2024,366,300,30',
    '"Illinois","Cook",2024,299,131,54',
    '"Illinois","Saint Clair",2024,366,200,45',
  ];
  const { facts, matches } = readExcerpt(usEpaAirQuality, { [EPA_FILE]: `${rows.join('\n')}\n` });
  assert.deepEqual(
    facts.map(({ place, metric, value }) => [place, metric, value]),
    [
      ['area/us-county-06037', 'us_days_of_good_air', 38],
      ['area/us-county-06037', 'us_air_quality_index', 80],
      ['area/us-county-17163', 'us_days_of_good_air', 200],
      ['area/us-county-17163', 'us_air_quality_index', 45],
    ],
  );
  assert.deepEqual(
    matches.map(({ place }) => place !== ''),
    [true, false, false, true],
  );
});

test('survey figures belong to their city, for Paris to its whole area, and for Strasbourg are left out', () => {
  const answers = '97.1,90,80,50,20,70';
  const rows = [
    'city,cc,city-satisfaction,life-satisfaction,safety-night,jobs,housing,trust',
    `Zurich,CH,${answers}`,
    `Paris,FR,${answers}`,
    `Strasbourg,FR,${answers}`,
    `Helsinki/Helsingfors,FI,${answers}`,
  ];
  const { facts } = readExcerpt(eurostatCityPerception, { 'perception_2023.csv': `${rows.join('\n')}\n` });
  const satisfied = facts.filter(({ metric }) => metric === 'satisfied_with_city');
  assert.deepEqual(
    satisfied.map(({ place, value, grain }) => [place, value, grain]),
    [
      ['city/zurich', 97.1, 'city'],
      ['city/paris', 97.1, 'metro'],
      ['city/helsinki', 97.1, 'city'],
    ],
  );
});
