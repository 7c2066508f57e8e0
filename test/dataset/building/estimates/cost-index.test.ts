import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateCostIndex } from '../../../../src/dataset/building/estimates/cost-index.ts';
import {
  BASE_CITY,
  type CostCity,
  UNITED_STATES,
} from '../../../../src/dataset/building/estimates/cost-inputs.ts';
import { readSourceCatalogue } from '../../../../src/dataset/building/facts/source-catalogue.ts';
import { BASKET_WEIGHTS, CATEGORIES } from '../../../../src/release/cost-basket.ts';
import {
  difference,
  EVIDENCE,
  indexOf,
  isKnown,
  NULL_REASONS,
} from '../../../../src/release/cost-estimates.ts';
import { CITY_POPULATION, isTown } from '../../../../src/release/dominance.ts';
import {
  cityCost,
  committedEstimates,
  countryCost,
  inputs,
  unknownCountry,
} from '../../../support/dataset/committed-estimates.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const estimates = committedEstimates();
const cities = new Map(inputs.cities.map((city) => [city.key, city]));
const known = [...estimates.cities].flatMap(([key, cost]) => {
  const city = cities.get(key);
  return isKnown(cost) && city !== undefined ? [{ city, cost }] : [];
});
const newYork = cityCost('new-york');

test('every city and every country has an estimate or a reason for having none', () => {
  assert.equal(estimates.cities.size, inputs.cities.length);
  assert.equal(estimates.countries.size, inputs.countries.length);
  for (const cost of [...estimates.cities.values(), ...estimates.countries.values()]) {
    if (isKnown(cost)) continue;
    assert(NULL_REASONS.includes(cost.reason));
    assert.match(cost.detail, /^[A-Z].+\.$/);
  }
  assert(known.length > 30_000);
});

test('the overall index is exactly the result of the categories and the weights', () => {
  for (const { city, cost } of known) {
    // Counts in ten-thousandths and hundredths, so that nothing is rounded.
    const sum = CATEGORIES.reduce(
      (total, category) =>
        total +
        Math.round(BASKET_WEIGHTS[category] * 100) * Math.round(cost.categories[category].log * 10_000),
      0,
    );
    assert.equal(cost.overall.log, sum === 0 ? 0 : sum / 1e6, city.key);
  }
  const byHand = CATEGORIES.reduce((product, category) => {
    const index = indexOf(
      difference(cityCost('lisbon').categories[category], newYork.categories[category], false),
    );
    return product * (index.value / 100) ** BASKET_WEIGHTS[category];
  }, 100);
  const published = indexOf(difference(cityCost('lisbon').overall, newYork.overall, false)).value;
  assert(Math.abs(byHand - published) < 1e-9);
});

test('Zurich and Geneva are more expensive than New York, and Singapore is among the most expensive tenth of large cities elsewhere', () => {
  assert(cityCost('zurich').overall.log > newYork.overall.log);
  assert(cityCost('geneva').overall.log > newYork.overall.log);
  const great = known
    .filter(
      ({ city }) => city.population > 1_000_000 && city.country !== UNITED_STATES && city.feature !== 'PPLX',
    )
    .sort((left, right) => right.cost.overall.log - left.cost.overall.log);
  const singapore = great.findIndex(({ city }) => city.key === 'city/singapore');
  assert(singapore < great.length / 10, `Singapore is number ${singapore + 1} of ${great.length}`);
  assert(newYork.overall.log > (great[Math.ceil(great.length / 50)]?.cost.overall.log ?? 0));
});

test('housing in Manhattan is far above the American average, and above the other boroughs', () => {
  const housing = cityCost('manhattan').categories.housing.log;
  assert(housing > Math.log(1.4));
  for (const borough of ['brooklyn', 'queens', 'bronx', 'staten-island'])
    assert(housing > cityCost(borough).categories.housing.log, borough);
});

test('Mumbai is cheaper than London, overall and in every category', () => {
  const [mumbai, london] = [cityCost('mumbai'), cityCost('london')];
  assert(mumbai.overall.log < london.overall.log - Math.log(2));
  for (const category of CATEGORIES)
    assert(mumbai.categories[category].log < london.categories[category].log, category);
});

test('no village is more expensive by a per cent or more than every metropolis around it, unless an official figure says so', () => {
  for (const { city: village, cost } of known) {
    // A place of unknown population need not be a village: Avellaneda has 340,000 people.
    if (
      village.population === 0 ||
      village.population > 50_000 ||
      /^(official|derived)/.test(cost.overall.evidence)
    )
      continue;
    const metropolises = [...neighbours(village.key, 30)]
      .filter(({ city }) => city.population > 1_000_000 && city.feature !== 'PPLX')
      .map((metropolis) => metropolis.cost);
    if (metropolises.length === 0) continue;
    if (metropolises.some(({ categories }) => /^(official|derived)/.test(categories.housing.evidence)))
      continue;
    const gap = cost.overall.log - Math.max(...metropolises.map(({ overall }) => overall.log));
    assert(gap < 0.01, `${village.key} is above by ${gap}`);
  }
});

// By the same official series, rents in Neuilly-sur-Seine are three quarters higher than in Argenteuil.
test('cities ten kilometres apart in one country differ little: by up to 15 % if modelled, 35 % with their own figures, 60 % if one is a town', () => {
  for (const { city, cost } of known) {
    for (const { city: other, cost: ofOther } of neighbours(city.key, 10)) {
      if (other.key < city.key) continue;
      const measured = [cost, ofOther].some(({ overall }) => !overall.evidence.startsWith('modelled'));
      const gap = Math.abs(cost.overall.log - ofOther.overall.log);
      const isTownly = Math.min(city.population, other.population) <= CITY_POPULATION;
      const most = measured ? (isTownly ? 1.6 : 1.35) : 1.15;
      assert(gap < Math.log(most), `${city.key} and ${other.key}: ${gap}`);
    }
  }
});

test('the population-weighted average of a country’s cities, without towns, is its national level', () => {
  for (const id of ['portugal', 'india', 'brazil', 'united-kingdom', 'japan']) {
    const country = countryCost(id);
    let sum = 0;
    let people = 0;
    for (const { city, cost } of known) {
      if (city.country !== `country/${id}` || city.feature === 'PPLX') continue;
      if (isTown({ kind: city.feature, population: city.population })) continue;
      sum += city.population * cost.categories.housing.log;
      people += city.population;
    }
    assert(Math.abs(sum / people - country.categories.housing.log) < 2e-4, id);
  }
});

test('the United States are the base: 0 in every category, without uncertainty', () => {
  const { categories, overall } = countryCost('united-states');
  for (const { log, countryVariance } of [overall, ...Object.values(categories)])
    assert.deepEqual([log, countryVariance], [0, 0]);
});

test('the city of a country with little else has nearly the national level', () => {
  const { overall, rentVariance } = cityCost('singapore');
  assert(Math.abs(overall.log - countryCost('singapore').overall.log) < 0.03);
  assert(rentVariance < 0.01);
});

test('every figure has a positive uncertainty, evidence, a grain, a period and sources that exist', () => {
  const sources = new Set(inputs.facts.map(({ source }) => source)).add('geonames-cities');
  for (const { city, cost } of known) {
    for (const category of CATEGORIES) {
      const {
        log,
        countryVariance,
        localVariance,
        evidence,
        period,
        sources: used,
      } = cost.categories[category];
      assert(Number.isFinite(log) && Math.abs(log) < 4, `${city.key} ${category}`);
      assert(countryVariance >= 0 && localVariance >= 0 && countryVariance + localVariance < 1.5);
      assert(EVIDENCE.includes(evidence));
      assert.match(period, /^\d{4}(-\d{2}-\d{2})?$/);
      assert(used.length > 0 && used.every((source) => sources.has(source)));
      assert.deepEqual(used, [...new Set(used)].sort());
    }
    assert(cost.overall.countryVariance >= 0 && cost.overall.localVariance > 0);
  }
});

test('official evidence is based on an official figure of the place, and has its grain', () => {
  assert.equal(cityCost('lisbon').categories.housing.evidence, 'official_local');
  assert.equal(cityCost('lisbon').categories.food.evidence, 'modelled_from_national_rents');
  assert.equal(cityCost('geneva').categories.housing.evidence, 'official_regional');
  assert.equal(cityCost('geneva').categories.housing.grain, 'region');
  assert.equal(cityCost('amadora').categories.housing.evidence, 'official_local');
  assert.equal(cityCost('queluz').categories.housing.evidence, 'official_regional');
  assert.equal(cityCost('vienna').categories.housing.evidence, 'modelled');
  assert.equal(cityCost('manhattan').categories.food.evidence, 'official_local');
  assert.deepEqual(
    cityCost('lisbon').categories.communication.sources,
    countryCost('portugal').categories.communication.sources,
  );
  assert(cityCost('lisbon').categories.housing.sources.includes('ine-portugal-rents-2024-s2'));
});

test('a rent that is computed, not published, is a kind of evidence of its own, and its source says who computed it', () => {
  const { evidence, sources: used } = cityCost('madrid').categories.housing;
  assert.equal(evidence, 'derived_from_official');
  assert.equal(cityCost('milan').categories.housing.evidence, 'derived_from_official');
  assert.equal(cityCost('nuremberg').overall.evidence, 'official_local');
  const derived = [...readSourceCatalogue(DATA_DIRECTORY).values()]
    .flat()
    .find(({ id }) => id === 'mivau-serpavi-2024-derived');
  assert(derived !== undefined && used.includes(derived.id));
  assert.match(derived.title, /calculated by a third party/);
});

test('without its own figures, no smaller capital is more expensive than its country’s metropolis by more than its coast explains', () => {
  for (const { city: capital, cost } of known) {
    if (capital.feature !== 'PPLC' || /^(official|derived)/.test(cost.categories.housing.evidence)) continue;
    const metropolis = known
      .filter(({ city }) => city.country === capital.country && city.feature !== 'PPLX')
      .reduce((most, other) => (other.city.population > most.city.population ? other : most));
    if (kilometresBetween(capital, metropolis.city) < 15) continue;
    const gap = cost.overall.log - metropolis.cost.overall.log;
    assert(gap < 0.08, `${capital.key} is above ${metropolis.city.key}`);
  }
  for (const [capital, metropolis] of [
    ['bern', 'zurich'],
    ['bern', 'geneva'],
    ['ottawa', 'toronto'],
    ['canberra', 'sydney'],
    ['washington', 'new-york'],
    ['ankara', 'istanbul'],
  ] as const)
    assert(cityCost(capital).overall.log < cityCost(metropolis).overall.log, capital);
});

test('well-known cities are in the order of their official rents', () => {
  for (const [expensive, cheaper] of [
    ['munich', 'berlin'],
    ['paris', 'berlin'],
    ['paris', 'lyon'],
    ['milan', 'naples'],
    ['munich', 'leipzig'],
    ['seoul', 'busan'],
    ['mexico-city', 'puebla'],
  ] as const)
    assert(cityCost(expensive).overall.log > cityCost(cheaper).overall.log, `${expensive} and ${cheaper}`);
});

test('an official rent makes a city’s housing figure more certain', () => {
  assert(cityCost('leeds').rentVariance < cityCost('lisburn').rentVariance);
  assert(cityCost('sydney').rentVariance < cityCost('newcastle-new-south-wales-australia').rentVariance);
});

test('countries without a usable price level have no estimate, each with its reason', () => {
  for (const [reason, ids] of Object.entries({
    // Monaco is 5.7 times as rich as France, whose prices a territory of France has otherwise.
    no_price_level: ['cuba', 'north-korea', 'montserrat', 'monaco'],
    stale: ['syria', 'eritrea', 'sudan'],
    no_source: ['pitcairn-islands', 'caribbean-netherlands'],
    too_uncertain: ['argentina'],
  }))
    for (const id of ids) assert.equal(unknownCountry(id).reason, reason, id);
  assert.deepEqual(estimates.cities.get('city/havana'), unknownCountry('cuba'));
  const withoutEstimate = [...estimates.cities.values()].filter((cost) => !isKnown(cost));
  assert(withoutEstimate.length <= 1400, String(withoutEstimate.length));
});

test('a level inferred from GDP per capita, the Penn World Table or the parent country has a wide interval', () => {
  const portugal = countryCost('portugal').commonVariance;
  for (const id of ['iran', 'venezuela', 'myanmar', 'reunion', 'guadeloupe'])
    assert(countryCost(id).commonVariance > 4 * portugal, id);
  assert(countryCost('taiwan').commonVariance > 2 * portugal);
  assert(countryCost('taiwan').sources.includes('penn-world-table-10-01'));
  assert(countryCost('iran').sources.includes('imf-weo-2026-04'));
  // IMF, World Economic Outlook, 2024: implied purchasing power parity divided by the exchange rate, about 0.43.
  assert(Math.abs(countryCost('taiwan').overall.log - Math.log(0.43)) < 0.2);
});

test('countries with inflation and a daily rate are carried to that day, others less far', () => {
  for (const id of ['portugal', 'senegal', 'turkey']) assert.equal(countryCost(id).period, '2026-08-21', id);
  for (const id of ['egypt', 'nigeria']) assert.equal(countryCost(id).period, '2026-09-29', id);
  assert.equal(countryCost('myanmar').period, '2025');
  assert(countryCost('turkey').commonVariance > 3 * countryCost('portugal').commonVariance);
});

test('at the daily rate, a country whose currency rose is more expensive, and rents more so than traded goods', () => {
  const { spot } = countryCost('israel');
  assert(spot.housing > 0.02 && spot.housing < 0.15, String(spot.housing));
  assert(spot.education > spot.transport);
  assert.deepEqual(new Set(Object.values(countryCost('united-states').spot)), new Set([0]));
});

test('the same facts in any order give the same estimates', () => {
  // The order matters between facts and countries, which are all there. Few cities are enough to show it.
  const few = inputs.cities.filter(({ key }, position) => position % 25 === 0 || key === BASE_CITY);
  const ordered = estimateCostIndex({ ...inputs, cities: few });
  const shuffled = estimateCostIndex({
    ...inputs,
    countries: inputs.countries.toReversed(),
    cities: few.toReversed(),
    facts: inputs.facts.toReversed(),
    reviews: inputs.reviews.toReversed(),
  });
  assert.equal(ordered.cities.size, few.length);
  for (const [key, cost] of ordered.cities) assert.deepEqual(shuffled.cities.get(key), cost, key);
  for (const [key, cost] of ordered.countries) assert.deepEqual(shuffled.countries.get(key), cost, key);
});

test('no source is a crowd-sourced or proprietary index', () => {
  for (const { source } of inputs.facts) assert.doesNotMatch(source, /numbeo|expatistan|mercer|teleport/i);
});

/** Cities of the same country within this many kilometres (on a flat map, which is accurate enough). */
function* neighbours(key: string, kilometres: number): Generator<(typeof known)[number]> {
  const city = cities.get(key);
  if (city === undefined) return;
  const degrees = kilometres / 111;
  const shrink = Math.cos((city.latitude * Math.PI) / 180);
  for (const row of cellsBetween(city.latitude, degrees))
    for (const column of cellsBetween(city.longitude, degrees / shrink))
      for (const candidate of byCell.get(`${city.country} ${row} ${column}`) ?? []) {
        const { latitude, longitude } = candidate.city;
        const distance = Math.hypot(latitude - city.latitude, (longitude - city.longitude) * shrink);
        if (candidate.city.key !== key && distance < degrees) yield candidate;
      }
}

function kilometresBetween(left: CostCity, right: CostCity): number {
  const shrink = Math.cos((left.latitude * Math.PI) / 180);
  return 111 * Math.hypot(left.latitude - right.latitude, (left.longitude - right.longitude) * shrink);
}

const byCell = Map.groupBy(
  known,
  ({ city }) => `${city.country} ${cellOf(city.latitude)} ${cellOf(city.longitude)}`,
);

/** Half a degree. */
function cellOf(degrees: number): number {
  return Math.floor(degrees * 2);
}

function cellsBetween(middle: number, width: number): number[] {
  const first = cellOf(middle - width);
  return Array.from({ length: cellOf(middle + width) - first + 1 }, (_, index) => first + index);
}
