import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fact, readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { readMetrics, readUnits } from '../../../../src/dataset/building/facts/metric.ts';
import { areaKey, readAreas } from '../../../../src/dataset/building/places/areas.ts';
import type { SourceReader } from '../../../../src/dataset/reading/sources/reader.ts';
import { GRAINS } from '../../../../src/release/grain.ts';
import { readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const usHudFmr = tableReaderNamed('us-hud-fmr');

const usBeaRpp = tableReaderNamed('us-bea-rpp');
const usBlsWages = tableReaderNamed('us-bls-wages');
const usCensusAcsRent = tableReaderNamed('us-census-acs-rent');
const usGsaPerDiem = tableReaderNamed('us-gsa-per-diem');

const READERS = [usBeaRpp, usBlsWages, usCensusAcsRent, usGsaPerDiem, usHudFmr];
const metrics = readMetrics(DATA_DIRECTORY);
const units = readUnits(DATA_DIRECTORY);
const { areas, cities } = readAreas(DATA_DIRECTORY);
const places = new Set([
  'country/united-states',
  ...areas.map(({ id }) => areaKey(id)),
  ...gazetteer.citiesOf('US').map(({ key }) => key),
]);

function factsOf(reader: SourceReader): Fact[] {
  return readFacts(DATA_DIRECTORY, reader.id).map(({ line, standard_error: _, ...row }) => ({
    ...row,
    grain: GRAINS.find((grain) => grain === row.grain) as Fact['grain'],
    value: Number(row.value),
  }));
}

function figure(reader: SourceReader, place: string, metric: string): Fact {
  const found = factsOf(reader).filter((fact) => fact.place === place && fact.metric === metric);
  const periods = new Set(found.map(({ period }) => period));
  assert.ok(found.length > 0 && periods.size === found.length, `${found.length} figures: ${place} ${metric}`);
  return found.sort((one, other) => (one.period < other.period ? 1 : -1))[0] as Fact;
}

function citiesWith(reader: SourceReader): number {
  const figures = new Set(factsOf(reader).map(({ place }) => place));
  return new Set(cities.filter(({ area }) => figures.has(areaKey(area))).map(({ geonamesId }) => geonamesId))
    .size;
}

for (const reader of READERS) {
  test(`${reader.id}: every figure has a known place, metric, unit and source, is within bounds, and is not repeated`, () => {
    const seen = new Set<string>();
    for (const fact of factsOf(reader)) {
      const label = `${fact.place} ${fact.metric} ${fact.period} ${fact.note}`;
      const metric = metrics.get(fact.metric);
      assert.ok(metric, label);
      assert.ok(places.has(fact.place), label);
      assert.ok(fact.value >= metric.min && fact.value <= metric.max, `${label}: ${fact.value}`);
      if (metric.kind === 'price') assert.equal(fact.unit, 'USD', label);
      else assert.ok(fact.unit === metric.unit && units.has(fact.unit), label);
      assert.ok(!seen.has(label), `twice: ${label}`);
      seen.add(label);
    }
  });
}

test('prices in the New York metro area were 12.563 per cent above the United States in 2024, most of all for housing', () => {
  const parity = (category: string) =>
    figure(usBeaRpp, 'area/us-cbsa-35620', `regional_price_parity_${category}`);
  const { value, grain, period, unit } = parity('all_items');
  assert.deepEqual(
    { value, grain, period, unit },
    {
      value: 112.563,
      grain: 'metro',
      period: '2024',
      unit: 'united_states_100',
    },
  );
  for (const category of ['goods', 'utilities', 'other_services'])
    assert.ok(parity('housing').value > parity(category).value, category);
});

test('price parities of all items are read for each year since 2015, the others for the last', () => {
  const years = (metric: string) =>
    factsOf(usBeaRpp)
      .filter((fact) => fact.place === 'area/us-cbsa-35620' && fact.metric === metric)
      .map(({ period }) => period);
  assert.deepEqual(
    years('regional_price_parity_all_items').sort(),
    Array.from({ length: 10 }, (_, index) => String(2015 + index)),
  );
  assert.deepEqual(years('regional_price_parity_housing'), ['2024']);
});

test('a city outside metro areas has the price parity of the nonmetropolitan rest of its state', () => {
  const rest = figure(usBeaRpp, 'area/us-state-portion-01999', 'regional_price_parity_all_items');
  assert.equal(rest.grain, 'region');
  assert.ok(rest.value < 90, String(rest.value));
});

test('Manhattan has no rent of its own: the rent of its county is above those of nine in ten counties', () => {
  assert.ok(!factsOf(usCensusAcsRent).some(({ place }) => place === 'city/manhattan'));
  const county = figure(usCensusAcsRent, 'area/us-county-36061', 'rent_median_gross');
  assert.equal(county.grain, 'region');
  const rents = factsOf(usCensusAcsRent).filter(({ grain }) => grain === 'region');
  const lower = rents.filter(({ value }) => value < county.value);
  assert.ok(lower.length > 0.9 * rents.length);
});

test('a median rent at the end of the scale is marked, and keeps the published figure', () => {
  const rents = factsOf(usCensusAcsRent);
  assert.ok(rents.some(({ value }) => value === 3501));
  for (const { value, note } of rents) assert.equal(note.startsWith('top-coded'), value === 3501);
});

/** From FY26_FMRs.csv, which HUD published in 2025. */
const BOROUGHS = [
  'stusps,state,hud_area_code,countyname,county_town_name,metro,hud_area_name,fips,pop2023,fmr_0,fmr_1,fmr_2,fmr_3,fmr_4',
  'NY,36,METRO35620MM5600,Bronx County,,1,"New York, NY HUD Metro FMR Area",3600599999,1443229,2529,2655,2910,3644,3959',
  'NY,36,METRO35620MM5600,Kings County,,1,"New York, NY HUD Metro FMR Area",3604799999,2679620,2529,2655,2910,3644,3959',
  'NY,36,METRO35620MM5600,New York County,,1,"New York, NY HUD Metro FMR Area",3606199999,1645867,2529,2655,2910,3644,3959',
  'NY,36,METRO35620MM5600,Queens County,,1,"New York, NY HUD Metro FMR Area",3608199999,2360826,2529,2655,2910,3644,3959',
  'NY,36,METRO35620MM5600,Richmond County,,1,"New York, NY HUD Metro FMR Area",3608599999,492925,2529,2655,2910,3644,3959',
];

test('the five boroughs have one area, and its rents in data/facts are those that HUD published for each of them', () => {
  const { facts } = readExcerpt(usHudFmr, { 'FY26_FMRs.csv': `${BOROUGHS.join('\n')}\n` });
  const [two] = facts.filter(({ metric }) => metric === 'rent_fair_market_two_bedroom');
  assert.equal(two?.value, 2910);
  const published = new Map(facts.map((fact) => [fact.metric, fact]));
  const kept = factsOf(usHudFmr).filter(({ place }) => place === two?.place);
  assert.deepEqual(new Map(kept.map((fact) => [fact.metric, fact])), published);
});

test('a larger dwelling never has a lower fair market rent', () => {
  const byArea = Map.groupBy(factsOf(usHudFmr), ({ place }) => place);
  for (const [place, facts] of byArea) {
    const rents = ['studio', 'one_bedroom', 'two_bedroom', 'three_bedroom', 'four_bedroom'].map(
      (size) => facts.find(({ metric }) => metric === `rent_fair_market_${size}`)?.value ?? Number.NaN,
    );
    assert.deepEqual(
      rents,
      [...rents].sort((left, right) => left - right),
      place,
    );
  }
});

test('a destination’s seasons cover the fiscal year without gaps or overlaps', () => {
  const lodging = factsOf(usGsaPerDiem).filter(({ metric }) => metric === 'lodging_per_diem');
  for (const [place, seasons] of Map.groupBy(lodging, ({ place }) => place)) {
    const periods = seasons.map(({ period }) => period.split('/') as [string, string]).sort();
    assert.equal(periods[0]?.[0], '2025-10-01', place);
    assert.equal(periods.at(-1)?.[1], '2026-09-30', place);
    for (const [index, [begin]] of periods.slice(1).entries())
      assert.equal(begin, dayAfter(periods[index]?.[1] ?? ''), place);
  }
});

test('the standard per diem rate is marked as national, and applies outside all destinations', () => {
  const rate = figure(usGsaPerDiem, 'area/us-per-diem-standard', 'lodging_per_diem');
  assert.equal(rate.grain, 'country');
  const seasons = factsOf(usGsaPerDiem).filter(({ grain }) => grain === 'region');
  assert.ok(seasons.every(({ note, period }) => (note === '') === (period === '2025-10-01/2026-09-30')));
});

test('coverage does not shrink', () => {
  const ownRents = factsOf(usCensusAcsRent).filter(({ grain }) => grain === 'city');
  assert.ok(ownRents.length >= 2_750, `cities with a rent of their own: ${ownRents.length}`);
  assert.ok(citiesWith(usCensusAcsRent) >= 3_350, `cities with the rent of their county`);
  assert.ok(citiesWith(usBeaRpp) >= 3_395, 'cities with a price parity');
  assert.ok(citiesWith(usHudFmr) >= 3_420, 'cities with a fair market rent');
  assert.ok(citiesWith(usGsaPerDiem) >= 3_350, 'cities with a per diem rate');
  assert.ok(citiesWith(usBlsWages) >= 3_100, 'cities with a wage');
});

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

test('a median rent of less than half of its county’s says so, and no other does', () => {
  const ofPlace = new Map(factsOf(usCensusAcsRent).map((fact) => [fact.place, fact]));
  const cityKeys = new Map(gazetteer.citiesOf('US').map(({ key, geonamesId }) => [geonamesId, key]));
  const pairs = cities.flatMap(({ area, geonamesId }) => {
    const [own, county] = [ofPlace.get(cityKeys.get(geonamesId) ?? ''), ofPlace.get(areaKey(area))];
    return own === undefined || county === undefined || !area.startsWith('us-county-')
      ? []
      : [{ own, county }];
  });
  assert.ok(pairs.length > 7000);
  for (const { own, county } of pairs)
    assert.equal(/less than half/.test(own.note), own.value < county.value / 2, own.place);
  assert.match(ofPlace.get('city/basking-ridge')?.note ?? '', /subsidised/);
});
