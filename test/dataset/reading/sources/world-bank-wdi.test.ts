import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  GOVERNANCE_CODES,
  wdiIndicators,
  worldBankWdi,
} from '../../../../src/dataset/reading/sources/world-bank-wdi.ts';
import { besidePublishedFiles, publishedPath } from '../../../support/beside-published-files.ts';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const INDICATORS = wdiIndicators(DATA_DIRECTORY);

const METADATA = [
  '"Country Code","Region","IncomeGroup","SpecialNotes","TableName",',
  '"WLD","","","","World",',
  '"CHI","Europe & Central Asia","High income","","Channel Islands",',
  '"XKX","Europe & Central Asia","Upper middle income","a note\non two lines","Kosovo",',
  '"PRT","Europe & Central Asia","High income","","Portugal",',
  '',
].join('\n');

/** Figures of 2014, 2015 and 2016; '' where there is none. */
type Figures = Readonly<Record<'WLD' | 'CHI' | 'XKX' | 'PRT', readonly [string, string, string]>>;

const FIGURES: Figures = {
  WLD: ['1', '2', '3'],
  CHI: ['4', '5', '6'],
  XKX: ['7.5', '', ''],
  PRT: ['8', '', '9.25'],
};

function download(code: string, figures = FIGURES, date = '2026-07-13'): string {
  const lines = Object.entries(figures).map(
    ([country, values]) =>
      `"${country === 'PRT' ? 'Portugal' : country}","${country}","An indicator","${code}",${values.map((value) => `"${value}",`).join('')}`,
  );
  return [
    '\uFEFF"Data Source","World Development Indicators",',
    '',
    `"Last Updated Date","${date}",`,
    '',
    '"Country Name","Country Code","Indicator Name","Indicator Code","2014","2015","2016",',
    ...lines,
    '',
  ].join('\r\n');
}

const fileOf = (code: string, folder = '2026-07') => `${folder}/API_${code}_DS2_en_csv_v2_1.csv`;

/** All indicators in one edition. */
const EDITION: Excerpt = {
  'metadata/Metadata_Country.csv': METADATA,
  ...Object.fromEntries([...INDICATORS.keys()].map((code) => [fileOf(code), download(code)])),
};

const POPULATION = fileOf('SP.POP.TOTL');
const withPopulation = (content: string): Excerpt => ({ ...EDITION, [POPULATION]: content });

function populations(excerpt: Excerpt) {
  return readExcerpt(worldBankWdi, excerpt).facts.filter(({ metric }) => metric === 'population');
}

testDamagedTable(worldBankWdi, EDITION, {
  name: POPULATION,
  file: POPULATION,
  headerLine: 5,
  column: 'Country Code',
});

test('years before 2015 are kept only for a country that has nothing newer', () => {
  const kept = populations(EDITION).map(({ place, period, value, source }) => [place, period, value, source]);
  assert.deepEqual(kept, [
    ['country/kosovo', '2014', 7.5, 'wb-wdi-2026-07'],
    ['country/portugal', '2016', 9.25, 'wb-wdi-2026-07'],
  ]);
});

test('no aggregate becomes a country, and everything that is left out is listed with the reason', () => {
  const { facts, matches } = readExcerpt(worldBankWdi, EDITION);
  assert.deepEqual(new Set(facts.map(({ place }) => place)), new Set(['country/kosovo', 'country/portugal']));
  assert.deepEqual(matches, [
    { published: 'WLD', place: '', how: 'an aggregate of economies' },
    { published: 'CHI', place: '', how: 'Jersey and Guernsey together: no ISO 3166-1 code' },
    { published: 'XKX', place: 'country/kosovo', how: 'code' },
  ]);
});

test('if an indicator has two editions, only the newer one is read, even if the older has more figures', () => {
  const older = download('SP.POP.TOTL', { ...FIGURES, PRT: ['8', '8.5', '9'] }, '2024-06-28');
  const excerpt = { ...EDITION, [fileOf('SP.POP.TOTL', '2024-07')]: older };
  assert.deepEqual(populations(excerpt), populations(EDITION));
  assert.deepEqual(
    readExcerpt(worldBankWdi, excerpt).sources?.map(({ id }) => id),
    ['wb-wdi-2026-07'],
  );
});

test('a file of another edition than its folder is refused', () => {
  const other = withPopulation(download('SP.POP.TOTL', FIGURES, '2025-04-15'));
  assertRefused(worldBankWdi, other, { file: POPULATION, line: 3, column: '2', fault: /2025-04-15/ });
});

test('a download truncated between two lines is refused, because the Bank lists every economy', () => {
  const cut = download('SP.POP.TOTL').trimEnd().split('\r\n').slice(0, -1).join('\r\n');
  assertRefused(worldBankWdi, withPopulation(`${cut}\r\n`), {
    file: POPULATION,
    line: 8,
    column: 'Country Code',
    fault: /no line of PRT/,
  });
});

test('a figure that is not a number is refused with its line and year', () => {
  const wrong = withPopulation(download('SP.POP.TOTL', { ...FIGURES, PRT: ['8', 'n/a', '9'] }));
  assertRefused(worldBankWdi, wrong, {
    file: POPULATION,
    line: 9,
    column: '2015',
    fault: /not a number: "n\/a"/,
  });
});

test('a header with a missing year is refused', () => {
  const wrong = withPopulation(download('SP.POP.TOTL').replace('"2015"', '"2017"'));
  assertRefused(worldBankWdi, wrong, { file: POPULATION, line: 5, column: '6', fault: /not the year/ });
});

test('a code that is neither in ISO 3166-1 nor known as the Bank’s is refused, not dropped', () => {
  const wrong = withPopulation(
    `${download('SP.POP.TOTL')}"Atlantis","ATL","An indicator","SP.POP.TOTL","","","1",\r\n`,
  );
  assertRefused(worldBankWdi, wrong, { file: POPULATION, line: 10, column: 'Country Code', fault: /"ATL"/ });
});

test('a file of another indicator than its name says is refused', () => {
  const wrong = withPopulation(download('SP.POP.GROW'));
  assertRefused(worldBankWdi, wrong, {
    file: POPULATION,
    line: 6,
    column: 'Indicator Code',
    fault: /SP.POP.GROW/,
  });
});

test('an indicator without a metric, or without a file, is an error', () => {
  const unknown = fileOf('AG.LND.TOTL.K2');
  assertRefused(
    worldBankWdi,
    { ...EDITION, [unknown]: download('AG.LND.TOTL.K2') },
    { file: unknown, fault: /no metric is known/ },
  );
  const { [POPULATION]: _, ...without } = EDITION;
  assertRefused(worldBankWdi, without, { file: 'worldbank-wdi', fault: /SP\.POP\.TOTL/ });
});

test('lists of countries and years are read like downloads', () => {
  const { [fileOf('VC.IHR.PSRC.P5')]: _, ...others } = EDITION;
  const name = '2025-10/VC.IHR.PSRC.P5_homicide_unodc_who.csv';
  const list = [
    'iso3,country,year,rate_per_100k,source',
    'PRT,Portugal,2014,1,x',
    'PRT,Portugal,2023,0.7,x',
    'WLD,World,2023,5,x',
    '',
  ];
  const homicides = readExcerpt(worldBankWdi, { ...others, [name]: list.join('\n') }).facts.filter(
    ({ metric }) => metric === 'intentional_homicides',
  );
  assert.deepEqual(
    homicides.map(({ place, period, value, source }) => [place, period, value, source]),
    [['country/portugal', '2023', 0.7, 'wb-wdi-2025-10']],
  );
  const twice = [...list.slice(0, 3), 'PRT,Portugal,2023,0.8,x', ''];
  assertRefused(
    worldBankWdi,
    { ...others, [name]: twice.join('\n') },
    { file: name, line: 4, column: 'year', fault: /2023 twice/ },
  );
});

test(
  'every cell of the published downloads since 2015 is a fact with the same value',
  besidePublishedFiles(worldBankWdi.folder),
  () => {
    const directory = publishedPath(worldBankWdi.folder);
    const values = new Map(
      worldBankWdi
        .read(directory, gazetteer)
        .facts.map(({ place, metric, period, value }) => [`${place} ${metric} ${period}`, value]),
    );
    const files = readdirSync(directory)
      .filter((name) => /^20\d\d-\d\d$/.test(name))
      .flatMap((name) => readdirSync(join(directory, name)).map((file) => join(directory, name, file)))
      .filter((file) => !GOVERNANCE_CODES.has(/API_([^_]+)_/.exec(file)?.[1] ?? ''))
      .filter((file) => file.includes('API_'));
    assert.ok(files.length >= 30);
    const tables = files.map((file) => independentRows(readFileSync(file, 'utf8')));
    const anyTable = fc.constantFrom(...tables);
    fc.assert(
      fc.property(
        anyTable,
        fc.nat(),
        fc.integer({ min: 2015, max: 2025 }),
        ([header = [], ...rows], nth, year) => {
          const row = rows[nth % rows.length] ?? [];
          const place = gazetteer.countryByCode(row[1] === 'XKX' ? 'XK' : (row[1] ?? ''))?.key;
          const metric = INDICATORS.get(row[3] ?? '')?.metric;
          const published = row[header.indexOf(String(year))] ?? '';
          const fact = values.get(`${place} ${metric} ${year}`);
          assert.equal(fact, place === undefined || published === '' ? undefined : Number(published));
        },
      ),
      { numRuns: 5000 },
    );
  },
);

/** The table of a download, header first, read without the product's own reader. */
function independentRows(text: string): string[][] {
  const lines = text
    .replace('\uFEFF', '')
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:"([^"]*)"|([^,"]*))(?:,|$)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
    );
  return lines
    .slice(lines.findIndex(([first]) => first === 'Country Name'))
    .filter(({ length }) => length > 4);
}
