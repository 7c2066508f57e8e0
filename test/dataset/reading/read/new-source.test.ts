import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { readPublished } from '../../../../src/dataset/reading/read/read.ts';
import { dataExcerpt } from '../../../support/dataset/data-excerpt.ts';
import { DATA_DIRECTORY, ROOT } from '../../../support/directories.ts';
import { temporaryDirectory } from '../../../support/service.ts';

/* What docs/adding-a-source.md promises of a table that rows of data/readers describe, with a source that we do not have. */

const READER = 'cinema-tickets';
const PUBLISHED =
  'country,city,currency,ticket,surveyed\nPT,Lisbon,EUR,6.8,2026\nGI,Gibraltar,GIP,9.5,2026\n';

type Row = Record<'tables' | 'figures' | 'citations', string>;
const ROWS: Row = {
  tables: `${READER}\t\tcinema\tprices.csv\texample-cinema-2026\tcities\tcountry | city\t\tticket≠-\t=surveyed\tPrices of cinema tickets.`,
  figures: `${READER}\t\tticket\t\tbig_mac_price\t=currency\t\t\t\t\t`,
  citations:
    'example-cinema-2026\tExample Institute\tTickets\thttps://example.org\tCC0\t\tExample Institute\t2026\t\tpublisher\tIts page.\tby_hand\t\ta table of each year',
};

type Rows = Partial<Row & { regions: string }>;

test('the guide says what each column of the tables is that a new source needs', () => {
  const guide = readFileSync(join(ROOT, 'docs/adding-a-source.md'), 'utf8');
  for (const table of ['metrics.tsv', 'readers/tables.tsv', 'readers/figures.tsv']) {
    const [header = ''] = readFileSync(join(DATA_DIRECTORY, table), 'utf8').split('\n', 1);
    const unexplained = header.split('\t').filter((column) => !guide.includes(`\`${column}\``));
    assert.deepEqual(unexplained, [], table);
  }
});

test('data/README.md says what the kinds and the columns of the tables of rents and baskets mean', () => {
  const page = readFileSync(join(DATA_DIRECTORY, 'README.md'), 'utf8');
  for (const [table, word] of [
    ['rent-series', 'kind'],
    ['comparable-rents', 'basis'],
    ['regional-series', 'covers'],
  ] as const) {
    const text = readFileSync(join(DATA_DIRECTORY, 'estimates', `${table}.tsv`), 'utf8');
    const [header = [], ...rows] = text.split('\n').map((line) => line.split('\t'));
    const words = new Set(rows.map((row) => row[header.indexOf(word)] ?? '').filter((each) => each !== ''));
    // What others mean is in their names.
    const columns = header.filter((column) => !['source', 'metric', 'reason'].includes(column));
    const ofOthers = word === 'basis' ? ['dwelling'] : [...words];
    const unexplained = [...columns, ...ofOthers].filter((each) => !page.includes(`\`${each}\``));
    assert.deepEqual(unexplained, [], table);
  }
});

test('a table of cities in many countries, each with its own currency, is read without code', async () => {
  const data = await read(PUBLISHED);
  assert.deepEqual(
    readFacts(data, READER).map(({ place, period, grain, value, unit }) => [
      place,
      period,
      grain,
      value,
      unit,
    ]),
    [
      ['city/gibraltar', '2026', 'city', '9.5', 'GIP'],
      ['city/lisbon', '2026', 'city', '6.8', 'EUR'],
    ],
  );
});

test('a read says how many figures of regions count for nothing, and why', async () => {
  const homicides = {
    figures: `${READER}\t\tticket\t\trecorded_homicides\tper_100000_people\t\t\t\t\t`,
  };
  const { leftOut } = await reading(PUBLISHED, homicides);
  assert.deepEqual(leftOut, [
    '2 figures of recorded_homicides (example-cinema-2026) give no intentional_homicides: intentional_homicides has no figure of the country for each of these years (gibraltar, portugal)',
  ]);
  assert.deepEqual((await reading(PUBLISHED)).leftOut, []);
});

test('a table with tabs is read by its name; of one with semicolons or titles, the error says so, and a misspelt column is shown beside the others', async () => {
  const tsv = { tables: ROWS.tables.replace('prices.csv', 'prices.tsv') };
  const data = await read(PUBLISHED.replaceAll(',', '\t'), tsv, 'prices.tsv');
  assert.equal(readFacts(data, READER).length, 2);
  await refused(
    PUBLISHED.replaceAll(',', ';'),
    {},
    /^prices\.csv, line 1, column country: .* separated by ";", which the reader's format must say \(delimiter\)$/,
  );
  await refused(
    `Prices of tickets,,,,\n${PUBLISHED}`,
    {},
    /^prices\.csv, line 1, column country: .*: "Prices of tickets" is a title, and the reader's format must say how many lines are before the header \(linesBeforeHeader\)$/,
  );
  await refused(
    PUBLISHED.replace('ticket', 'Ticket'),
    {},
    /^prices\.csv, line 1, column ticket: .*, which has country, city, currency, Ticket, surveyed$/,
  );
});

test('a cell of the file that is not as the rows say is named by line and column', async () => {
  await refused(
    PUBLISHED.replace('EUR', '€'),
    {},
    /^prices\.csv, line 2, column currency: not an ISO 4217 code/,
  );
  await refused(
    PUBLISHED.replace('GI', 'UK'),
    {},
    /^prices\.csv, line 3, column country: "UK" is no ISO 3166-1 code/,
  );
  await refused(
    PUBLISHED.replace('currency', 'money'),
    {},
    /^prices\.csv, line 1, column currency: .*missing/,
  );
  await refused(
    PUBLISHED.replace('surveyed', 'year'),
    {},
    /^prices\.csv, line 1, column surveyed: .*missing/,
  );
});

test('a row whose places are in an unknown country, or in an unknown division, is refused by its line and column', async () => {
  const places = (cell: string) => ({
    tables: ROWS.tables.replace('cities\tcountry | city', `${cell}\tcity`),
  });
  const refusedFor = (cell: string, fault: string) =>
    refused(PUBLISHED, places(cell), new RegExp(`tables\\.tsv, line \\d+, column places: ${fault}$`));
  await refusedFor('cities PRT', '"PRT" is no ISO 3166-1 code of two letters; perhaps PT');
  await refusedFor('cities ZZ', '"ZZ" is no ISO 3166-1 code of two letters');
  await refusedFor('municipalities pt', '"pt" is no ISO 3166-1 code of two letters; perhaps PT');
  await refusedFor('municipalities ', '"" is no ISO 3166-1 code of two letters');
  await refusedFor('municipalities PT admin5', '"admin5" is none of admin2, admin3, admin4');
  await refusedFor('nuts 2|7', '"2\\|7" is not lengths from 2 to 5, such as 2\\|4');
  const data = await read('city,currency,ticket,surveyed\nLisbon,EUR,6.8,2026\n', places('cities PT'));
  assert.deepEqual(
    readFacts(data, READER).map(({ place }) => place),
    ['city/lisbon'],
  );
});

test('cities of one country are told apart by their regions, whose names are ours or reviewed', async () => {
  const rows = {
    tables: ROWS.tables.replace('cities\tcountry | city', 'cities PT\tregion | city'),
    figures: ROWS.figures.replace('=currency', 'EUR'),
  };
  const published =
    'region,city,ticket,surveyed\nfaro,Lagoa,7,2026\nAçores,Lagoa,6,2026\nAçores,Arcos,5,2026\nLisboa,Amadora,6,2026\n';
  const unknown =
    /^prices\.csv, line 3, column region: data\/places\/match-regions\.tsv has no row of "Açores" or "Lisboa", with its area$/;
  await refused(published, rows, unknown);
  const data = await read(published, {
    ...rows,
    regions: `${READER}\tAçores\tpt-admin1-23\t\n${READER}\tLisboa\tpt-admin1-14\t`,
  });
  assert.deepEqual(
    readFacts(data, READER).map(({ place, value }) => [place, value]),
    [
      ['city/amadora', '6'],
      ['city/lagoa-azores-portugal', '6'],
      ['city/lagoa-faro-portugal', '7'],
    ],
  );
  assert.match(
    readFileSync(join(data, 'matches', `${READER}.tsv`), 'utf8'),
    /^Açores \| Arcos\t\tno city of this name in the gazetteer$/m,
  );
});

test('all regions that have not been reviewed are listed at once', async () => {
  const rows = {
    tables: ROWS.tables.replace('cities\tcountry | city', 'regions\tcity'),
    regions: `${READER}\tPorto\tpt-admin1-17\t`,
  };
  await refused(
    `${PUBLISHED}PT,Porto,EUR,6,2026\nPT,Faro,EUR,5,2026\nPT,Lisbon,EUR,5,2026\n`,
    rows,
    /^prices\.csv, line 2, column city: .*no row of "Lisbon" or "Gibraltar" or "Faro", with its area or a reason$/,
  );
});

test('a mistake in a row is one line that names the table, and nothing is written', async () => {
  const change = (table: keyof Row, from: string, to: string) => ({ [table]: ROWS[table].replace(from, to) });
  await refused(
    PUBLISHED,
    change('tables', 'cities', 'city'),
    /tables\.tsv, line \d+, column places: "city" is none of regions, /,
  );
  await refused(
    PUBLISHED,
    change('tables', 'cities', 'town/lisbon'),
    /tables\.tsv, line \d+, column places: "town\/lisbon" is none of regions, /,
  );
  await refused(
    PUBLISHED,
    change('tables', 'ticket≠-', 'ticket'),
    /tables\.tsv, line \d+, column kept: "ticket" is no condition such as /,
  );
  await refused(
    PUBLISHED,
    change('tables', 'prices.csv', 'prices.xlsx'),
    /tables\.tsv, line \d+, column file: an \.xlsx file needs to be saved as CSV, .* or a SourceReader with workbookSheet$/,
  );
  await refused(
    PUBLISHED,
    change('figures', 'ticket\t', 'ticket\tall'),
    /figures\.tsv, line \d+, column when: "all" is no condition such as /,
  );
  await refused(
    PUBLISHED,
    change('figures', 'big_mac_price', 'big_mac_prices'),
    /figures\.tsv, line \d+, column metric: unknown metric "big_mac_prices"; perhaps big_mac_price$/,
  );
  await refused(
    PUBLISHED,
    change('figures', '=currency', 'euro'),
    /figures\.tsv, line \d+, column unit: "euro" is no ISO 4217 currency/,
  );
  await refused(
    PUBLISHED,
    change('tables', '=surveyed', 'March 2026'),
    /tables\.tsv, line \d+, column period: "March 2026" is no year, month, day or interval/,
  );
  await refused(
    PUBLISHED,
    change('figures', READER, 'cinema'),
    /tables\.tsv, line \d+, column reader: data\/readers\/figures\.tsv has no row of cinema-tickets/,
  );
  await refused(
    PUBLISHED,
    change('citations', 'example', 'another'),
    /citations\.tsv: no row has the id example-cinema-2026$/,
  );
});

async function refused(file: string, rows: Rows, message: RegExp): Promise<void> {
  await assert.rejects(read(file, rows), { name: 'SourceFileError', message });
}

async function read(...published: Parameters<typeof reading>): Promise<string> {
  return (await reading(...published)).data;
}

/** @returns the data directory, after the step has read the file, and what the read says of figures that count for nothing */
async function reading(
  file: string,
  { regions, ...rows }: Rows = {},
  name = 'prices.csv',
): Promise<{ data: string; leftOut: string[] }> {
  const appended = (row: string) => (text: string) => `${text}${row}\n`;
  const data = dataExcerpt(
    {
      ...Object.fromEntries(
        Object.entries({ ...ROWS, ...rows }).map(([table, row]) => [`readers/${table}.tsv`, appended(row)]),
      ),
      ...(regions !== undefined && { 'places/match-regions.tsv': appended(regions) }),
    },
    'copied',
  );
  const from = temporaryDirectory();
  mkdirSync(join(from, 'cinema'));
  writeFileSync(join(from, 'cinema', name), file);
  return { data, leftOut: await readPublished(from, data, [READER], () => {}) };
}
