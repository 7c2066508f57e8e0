import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { readSourceCatalogue } from '../../../../src/dataset/building/facts/source-catalogue.ts';
import { readAdmin1CodesAscii } from '../../../../src/dataset/reading/places/geonames.ts';
import { stagedFiles } from '../../../../src/dataset/reading/refresh/download-catalogue.ts';
import { wdiIndicators } from '../../../../src/dataset/reading/sources/world-bank-wdi.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { allowancePage } from '../../../support/refresh/allowance-page.ts';
import {
  BIG_MAC,
  bigMacTables,
  csv,
  ECB,
  euroRates,
  wdiTables,
} from '../../../support/refresh/published-from-facts.ts';
import { startPublishers, zip } from '../../../support/refresh/publishers.ts';
import { openBench } from '../../../support/refresh/refresh-run.ts';
import { temporaryDirectory } from '../../../support/service.ts';

/** What the publisher says in its files tells a reader about an edition that did not exist when the reader was written. */

const publishers = await startPublishers();
const bench = openBench(publishers.address);

function sourceIds(step: string): string[] {
  return (readSourceCatalogue(bench.dataDirectory).get(step) ?? []).map(({ id }) => id);
}

function publishWdi(tables: ReturnType<typeof wdiTables>): void {
  for (const [code, table] of tables.indicators) {
    const archive = zip(
      {
        [`API_${code}_DS2_en_csv_v2_1234.csv`]: table,
        [`Metadata_Indicator_API_${code}_DS2_en_csv_v2_1234.csv`]: '',
        [`Metadata_Country_API_${code}_DS2_en_csv_v2_1234.csv`]: tables.economies,
      },
      0,
    );
    publishers.publish(
      `https://api.worldbank.org/v2/en/indicator/${code}?downloadformat=csv`,
      archive,
      'application/zip',
    );
  }
}

test('World Development Indicators of a new edition replace all those of mixed editions', async () => {
  const before = readFacts(bench.dataDirectory, 'world-bank-wdi');
  const tables = wdiTables(bench.dataDirectory, '2026-10-05');
  publishWdi(tables);
  const { outcome, shown } = await bench.run({ sources: ['world-bank-wdi'], unattended: true });
  assert.equal(outcome, 'replaced');
  const after = readFacts(bench.dataDirectory, 'world-bank-wdi');
  const figures = (facts: typeof before) =>
    facts.map(({ place, metric, period, value }) => `${place} ${metric} ${period} ${value}`);
  assert.deepEqual(figures(after), figures(before), 'the figures are those that the files were made of');
  assert.deepEqual(sourceIds('world-bank-wdi'), ['wb-wdi-2026-10']);
  assert.ok(after.every(({ source }) => source === 'wb-wdi-2026-10'));
  assert.match(shown, /Sources appeared: wb-wdi-2026-10\n/);
  assert.doesNotMatch(shown, /metric +before/, 'the same figure from a new edition is no news');
});

test('indicators of two editions are not mixed', async () => {
  const tables = wdiTables(bench.dataDirectory, '2026-10-05');
  const population = tables.indicators.get('SP.POP.TOTL') ?? '';
  tables.indicators.set('SP.POP.TOTL', population.replace('2026-10-05', '2026-12-15'));
  publishWdi(tables);
  await assert.rejects(
    bench.run({ sources: ['world-bank-wdi'] }),
    /latest\/API_SP\.POP\.TOTL_DS2_en_csv_v2\.csv, line 3, column 2: edition of 2026-12-15 in the folder of 2026-10-05/,
  );
});

test('every World Bank indicator is downloaded, with the list of economies', () => {
  const wdi = stagedFiles(DATA_DIRECTORY).filter(({ source }) => source === 'world-bank-wdi');
  assert.equal(wdi.length, wdiIndicators(DATA_DIRECTORY).size + 1);
  assert.ok(wdi.some(({ file }) => file === 'worldbank-wdi/metadata/Metadata_Country.csv'));
});

test('reference rates come from the European Central Bank, and we convert them to dollar rates', async () => {
  publishers.publish(
    ECB,
    zip({ 'eurofxref.csv': euroRates(bench.dataDirectory, '20 November 2026', 1.25) }),
    'application/zip',
  );
  await bench.readAndReplace({ sources: ['ecb-reference-rates'] });
  const facts = readFacts(bench.dataDirectory, 'ecb-reference-rates');
  const rate = (currency: string) => facts.find(({ place }) => place === `currency/${currency}`);
  assert.equal(rate('EUR')?.value, '0.8');
  assert.equal(rate('USD')?.value, '1');
  assert.equal(rate('RUB'), undefined, 'no rate is given of it');
  assert.ok(
    facts.every(
      ({ period, source }) => period === '2026-11-20' && source === 'ecb-reference-rates-2026-11-20',
    ),
  );
  const [source] = readSourceCatalogue(bench.dataDirectory).get('ecb-reference-rates') ?? [];
  assert.match(source?.title ?? '', /of 20 November 2026, crossed to the US dollar by this service/);
});

test('malformed reference rates are refused', async () => {
  const good = euroRates(bench.dataDirectory, '23 November 2026', 1.25);
  const refused = async (content: string, message: RegExp) => {
    publishers.publish(ECB, zip({ 'eurofxref.csv': content }), 'application/zip');
    await assert.rejects(bench.run({ sources: ['ecb-reference-rates'] }), message);
  };
  await refused(good.replace('USD', 'USX'), /eurofxref\.csv, line 1, column USD: the column is missing/);
  await refused(good.replace('23 November 2026', 'yesterday'), /column Date: not a day: "yesterday"/);
  await refused(good.replace(', 1.25,', ', 0,'), /column USD: 0 is no rate/);
  await refused(good.replace(', JPY,', ', Yen,'), /column Yen: the column is no currency/);
});

test('the Big Mac index of a new survey becomes a new edition', async () => {
  const { index, prices } = bigMacTables(bench.dataDirectory);
  const survey = { name: 'Norway', iso_a3: 'NOR', date: '2026-07-01' };
  publishers.publish(`${BIG_MAC}/output-data/big-mac-full-index.csv`, csv(index), 'text/plain');
  publishers.publish(
    `${BIG_MAC}/source-data/big-mac-source-data-v2.csv`,
    csv([...prices, { ...survey, currency_code: 'NOK', local_price: '79' }]),
    'text/plain',
  );
  await bench.readAndReplace({ sources: ['big-mac'] });
  assert.deepEqual(sourceIds('big-mac'), ['economist-big-mac-2026-07']);
  const [source] = readSourceCatalogue(bench.dataDirectory).get('big-mac') ?? [];
  assert.equal(source?.title, 'The Big Mac index, surveys up to July 2026');
});

test('allowances of a new date come from the pages of the State Department', async () => {
  const state = 'https://allowances.state.gov/Web920';
  const rates: [string, string, string][] = [
    ['ITALY', 'Rome', '30%'],
    ['ITALY', 'Milan', '35%'],
  ];
  const none = rates.map(([country, post]): [string, string, string] => [country, post, '0%']);
  publishers.publish(`${state}/cola.asp`, allowancePage('Post Allowance', rates), 'text/html; charset=utf-8');
  publishers.publish(`${state}/hardship.asp`, allowancePage('Rate', none), 'text/html');
  publishers.publish(
    `${state}/danger_pay_all.asp`,
    allowancePage('Rate', [['ITALY', 'Rome', '5%']]),
    'text/html',
  );
  await bench.readAndReplace({ sources: ['us-state-allowances'] });
  const facts = readFacts(bench.dataDirectory, 'us-state-allowances');
  assert.deepEqual(
    facts.map(({ place, metric, period, value }) => [place, metric, period, value]),
    [
      ['city/milan', 'hardship_differential', '2026-07-12', '0'],
      ['city/milan', 'post_allowance', '2026-07-12', '35'],
      ['city/rome', 'danger_pay', '2026-07-12', '5'],
      ['city/rome', 'hardship_differential', '2026-07-12', '0'],
      ['city/rome', 'post_allowance', '2026-07-12', '30'],
    ],
  );
  assert.deepEqual(sourceIds('us-state-allowances'), ['us-state-allowances-2026-07-12']);
});

test('region names come from GeoNames’ own file if it is there', () => {
  const directory = temporaryDirectory();
  assert.equal(readAdmin1CodesAscii(directory), null);
  const file = join(directory, 'admin1CodesASCII.txt');
  writeFileSync(
    file,
    'PT.14\tLisbon\tLisbon\t2267056\nAD.06\tSant Julià de Loria\tSant Julia de Loria\t3039162\n',
  );
  assert.deepEqual(readAdmin1CodesAscii(directory), [
    { code: 'PT.14', name: 'Lisbon' },
    { code: 'AD.06', name: 'Sant Julià de Loria' },
  ]);
  writeFileSync(file, 'PT-14\tLisbon\tLisbon\t2267056\n');
  assert.throws(() => readAdmin1CodesAscii(directory), /admin1CodesASCII\.txt, line 1, column code/);
});
