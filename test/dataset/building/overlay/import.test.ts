import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { importFigures } from '../../../../src/dataset/building/overlay/import-figures.ts';
import { type Fault, readOperatorFile } from '../../../../src/dataset/building/overlay/operator-files.ts';
import { overlayFacts } from '../../../../src/dataset/building/overlay/overlay-facts.ts';
import { OverlayStore } from '../../../../src/dataset/building/overlay/overlay-store.ts';
import { OperatorError } from '../../../../src/process/operator-error.ts';
import { sharedExcerpt } from '../../../support/dataset/data-excerpt.ts';
import { HEADER, openDesk, SURVEY } from '../../../support/dataset/operator-files.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const desk = openDesk(sharedExcerpt());
/** This desk has all places, so that each import takes half a second to read them. */
const world = openDesk();
const GOOD = 'lisbon,rent_two_bedroom,2026-05,city,1450,EUR,city-survey-2026,';

/** The lines of the message after the first, which says that nothing was imported. */
function faultsOf(attempt: () => unknown): string[] {
  let message = '';
  assert.throws(attempt, (error: unknown) => {
    assert.ok(error instanceof OperatorError, `${(error as Error).stack}`);
    message = error.message;
    return true;
  });
  const [first, ...faults] = message.split('\n');
  assert.equal(first, 'Nothing was imported.');
  return faults;
}

function assertFaults(lines: readonly string[], expected: readonly RegExp[], options = {}, at = desk): void {
  const before = new OverlayStore(at.home).hash();
  const faults = faultsOf(() => at.import(lines, options));
  assert.equal(faults.length, expected.length, faults.join('\n'));
  for (const [index, pattern] of expected.entries()) assert.match(faults[index] ?? '', pattern);
  assert.equal(new OverlayStore(at.home).hash(), before, 'nothing was imported');
}

test('imported figures are kept with their provenance, for the next release', () => {
  const { overlay, replaced } = desk.import([
    GOOD,
    'PT,big_mac_price,2026-05-31,country,5.2,EUR,city-survey-2026,by us',
  ]);
  assert.equal(replaced, false);
  assert.equal(overlay.id, 'rents');
  const { facts, sources } = overlayFacts(desk.home);
  assert.deepEqual(sources, [SURVEY]);
  assert.deepEqual(
    facts.map(({ origin, ...fact }) => [fact, origin.line]),
    [
      [
        {
          place: 'city/lisbon',
          metric: 'rent_two_bedroom',
          period: '2026-05',
          grain: 'city',
          value: 1450,
          unit: 'EUR',
          source: 'city-survey-2026',
          note: '',
        },
        2,
      ],
      [
        {
          place: 'country/portugal',
          metric: 'big_mac_price',
          period: '2026-05-31',
          grain: 'country',
          value: 5.2,
          unit: 'EUR',
          source: 'city-survey-2026',
          note: 'by us',
        },
        3,
      ],
    ],
  );
});

test('importing a file of the same name again replaces its earlier figures', () => {
  assert.equal(desk.import([GOOD.replace('1450', '1500')]).replaced, true);
  assert.deepEqual(
    overlayFacts(desk.home).facts.map(({ value }) => value),
    [1500],
  );
});

test('a price in money that was replaced before its period is refused; one of its time is not', () => {
  const price = (period: string, unit: string) =>
    `PT,big_mac_price,${period},country,5,${unit},city-survey-2026,${period}`;
  const late = ['2026', '1999-02', '1999-01-02', '2000-01-01/2000-12-31'];
  assertFaults(
    ['1998-12', ...late].map((period) => price(period, 'PTE')),
    late.map(
      (period, index) =>
        new RegExp(
          `line ${index + 3}, column unit: PTE is no money of ${period}: EUR replaced it on 1999-01-01`,
        ),
    ),
    { name: 'money.csv' },
  );
  desk.import(
    ['1998', '1999', '1999-01', '1999-01-01', '1998-01-01/2000-12-31'].map((period) => price(period, 'PTE')),
    { name: 'money.csv' },
  );
  new OverlayStore(desk.home).remove('money');
});

test('a place may be named by id, key, GeoNames id, airport or ISO code', () => {
  const line = (
    place: string,
    grain: string,
    metric = 'regional_price_level_all_items',
    unit = 'national_average_100',
  ) => `${place},${metric},2026,${grain},100,${unit},city-survey-2026,${place}`;
  const { overlay } = world.import(
    [
      ...['lisbon', 'city/lisbon', 'geonames:2267057', 'GeoNames:2267057', 'iata:LIS', 'Lisbon'].map(
        (place) => line(place, 'city'),
      ),
      ...['portugal', 'country/portugal', 'PT', 'prt', '620', 'Portugal'].map((place) =>
        line(place, 'country'),
      ),
      line('singapore', 'country'),
      line('singapore', 'metro'),
      line('area/us-cbsa-35620', 'metro'),
    ],
    { name: 'places.csv' },
  );
  assert.deepEqual(
    overlay.figures.map(({ place }) => place),
    [
      ...Array(6).fill('city/lisbon'),
      ...Array(6).fill('country/portugal'),
      'country/singapore',
      'city/singapore',
      'area/us-cbsa-35620',
    ],
  );
  new OverlayStore(world.home).remove('places');
});

test('an unknown place gets candidates, and is never guessed', () => {
  const of = (place: string, grain = 'city') =>
    `${place},rent_two_bedroom,2026,${grain},1450,EUR,city-survey-2026,`;
  assertFaults(
    [
      of('lisbonne'),
      of('springfield'),
      of('portugal'),
      of('PT'),
      of('portugall', 'country'),
      of('Atlantis-upon-Sea'),
      of('geonames:1'),
      of('iata:QQQ'),
      of(''),
      of('area/us-cbsa-00000', 'metro'),
      of('currency/EUR', 'country'),
    ],
    [
      /line 2, column place: unknown place "lisbonne"; perhaps city\/lisbon/,
      /line 3, column place: unknown place "springfield"; perhaps city\/springfield-/,
      /line 4, column place: unknown place "portugal"; perhaps country\/portugal with the grain country/,
      /line 5, column place: unknown place "PT"; perhaps country\/portugal with the grain country/,
      /line 6, column place: unknown place "portugall"; perhaps country\/portugal/,
      /line 7, column place: unknown place "Atlantis-upon-Sea", and no name resembles it/,
      /none of our cities/,
      /iata:QQQ is none of our cities/,
      /column place: the cell is empty/,
      /unknown place "area/,
      /unknown place "currency\/EUR"/,
    ],
    {},
    world,
  );
});

test('all errors are reported at once, by line and column', () => {
  assertFaults(
    [
      'lisbon,rent_of_castles,2026-05,city,1450,EUR,city-survey-2026,',
      'lisbon,rent_two_bedroom,2026-13,village,"1,450",euro,nobody,',
      GOOD,
      GOOD.replace('1450', '1460'),
      'lisbon,unemployment_rate,2026,city,140,percent,city-survey-2026,',
      'PT,rent_two_bedroom,2026,city,1450,EUR,city-survey-2026,',
      'PT,rent_two_bedroom,2026,country,,EUR,city-survey-2026,',
      'lisbon,rent_two_bedrooms,2026,city,1450,EUR,city-survey-2026,',
    ],
    [
      /^rents\.csv, line 2, column metric: unknown metric "rent_of_castles"/,
      /line 3, column unit: "euro" is no ISO 4217 currency/,
      /line 3, column value: not a number: "1,450"\. Write 1234\.5/,
      /line 3, column period: "2026-13" is no year, month, day or interval/,
      /line 3, column grain: "village" is none of city, metro, region, country/,
      /line 3, column source: unknown source "nobody"/,
      /line 5: the same figure is in line 4/,
      /line 6, column unit: "percent" instead of percent_of_labour_force/,
      /line 6, column value: 140 is outside the bounds of unemployment_rate/,
      /line 7, column place: unknown place "PT"/,
      /line 8, column value: the cell is empty/,
      /line 9, column metric: unknown metric "rent_two_bedrooms"; perhaps rent_two_bedroom\b/,
    ],
  );
});

test('a file with an error in every line does not fill the screen', () => {
  const lines = Array.from({ length: 500 }, (_, index) =>
    GOOD.replace('1450', `x${index}`).replace('2026-05', String(1500 + index)),
  );
  const faults = faultsOf(() => desk.import(lines));
  assert.equal(faults.length, 51);
  assert.equal(faults.at(-1), '… and 450 more');
});

test('a country’s figure is not accepted for a city, nor a city’s for a country', () => {
  assertFaults(
    [
      'lisbon,rent_two_bedroom,2026,country,1450,EUR,city-survey-2026,',
      'city/lisbon,rent_two_bedroom,2026,country,1450,EUR,city-survey-2026,',
      'country/portugal,rent_two_bedroom,2026,metro,1450,EUR,city-survey-2026,',
      'lisbon,population,2026,city,500000,persons,city-survey-2026,',
    ],
    [
      /unknown place "lisbon"/,
      /line 3, column grain: a figure of the country belongs to the country/,
      /line 4, column grain: "metro" for a whole country/,
      /line 5, column metric: population is a figure of countries/,
    ],
  );
});

test('a period must be a year, month, day or interval that exists', () => {
  const line = (period: string) => GOOD.replace('2026-05', period);
  const good = ['2026', '2026-02', '2024-02-29', '2025-10-01/2026-09-30', '2024/2026', '2026-05/2026-05'];
  assert.equal(desk.import(good.map(line), { name: 'periods.csv' }).overlay.figures.length, good.length);
  new OverlayStore(desk.home).remove('periods');
  const bad = [
    '2025-02-29',
    '2026-00',
    '26',
    '2026-5',
    '2026/',
    '2026-05/2025',
    '2026-05-31T00:00',
    '1/2/2026',
    '',
  ];
  assertFaults(
    bad.map(line),
    bad.map(() => /column period/),
  );
});

test('columns may be in any order, the note may be absent, and the separator may be the spreadsheet’s', () => {
  const desk = openDesk(sharedExcerpt());
  const line = 'EUR;city;1450;lisbon;2026-05;city-survey-2026;rent_two_bedroom';
  const header = '\ufeffUnit;"Grain";VALUE;place;period;source;metric';
  const { overlay } = desk.import([line], { name: 'order.csv', header });
  assert.equal(overlay.figures[0]?.place, 'city/lisbon');
  assert.equal(overlay.figures[0]?.note, '');
  const tabs = openDesk(sharedExcerpt()).import([GOOD.replaceAll(',', '\t')], {
    name: 'tabs.tsv',
    header: HEADER.replaceAll(',', '\t'),
  });
  assert.equal(tabs.overlay.figures.length, 1);
});

test('a file that is not a table, or has other columns, is refused with the reason', () => {
  assertFaults(
    [GOOD],
    [/line 1, column 1: no column is called "ort"/, /column place: the column is missing/].toReversed(),
    {
      header: HEADER.replace('place', 'ort'),
    },
  );
  assertFaults([`${GOOD},`], [/line 1, column note: the column is there twice/], {
    header: `${HEADER},note`,
  });
  assertFaults(
    [`${GOOD},extra`, 'lisbon,rent'],
    [/line 2: 9 cells, the header has 8/, /line 3: 2 cells, the header has 8/],
  );
  assertFaults([], [/rents\.csv: the table has no rows/]);
  assertFaults([`"${GOOD}`], [/Quote Not Closed/]);
  assertFaults([], [/web page/], { header: '<!DOCTYPE html><html></html>' });
});

test('figures without a source that states publisher and terms are refused', () => {
  const { licence, ...withoutLicence } = SURVEY;
  assert.ok(licence);
  const complaint = /column source: unknown source "city-survey-2026"/;
  assertFaults([GOOD], [/rents\.csv\.json: not JSON/, complaint], { sources: '{' });
  assertFaults([GOOD], [/not a list of sources such as \[\{"id"/, complaint], { sources: SURVEY });
  assertFaults([GOOD], [/source 1: .*licence/, complaint], { sources: [withoutLicence] });
  assertFaults([GOOD], [/column url: source 1/, complaint], { sources: [{ ...SURVEY, url: 'example.org' }] });
  assertFaults([GOOD], [/column author: source 1: no field is called so/, complaint], {
    sources: [{ ...SURVEY, author: 'me' }],
  });
  assertFaults([GOOD], [/source 2: city-survey-2026 is there twice/], { sources: [SURVEY, SURVEY] });
  assertFaults(
    [GOOD.replace(SURVEY.id, 'undp-hdr-2025')],
    [/undp-hdr-2025 is one of our own sources/, /unknown source/],
    {
      sources: [{ ...SURVEY, id: 'undp-hdr-2025' }],
    },
  );
});

test('the sources are read from beside the file', () => {
  const [home, folder] = [temporaryDirectory(), temporaryDirectory()];
  const file = join(folder, 'Our Rents 2026.csv');
  writeFileSync(file, `${HEADER}\n${GOOD}\n`);
  const request = { home, dataDirectory: sharedExcerpt(), file, sourcesFile: undefined, now: new Date() };
  const faults = faultsOf(() => importFigures(request));
  assert.match(faults[0] ?? '', /there is no Our Rents 2026\.sources\.json beside it/);
  writeFileSync(join(folder, 'Our Rents 2026.sources.json'), JSON.stringify([SURVEY]));
  assert.equal(importFigures(request).overlay.id, 'our-rents-2026');
  assert.ok(existsSync(join(home, 'overlay', 'our-rents-2026.json')));
});

test('two imports cannot have the same figure for the same place', () => {
  assertFaults([GOOD.replace('1450', '9')], [/the same figure is in the import rents: remove that first/], {
    name: 'other.csv',
  });
});

test('an import can be removed; removing an unknown one is an error that names it', () => {
  const store = new OverlayStore(desk.home);
  assert.throws(() => store.remove('../../etc'), /There is no import \.\.\/\.\.\/etc\. There are: rents\./);
  assert.notEqual(store.hash(), '');
  store.remove('rents');
  assert.equal(store.hash(), '');
  assert.deepEqual(overlayFacts(desk.home), { facts: [], withdrawn: [], sources: [] });
  assert.throws(() => store.remove('rents'), /Nothing has been imported/);
});

test('the error for a missing file, or a home that cannot be written, names it', () => {
  const missing = {
    home: desk.home,
    dataDirectory: sharedExcerpt(),
    file: '/no/such.csv',
    sourcesFile: undefined,
    now: new Date(),
  };
  assert.throws(() => importFigures(missing), OperatorError);
  const blocked = openDesk(sharedExcerpt());
  writeFileSync(join(blocked.home, 'overlay'), 'in the way');
  assert.throws(
    () => blocked.import([GOOD]),
    (error) => error instanceof OperatorError && /overlay cannot be read/.test(error.message),
  );
});

const cell = fc.oneof(
  fc.string(),
  fc.constantFrom('lisbon', '2026', 'a "quoted" one', 'with, comma', 'two\nlines', ' '),
);
const row = fc.record({
  place: cell,
  metric: cell,
  period: cell,
  grain: cell,
  value: cell,
  unit: cell,
  source: cell,
  note: cell,
});

test('the cells of any table are read unchanged', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(',', ';', '\t'),
      (rows, delimiter) => {
        const faults: Fault[] = [];
        const text = stringify(rows, { header: true, delimiter, quoted: true });
        const read = readOperatorFile('x.csv', Buffer.from(text), faults);
        assert.deepEqual(faults, []);
        assert.deepEqual(
          read.map(({ line: _, ...cells }) => cells),
          rows.map((cells) =>
            Object.fromEntries(Object.entries(cells).map(([name, value]) => [name, value.trim()])),
          ),
        );
      },
    ),
  );
});

test('a file of any bytes is either read or refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.string().map((text) => Buffer.from(`${HEADER}\n${text}`)),
      ),
      (bytes) => {
        const faults: Fault[] = [];
        const rows = readOperatorFile('x.csv', bytes, faults);
        assert.ok(rows.length > 0 || faults.length > 0);
        for (const { line } of rows) assert.ok(line >= 2);
      },
    ),
    { numRuns: 500 },
  );
});
