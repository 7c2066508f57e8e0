import assert from 'node:assert/strict';
import { test } from 'node:test';
import { around } from 'geokdbush';
import { mean, sum } from 'simple-statistics';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import { readPublishedTable } from '../../../../src/dataset/building/files/published-file.ts';
import { areaKey, firstLevelAreaId } from '../../../../src/dataset/building/places/areas.ts';
import { openGazetteer } from '../../../../src/dataset/building/places/gazetteer.ts';
import {
  type LeftOut,
  leftOutLines,
  regionalFigures,
  SPREADS,
} from '../../../../src/dataset/building/scores/regional-figures.ts';
import { indexOfSites } from '../../../../src/dataset/reading/geography/located-cities.ts';
import type { Observation } from '../../../../src/release/schema.ts';
import { besidePublishedFiles, publishedPath } from '../../../support/beside-published-files.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

function observation(
  place: string,
  metric: string,
  value: number,
  source: string,
  period = '2023',
): Observation {
  const isCountry = place.startsWith('country/');
  return {
    place,
    metric,
    period,
    source,
    note: '',
    grain: isCountry ? 'country' : 'region',
    method: 'observed',
    value,
    unit: 'micrograms_per_cubic_metre',
    standard_error: null,
    usd: null,
    usd_rate: null,
    usd_rate_period: null,
    usd_rate_source: null,
  };
}

const OTHER = 'pm25_without_dust_and_sea_salt';
const countryOf = (place: string) => (place.startsWith('area/') ? 'country/spain' : undefined);
const PLACES = { countryOf, areasAround: () => [] };
const spain = (national: number, base: number, region: number, baseSource = 'aqli') =>
  regionalFigures(
    [
      observation('country/spain', 'pm25_exposure', national, 'wb'),
      observation('country/spain', OTHER, base, baseSource),
      observation('area/es-admin1-29', OTHER, region, 'aqli'),
      observation('area/es-admin1-51', OTHER, 8, 'aqli'),
    ],
    PLACES,
  ).filter(({ place }) => place === 'area/es-admin1-29');

test('a region differs from the national figure by a power of the ratio in the other source', () => {
  const [figure, ...others] = spain(10, 8, 12);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [figure?.place, figure?.metric, figure?.value, figure?.method, figure?.grain, figure?.source],
    ['area/es-admin1-29', 'pm25_exposure', 12.5, 'derived', 'region', 'aqli wb'],
  );
  // What the power leaves, a seventh of the figure.
  assert.equal(figure?.standard_error, 1.75);
});

test('every figure of a region that does not count is reported with the reason', () => {
  const reported: LeftOut[] = [];
  const homicides = (region: string, value: number, period: string, error: number | null = null) => ({
    ...observation(`area/${region}`, 'recorded_homicides', value, 'police', period),
    standard_error: error,
  });
  const figures = regionalFigures(
    [
      observation('country/spain', 'intentional_homicides', 0.7, 'wb', '2022'),
      homicides('a', 0.8, '2022'),
      homicides('b', 0.8, '2023'),
      homicides('c', 0.8, '2021/2022'),
      homicides('d', 0, '2022'),
      { ...homicides('e', 0.8, '2022'), place: 'area/elsewhere' },
    ],
    { ...PLACES, countryOf: (place) => (place === 'area/elsewhere' ? 'country/france' : 'country/spain') },
    (one) => reported.push(one),
  );
  assert.deepEqual(
    figures.map(({ place }) => place),
    ['area/a'],
  );
  const noYear = 'intentional_homicides has no figure of the country for each of these years';
  assert.deepEqual(reported.map(({ region, country, reason }) => [region.place, country, reason]).sort(), [
    ['area/b', 'country/spain', noYear],
    ['area/c', 'country/spain', noYear],
    ['area/d', 'country/spain', 'no deaths, and no number of people that says what they mean'],
    ['area/elsewhere', 'country/france', 'intentional_homicides has no figure of the country'],
  ]);
  assert.deepEqual(leftOutLines(reported), [
    `2 figures of recorded_homicides (police) give no intentional_homicides: ${noYear} (spain)`,
    '1 figure of recorded_homicides (police) gives no intentional_homicides: no deaths, and no number of people that says what they mean (spain)',
    '1 figure of recorded_homicides (police) gives no intentional_homicides: intentional_homicides has no figure of the country (france)',
  ]);
  reported.length = 0;
  regionalFigures(
    [
      observation('country/spain', 'intentional_homicides', 0.7, 'wb', '2022'),
      observation('country/spain', 'certified_homicides', 7, 'registry', '2022'),
      observation('area/a', 'certified_homicides', 9, 'registry', '2022'),
      observation('area/b', 'certified_homicides', 5, 'registry', '2022'),
      observation('country/spain', 'life_expectancy', 83, 'wb', '2022'),
      observation('country/spain', 'regional_life_expectancy', 70, 'oecd', '2022'),
      observation('area/a', 'regional_life_expectancy', 83, 'oecd', '2022'),
      observation('country/spain', 'mean_years_of_schooling', 10, 'undp', '2022'),
      observation('area/a', 'ten_years_of_schooling_women', 40, 'nfhs', '2022'),
    ],
    PLACES,
    (one) => reported.push(one),
  );
  assert.deepEqual(
    reported.map(({ region, reason }) => `${region.place}: ${reason}`),
    [
      'area/a: the two national figures have a ratio outside 0.5 to 3.5',
      'area/b: the two national figures have a ratio outside 0.5 to 3.5',
      'area/a: the source’s figure of the country contradicts those of its regions',
      'area/a: the source has no figure of the country, and fewer than 10 regions',
    ],
  );
});

test('with a slope, a region differs in proportion to the other figure, within the metric’s bounds', () => {
  const internet = (region: number) =>
    regionalFigures(
      [
        observation('country/spain', 'internet_users', 95, 'wb'),
        observation('country/spain', 'households_with_broadband', 90, 'oecd'),
        observation('area/es-admin1-29', 'households_with_broadband', region, 'oecd'),
        observation('area/es-admin1-51', 'households_with_broadband', 80, 'oecd'),
      ],
      PLACES,
    ).map(({ value }) => value);
  assert.deepEqual(internet(100), [99.3, 90.7]);
  assert.deepEqual(internet(110), [100, 90.7]);
});

test('if a country’s figure is outside the range of its regions, it was measured in another way', () => {
  assert.deepEqual(spain(10, 7.5, 12), []);
  assert.equal(spain(10, 8, 12).length, 1);
});

test('without a figure of the country, the mean of ten regions or more is used', () => {
  const india = (count: number) =>
    regionalFigures(
      [
        observation('country/spain', 'mean_years_of_schooling', 7, 'undp'),
        ...Array.from({ length: count }, (_, index) =>
          observation(`area/${index}`, 'ten_years_of_schooling_women', 30 + 2 * index, 'nfhs'),
        ),
      ],
      PLACES,
    );
  assert.deepEqual(india(9), []);
  const figures = india(11);
  assert.deepEqual([figures[0]?.value, figures[5]?.value, figures[10]?.value], [5.92, 7, 8.08]);
  assert.deepEqual([figures[0]?.method, figures[0]?.source], ['derived', 'nfhs undp']);
});

/** The slope of a least-squares line through the countries that have both. */
function slopeAcross(
  metric: string,
  of: (country: string) => number | undefined,
): [slope: number, countries: number] {
  const pairs = [...latest(metric)].flatMap(([country, value]) => {
    const other = of(country);
    return other === undefined ? [] : [{ x: other, y: value }];
  });
  const mean = (of: (pair: { x: number; y: number }) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [x, y] = [mean((pair) => pair.x), mean((pair) => pair.y)];
  return [mean((pair) => (pair.x - x) * (pair.y - y)) / mean((pair) => (pair.x - x) ** 2), pairs.length];
}

function latest(metric: string): Map<string, number> {
  const found = new Map<string, { period: string; value: number }>();
  for (const reader of ['undp-hdr', 'world-bank-wdi', 'oecd-regional-well-being'])
    for (const fact of readFacts(DATA_DIRECTORY, reader))
      if (
        fact.metric === metric &&
        fact.place.startsWith('country/') &&
        !(fact.period < (found.get(fact.place)?.period ?? ''))
      )
        found.set(fact.place, { period: fact.period, value: Number(fact.value) });
  return new Map([...found].map(([place, { value }]) => [place, value]));
}

test('the slopes match those across the countries in data/facts', () => {
  const [women, men] = [latest('secondary_education_women'), latest('secondary_education_men')];
  const some = (country: string) => {
    const [left, right] = [women.get(country), men.get(country)];
    return left === undefined || right === undefined ? undefined : (left + right) / 2;
  };
  const otherOf: Readonly<Record<string, (country: string) => number | undefined>> = {
    ten_years_of_schooling_women: some,
  };
  for (const { metric, by, slope } of SPREADS) {
    if (slope === undefined) continue;
    const known = latest(by);
    const [across, countries] = slopeAcross(metric, otherOf[by] ?? ((country) => known.get(country)));
    assert.ok(countries >= 30, `${metric} by ${by}: ${countries} countries`);
    assert.ok(Math.abs(across - slope) < 0.02 * slope, `${metric} by ${by}: ${across}`);
  }
});

test('where most particles are dust and sea salt, the rest does not distinguish regions', () => {
  assert.deepEqual(spain(20, 8, 12), []);
});

const URBAN_CENTRES = 'ghs-ucdb-r2019a-boeing';

test(
  'the power of particles without dust and salt predicts all particles of regions of countries that were left out',
  besidePublishedFiles(URBAN_CENTRES),
  () => {
    const regions = particlesOfRegions();
    const countries = [...Map.groupBy(regions, ({ country }) => country).values()]
      .filter((ofCountry) => ofCountry.length >= 4)
      .map((ofCountry) => {
        const [x, y] = [mean(ofCountry.map(({ without }) => without)), mean(ofCountry.map(({ all }) => all))];
        return ofCountry.map(({ without, all }) => ({ x: without - x, y: all - y }));
      });
    assert.ok(countries.length > 50);
    // Every country counts alike.
    const total = (kept: typeof countries, of: (point: { x: number; y: number }) => number) =>
      sum(kept.map((points) => mean(points.map(of))));
    const fit = (kept: typeof countries) => total(kept, ({ x, y }) => x * y) / total(kept, ({ x }) => x * x);
    const error = (powerOf: (left: (typeof countries)[number]) => number) =>
      Math.sqrt(
        mean(countries.map((points) => mean(points.map(({ x, y }) => (y - powerOf(points) * x) ** 2)))),
      ).toFixed(2);
    assert.equal(fit(countries).toFixed(2), String(SPREADS.find(({ by }) => by === OTHER)?.power));
    const learned = error((left) => fit(countries.filter((points) => points !== left)));
    assert.deepEqual([learned, error(() => 1), error(() => 0)], ['0.20', '0.22', '0.24']);
  },
);

/** Logarithms of the particles of 2014 in the urban centres of a region, and of those without dust and salt in the region. */
function particlesOfRegions(): { country: string; without: number; all: number }[] {
  const aqli = new Map(
    readFacts(DATA_DIRECTORY, 'aqli-air-quality').map(({ place, value }) => [place, Number(value)]),
  );
  const national = new Map(
    readFacts(DATA_DIRECTORY, 'world-bank-wdi')
      .filter(({ metric, period }) => metric === 'pm25_exposure' && period === '2023')
      .map(({ place, value }) => [place, Number(value)]),
  );
  const [least, greatest] = SPREADS.find(({ by }) => by === OTHER)?.ratio ?? [0, 0];
  const gazetteer = openGazetteer(DATA_DIRECTORY);
  const cities = gazetteer.cities();
  const index = indexOfSites(cities);
  const columns = ['pm25_concentration', 'resident_pop', 'centroid_lat', 'centroid_lng'];
  const path = publishedPath(`${URBAN_CENTRES}/indicators_ghs_columns.csv.gz`);
  const centres = readPublishedTable(path, { columns }).rows.flatMap((row) => {
    const [particles = 0, people = 0, latitude = 0, longitude = 0] = columns.map(
      (column) => row.number(column) ?? 0,
    );
    const city = cities[around(index, longitude, latitude, 1, 25)[0] ?? -1];
    const key = city === undefined ? '' : areaKey(firstLevelAreaId(city.country, city.admin1));
    const without = aqli.get(key) ?? 0;
    const country = gazetteer.countryByCode(city?.country ?? '')?.key ?? '';
    const ratio = (aqli.get(country) ?? 0) / (national.get(country) ?? 1);
    return particles > 0 && without > 0 && ratio >= least && ratio <= greatest
      ? [{ key, country, without: Math.log(without), particles: Math.log(particles), people }]
      : [];
  });
  return [...Map.groupBy(centres, ({ key }) => key).values()].flatMap((ofRegion) => {
    const people = sum(ofRegion.map((centre) => centre.people));
    const all = sum(ofRegion.map((centre) => centre.particles * centre.people)) / people;
    const [first] = ofRegion;
    return first === undefined ? [] : [{ country: first.country, without: first.without, all }];
  });
}

test('regions of one source are not compared with the country of another', () => {
  assert.deepEqual(spain(10, 8, 12, 'another'), []);
});

test('the latest figures of both sources count, in any order', () => {
  const figures = [
    observation('country/spain', 'pm25_exposure', 10, 'wb', '2023'),
    observation('country/spain', 'pm25_exposure', 30, 'wb', '2013'),
    observation('country/spain', OTHER, 10, 'aqli'),
    observation('area/es-admin1-29', OTHER, 10.1, 'aqli'),
  ];
  for (const observed of [figures, figures.toReversed()])
    assert.deepEqual(
      regionalFigures(observed, PLACES).map(({ value }) => value),
      [10.05],
    );
});

const HOMICIDES = 'intentional_homicides';
const recorded = (
  place: string,
  value: number,
  error: number | null,
  period = '2022',
  source = 'police',
) => ({
  ...observation(place, 'recorded_homicides', value, source, period),
  standard_error: error,
});
const WITHIN_MADRID = {
  countryOf: (place: string) => (place.startsWith('country/') ? undefined : 'country/spain'),
  areasAround: (place: string) => (place.startsWith('city/') ? ['area/es-admin1-29'] : []),
};
const homicides = (...figures: Observation[]) =>
  new Map(regionalFigures(figures, WITHIN_MADRID).map((figure) => [figure.place, figure] as const));

test('a city’s homicides are scaled to the national rate and shrunk to the rate of its region', () => {
  const figures = homicides(
    observation('country/spain', HOMICIDES, 1, 'un'),
    recorded('country/spain', 2, 0.01),
    recorded('area/es-admin1-29', 4, null),
    recorded('city/getafe', 1, 1),
    recorded('city/madrid', 1, 0.01),
  );
  assert.equal(figures.get('area/es-admin1-29')?.value, 2);
  // Half of the police’s rate: one death at 0.5, and the prior’s four at the region’s 2.
  assert.equal(figures.get('city/getafe')?.value, 1.25);
  assert.equal(figures.get('city/madrid')?.value, 0.5001);
  const { method, source, grain, standard_error } = figures.get('city/getafe') ?? {};
  assert.deepEqual([method, source, grain], ['derived', 'police un', 'region']);
  assert.ok((standard_error ?? 0) > 0);
});

test('a source without a figure of the country is compared with the national figures of its years', () => {
  const figures = homicides(
    observation('country/spain', HOMICIDES, 1, 'un', '2024'),
    observation('country/spain', HOMICIDES, 1.5, 'un', '2023'),
    observation('country/spain', HOMICIDES, 2.5, 'un', '2022'),
    recorded('city/madrid', 3, 0.0001, '2022-01-01/2023-12-31'),
  );
  assert.equal(figures.get('city/madrid')?.value, 1.5);
  const unknown = homicides(
    observation('country/spain', HOMICIDES, 1, 'un', '2024'),
    recorded('city/madrid', 3, 0.0001),
  );
  assert.equal(unknown.size, 0, 'no national figure of 2022');
});

test('a region without homicides and without a count has no figure', () => {
  const figures = homicides(
    observation('country/spain', HOMICIDES, 1, 'un'),
    recorded('country/spain', 1, null),
    recorded('area/es-admin1-29', 0, null),
    recorded('area/es-admin1-51', 3, null),
  );
  assert.deepEqual([...figures.keys()], ['area/es-admin1-51']);
});

test('a region’s life expectancy of a pandemic year is the nation’s of today times their ratio in that year', () => {
  const [region] = regionalFigures(
    [
      observation('country/spain', 'life_expectancy', 84, 'wb', '2023'),
      observation('country/spain', 'regional_life_expectancy', 81, 'oecd', '2021'),
      observation('area/madrid', 'regional_life_expectancy', 82, 'oecd', '2021'),
    ],
    PLACES,
  );
  assert.equal(region?.metric, 'life_expectancy');
  assert.equal(region?.value, 85.04);
  assert.equal(region?.method, 'derived');
});
