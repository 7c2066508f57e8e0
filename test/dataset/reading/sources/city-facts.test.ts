import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { readMetrics } from '../../../../src/dataset/building/facts/metric.ts';
import { readTable } from '../../../../src/dataset/building/files/table.ts';
import { readMatchOverrides } from '../../../../src/dataset/reading/places/match.ts';
import { officialCityRents } from '../../../../src/dataset/reading/sources/official-city-rents.ts';
import { besidePublishedFiles, publishedPath } from '../../../support/beside-published-files.ts';
import { tableReaderNamed } from '../../../support/dataset/excerpts.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const unPublicTransportAccess = tableReaderNamed('un-public-transport-access');
const usStateAllowances = tableReaderNamed('us-state-allowances');

const austriaPurchasingPowerSurcharge = tableReaderNamed('austria-purchasing-power-surcharge');
const canadaIntercityPrices = tableReaderNamed('canada-intercity-prices');
const japanRegionalPrices = tableReaderNamed('japan-regional-prices');
const usDodPerDiem = tableReaderNamed('us-dod-per-diem');
const usStatePerDiem = tableReaderNamed('us-state-per-diem');

/** Readers whose figures about cities worldwide are kept under data/, with the names that they were published under. */
const READERS = [
  usStateAllowances,
  usStatePerDiem,
  usDodPerDiem,
  unPublicTransportAccess,
  officialCityRents,
  canadaIntercityPrices,
  japanRegionalPrices,
  austriaPurchasingPowerSurcharge,
];

const MATCH_COLUMNS = ['published', 'place', 'how'] as const;

const facts = new Map(READERS.map(({ id }) => [id, readFacts(DATA_DIRECTORY, id)]));
const matches = new Map(READERS.map(({ id }) => [id, readMatches(id)]));
const all = [...facts.values()].flat();

test('every kept figure has a metric, a fitting unit, and a value within the metric’s bounds', () => {
  const metrics = readMetrics(DATA_DIRECTORY);
  for (const { place, metric: id, unit, value } of all) {
    const metric = metrics.get(id) ?? assert.fail(id);
    const at = `${place} ${id} ${value} ${unit}`;
    if (metric.kind === 'price') assert.match(unit, /^[A-Z]{3}$/, at);
    else assert.equal(unit, metric.unit, at);
    assert.ok(Number(value) >= metric.min && Number(value) <= metric.max, at);
  }
});

const countries = gazetteer.countries();
const places = new Set([
  ...countries.map(({ key }) => key),
  ...countries.flatMap(({ iso2 }) => gazetteer.citiesOf(iso2)).map(({ key }) => key),
]);

test('every kept figure is about one of our cities or countries, or a prefecture', () => {
  for (const { place, grain } of all) {
    assert.ok(places.has(place) || place.startsWith('area/jp-admin1-'), place);
    assert.equal(grain === 'country', place.startsWith('country/'), `${place} ${grain}`);
  }
});

for (const { id } of READERS) {
  test(`${id}: no two published names match one city, and every figure is about a matched place`, () => {
    const matched = (matches.get(id) ?? []).map(({ place }) => place).filter((place) => place !== '');
    const cities = matched.filter((place) => place.startsWith('city/'));
    assert.equal(new Set(cities).size, cities.length);
    for (const { place } of facts.get(id) ?? []) assert.ok(matched.includes(place), place);
  });

  test(`${id}: every reviewed override is for a name that the publisher uses, and names one of our places`, () => {
    const published = new Set((matches.get(id) ?? []).map((match) => match.published));
    for (const [name, { place }] of readMatchOverrides(DATA_DIRECTORY, id)) {
      assert.ok(published.has(name), name);
      assert.ok(place === '' || places.has(place), `${name}: ${place}`);
    }
  });
}

test('most published names match a city', () => {
  assert.ok(citiesOf(usStateAllowances.id) >= 440);
  assert.ok(citiesOf(usStatePerDiem.id) >= 680);
  assert.ok(citiesOf(unPublicTransportAccess.id) >= 1780);
  assert.ok(citiesOf(officialCityRents.id) >= 120);
});

test('false friends stay apart', () => {
  const place = (reader: string, published: string) =>
    matches.get(reader)?.find((match) => match.published === published)?.place;
  const key = (geonamesId: number) => gazetteer.cityByGeonamesId(geonamesId)?.key;
  for (const apart of ['CANADA | Sidney', 'CUBA | Guantanamo Bay', 'MALAYSIA | Langkawi', 'INDIA | Goa'])
    assert.equal(place(usStatePerDiem.id, apart), '', apart);
  assert.equal(place(usStateAllowances.id, 'JAPAN | Okinawa Prefecture'), '');
  assert.equal(place(usStatePerDiem.id, 'Korea, South | Masan'), '');
  assert.equal(place(usStatePerDiem.id, 'Korea, South | Chongju'), key(1845604), 'Cheongju');
  assert.equal(place(usStatePerDiem.id, 'CHINA | Fuzhou'), key(1810821), 'Fuzhou in Fujian');
  assert.equal(place(unPublicTransportAccess.id, 'US | Philadelphia'), key(4560349));
  assert.equal(place(unPublicTransportAccess.id, 'US | El Paso'), key(5520993), 'not Colorado Springs');
  assert.equal(place(unPublicTransportAccess.id, 'BR | Brasilia'), key(3469058), 'not Brasiléia');
  assert.equal(place(unPublicTransportAccess.id, 'DE | Frankfurt'), key(2925535), 'Frankfurt (Oder)');
  assert.equal(place(unPublicTransportAccess.id, 'IR | Kashan'), '', 'not Jalq');
});

/** Figures that anyone can look up in the publishers' own publications. */
const KNOWN_FIGURES: [geonamesId: number, metric: string, period: string, values: number[], unit: string][] =
  [
    [3183875, 'post_allowance', '2026-06-14', [50], 'percent_of_spendable_income'],
    [3183875, 'hardship_differential', '2026-06-14', [20], 'percent_of_basic_pay'],
    [293397, 'danger_pay', '2026-06-14', [15], 'percent_of_basic_pay'],
    [3183875, 'lodging_per_diem', '2025-09-01', [223], 'USD'],
    [264371, 'lodging_per_diem', '2025-08-01', [229, 341], 'USD'],
    [5879400, 'lodging_per_diem', '2026-01-01', [239, 329], 'USD'],
    [5879400, 'incidentals_per_diem', '2026-01-01', [30, 30], 'USD'],
    [292968, 'public_transport_access', '2020', [27.3006], 'percent_of_population'],
    [292223, 'public_transport_access', '2020', [41.20918], 'percent_of_population'],
    [1850147, 'rent_per_square_metre', '2023-10', [2760], 'JPY'],
    [2643743, 'rent_average_dwelling', '2026', [2332], 'GBP'],
    [2747373, 'purchasing_power_surcharge', '2025-03', [9], 'percent_above_vienna'],
  ];

for (const [geonamesId, metric, period, values, unit] of KNOWN_FIGURES) {
  test(`${metric} of GeoNames ${geonamesId} since ${period} is the published ${values.join(' or ')}`, () => {
    const key = gazetteer.cityByGeonamesId(geonamesId)?.key;
    const found = all.filter((row) => row.place === key && row.metric === metric && row.period === period);
    assert.deepEqual(found.map(({ value }) => Number(value)).sort(), values);
    assert.ok(found.every((row) => row.unit === unit));
  });
}

/** Figures that the test reads without our reader: file, columns of the label, column of the figure, and our metric. */
const RE_READ: [
  reader: (typeof READERS)[number],
  file: string,
  label: string[],
  cell: string,
  metric: string,
][] = [
  [
    usStateAllowances,
    'post_allowances_2026-06-14.csv',
    ['country_name', 'post_name'],
    'cola_pct_spendable_income',
    'post_allowance',
  ],
  [
    usStateAllowances,
    'post_allowances_2026-06-14.csv',
    ['country_name', 'post_name'],
    'danger_pay_pct',
    'danger_pay',
  ],
  [usStatePerDiem, 'foreign_2026-04.csv', ['Country', 'Location'], 'Lodging', 'lodging_per_diem'],
  [usDodPerDiem, 'oconus_2026-04.csv', ['State/Country', 'Location'], 'Lodging', 'lodging_per_diem'],
];

for (const [reader, file, label, cell, metric] of RE_READ) {
  test(
    `${reader.id}: ${metric} of every matched name is the publisher’s figure; none is lost or changed`,
    besidePublishedFiles(join(reader.folder, file)),
    () => {
      const place = new Map((matches.get(reader.id) ?? []).map((match) => [match.published, match.place]));
      const rows = parse(readFileSync(publishedPath(join(reader.folder, file))), {
        columns: true,
        bom: true,
      }) as unknown as Record<string, string>[];
      const published = rows
        .map((row) => [
          place.get(label.map((column) => row[column]).join(' | ')),
          Number(row[cell]),
          row[cell],
        ])
        .filter(([key, value, text]) => key !== '' && text !== '' && !(cell === 'Lodging' && value === 0))
        .map(([key, value]) => `${key} ${value}`);
      const kept = (facts.get(reader.id) ?? [])
        .filter((fact) => fact.metric === metric)
        .map((fact) => `${fact.place} ${fact.value}`);
      assert.ok(kept.length > 0);
      assert.deepEqual(kept.sort(), published.sort());
    },
  );
}

function readMatches(reader: string) {
  return readTable(join(DATA_DIRECTORY, 'matches', `${reader}.tsv`), MATCH_COLUMNS);
}

function citiesOf(reader: string): number {
  const places = (facts.get(reader) ?? []).map(({ place }) => place);
  return new Set(places.filter((place) => place.startsWith('city/'))).size;
}
