import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCheckedFacts, shownFacts } from '../../../../src/dataset/building/facts/facts.ts';
import { readMetrics } from '../../../../src/dataset/building/facts/metric.ts';
import {
  officialCityRents,
  readPublishedRentSeries,
} from '../../../../src/dataset/reading/sources/official-city-rents.ts';
import {
  assertRefused,
  type Excerpt,
  readExcerpt,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const DERIVED_RENT = 'derived_city_rent';
const RENT_SERIES = readPublishedRentSeries(DATA_DIRECTORY);

const FILE = 'city_rents.csv';
const EXCERPT: Excerpt = {
  [FILE]: [
    'place,country_iso2,period,value,unit,geography,basis,publisher,dataset,publisher_url,licence_as_understood,note',
    'Almaty,KZ,2026-08,6224,KZT per m2 per month,city,published,BNS,Rents,https://bns.example,BNS terms,',
    'Paris,FR,2025,33.09,"EUR per m2 per month, charges included (advertised, apartment)",core commune,derived,Ministry,Rent map,https://fr.example,Open Licence,',
    'Paris,FR,2025,26.43,"EUR per m2 per month, charges included (advertised, apartment)","EPCI (intercommunality, listing-weighted by the compiler)",derived,Ministry,Rent map,https://fr.example,Open Licence,',
    'Lima,PE,2023-2024,657,PEN per month (mean),province,derived,INEI,ENAHO,https://pe.example,Open,',
    'Riyadh,SA,2026-Q1,30797,"SAR per year, apartment contracts",city,derived,REGA,Ejar,https://sa.example,Saudi Open Data licence,',
    'Taipei,TW,2026-01/2026-06,321.1,TWD per m2 gross area per month (median),city,derived,Ministry,Registration,https://tw.example,Open,',
    'Belfast,GB,2026 (month not stated in the copy),874,"GBP per month (average, all properties)",local authority / BRMA as named,published,ONS,PIPR,https://ons.example,OGL,Northern Ireland',
    'Leeds,GB,2026 (month not stated in the copy),1145,"GBP per month (average, all properties)",local authority / BRMA as named,published,ONS,PIPR,https://ons.example,OGL,',
    'Haifa,IL,2026-Q2,3405.4,"ILS per month (average, all sizes)",municipality,published,CBS,Rents,https://cbs.example,CBS terms,',
    'Kyiv,UA,2026-08,10473.75,UAH per month (one-room flat),region,published,SSS,Prices,https://copy.example,secondary copy,oblast',
    'Lisbon,PT,2025-07/2026-06,17.43,"EUR per m2 per month (median, new leases)",municipality,published,INE,Rents PRT,https://ine.example,INE,',
    '',
  ].join('\n'),
};

testDamagedTable(officialCityRents, EXCERPT, { name: FILE, file: FILE, headerLine: 1, column: 'geography' });

test('a rent has its publisher’s value, currency and period, and the place that was actually measured', () => {
  assert.deepEqual(
    readExcerpt(officialCityRents, EXCERPT).facts.map(({ place, metric, period, grain, value, unit }) => [
      place,
      metric,
      period,
      grain,
      value,
      unit,
    ]),
    [
      ['city/almaty', 'rent_per_square_metre', '2026-08', 'city', 6224, 'KZT'],
      ['city/lima', 'derived_city_rent', '2023/2024', 'region', 657, 'PEN'],
      ['city/taipei', 'derived_city_rent', '2026-01-01/2026-06-30', 'city', 321.1, 'TWD'],
      ['city/belfast', 'rent_average_dwelling', '2026', 'region', 874, 'GBP'],
      ['city/haifa', 'rent_average_dwelling', '2026-04-01/2026-06-30', 'city', 3405.4, 'ILS'],
      ['city/lisbon', 'rent_per_square_metre_median', '2025-07-01/2026-06-30', 'city', 17.43, 'EUR'],
    ],
  );
});

test('rents that the compiler derived are inputs of the estimates, with their own metric and source', () => {
  const { facts, sources } = readExcerpt(officialCityRents, EXCERPT);
  const derived = facts.filter(({ metric }) => metric === DERIVED_RENT);
  assert.deepEqual(
    derived.map(({ place }) => place),
    ['city/lima', 'city/taipei'],
  );
  assert.equal(readMetrics(DATA_DIRECTORY).get(DERIVED_RENT)?.resource, 'model_input');
  for (const { source } of derived)
    assert.match(sources?.find(({ id }) => id === source)?.title ?? '', /calculated by a third party/);
  for (const { source, basis, metric } of RENT_SERIES) {
    assert.equal(basis === 'derived', metric === DERIVED_RENT, source);
    assert.equal(basis === 'derived', source.endsWith('-derived'), source);
  }
});

test('a release shows no derived rent', () => {
  const gazetteer = { has: () => true };
  const checked = readCheckedFacts(DATA_DIRECTORY, gazetteer);
  assert(checked.facts.some(({ metric }) => metric === DERIVED_RENT));
  const { facts, metrics } = shownFacts(checked);
  assert(!facts.some(({ metric }) => metric === DERIVED_RENT));
  assert(!metrics.has(DERIVED_RENT));
});

test('a series that no estimate needs, or with unknown terms, is listed with the reason', () => {
  const { facts, matches } = readExcerpt(officialCityRents, EXCERPT);
  assert.ok(facts.every(({ place }) => place !== 'city/riyadh' && place !== 'city/kyiv'));
  const how = (published: string) => matches.find((match) => match.published === published)?.how ?? '';
  assert.match(how('UA | Kyiv'), /unknown terms/);
  assert.match(how('SA | Riyadh'), /under the same licence/);
  assert.match(how('FR | Paris'), /the publisher’s file/);
  assert.match(how('GB | Leeds'), /the publisher’s tables/);
  assert.equal(how('GB | Belfast'), 'name', 'kept');
});

test('every publisher is a separate source with an unconfirmed licence', () => {
  const { sources } = readExcerpt(officialCityRents, EXCERPT);
  assert.deepEqual(
    sources?.map(({ id }) => id),
    [
      'bns-kazakhstan-housing-2026-08',
      'enaho-2024-rents-derived',
      'plvr-taiwan-rents-2026-h1-derived',
      'ons-pipr-2026',
      'cbs-israel-rents-2026-q2',
      'ine-portugal-rents-2026-q2',
    ],
  );
  for (const { licence } of sources ?? []) assert.match(licence, /our understanding, not confirmed/);
});

test('every series has a rent metric', () => {
  const metrics = readMetrics(DATA_DIRECTORY);
  for (const { metric } of RENT_SERIES) assert.equal(metrics.get(metric)?.kind, 'price', metric);
});

test('a table of series with a mistake is refused with file, line and column', () => {
  const tables = ['official-city-rent-series.tsv', 'official-city-rent-areas.tsv'] as const;
  const refused = (file: (typeof tables)[number], from: string, to: string, message: RegExp) => {
    const copy = temporaryDirectory();
    mkdirSync(join(copy, 'readers'));
    for (const table of tables) {
      const text = readFileSync(join(DATA_DIRECTORY, 'readers', table), 'utf8');
      writeFileSync(join(copy, 'readers', table), table === file ? text.replace(from, to) : text);
    }
    assert.throws(() => readPublishedRentSeries(copy), message);
  };
  const [series, areas] = tables;
  refused(series, '\tpublished\t', '\tguessed\t', /series\.tsv, line 2, column basis: guessed is none of/);
  refused(series, '\tmetro\t', '\ttown\t', /series\.tsv, line 2, column grain: town is none of/);
  refused(series, 'AUD per week', 'per week', /series\.tsv, line 2, column unit: not a unit that begins/);
  refused(
    series,
    '\tabs-census-2021-rent\t',
    '\t\t',
    /series\.tsv, line 2, column source: the cell is empty/,
  );
  refused(areas, '\tcity\t', '\ttown\t', /areas\.tsv, line 2, column grain: town/);
  refused(areas, 'japan-housing', 'japan-unknown', /no series has the source japan-unknown/);
});

test('a series or basis that has not been reviewed, and a malformed period, are refused', () => {
  const refused = (from: string, to: string, column: string, fault: RegExp) =>
    assertRefused(
      officialCityRents,
      { [FILE]: String(EXCERPT[FILE]).replace(from, to) },
      { file: FILE, line: 2, column, fault },
    );
  refused('KZT per m2 per month', 'KZT per month', 'unit', /no series of KZ/);
  refused('month,city,published', 'month,province,published', 'geography', /no series of KZ/);
  refused('city,published,BNS', 'city,guessed,BNS', 'basis', /"guessed", where the series is published/);
  refused('city,published,BNS', 'city,derived,BNS', 'basis', /"derived", where the series is published/);
  refused('KZ,2026-08,', 'KZ,last year,', 'period', /not a period/);
  refused('KZ,2026-08,6224', 'KZ,2026-08,', 'value', /empty/);
});
