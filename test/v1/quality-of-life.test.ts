import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import type { Static } from 'typebox';
import type { QualityComparison } from '../../src/engine/quality/quality-comparison.ts';
import type { QualityOfLife } from '../../src/engine/quality/quality-of-life.ts';
import type { QualityRecord } from '../../src/release/quality-records.ts';
import { allCities, type ListedCity, sampleOf } from '../support/api/list.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService, testRelease, testReleaseStore } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();

type Answer = Static<typeof QualityOfLife>;
type Group = Answer['groups'][keyof Answer['groups']];
type Comparison = Static<typeof QualityComparison>;

async function get<Body>(path: string): Promise<Body> {
  const response = await service.get(path, token);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Body;
}

const qualityOfLife = (id: string) => get<Answer>(`/data/quality-of-life/${id}`);
const compare = (...ids: string[]) => get<Comparison>(`/data/quality-of-life?cities=${ids.join(',')}`);

/** Cities with danger pay, without their own figures, measured as a district, and in countries with hardly any figures. */
const UNUSUAL = [
  'lisbon',
  'kabul',
  'lahore',
  'honolulu',
  'vatican-city',
  'longyearbyen',
  'taipei',
  'pristina',
];
const answers: Answer[] = [];
const release = await openedRelease();
/** The quality of life of every city with a scored figure of its own for mobility or hardship, by id. */
const records = new Map<string, QualityRecord>();
before(async () => {
  const cities: ListedCity[] = await allCities(service, token);
  const ids = new Set([...UNUSUAL, ...sampleOf(cities, 150).map(({ id }) => id)]);
  // One after another: a busy machine refuses a hundred at once.
  for (const id of ids) answers.push(await qualityOfLife(id));
  const database = new DatabaseSync(testReleaseStore().releaseFile(await testRelease()), { readOnly: true });
  const measured = database
    .prepare(
      `SELECT DISTINCT place FROM observation JOIN goalpost USING (metric) JOIN metric ON metric.id = metric
       WHERE latest = 1 AND grain = 'city' AND grouping IN ('mobility', 'hardship') AND place LIKE 'city/%'`,
    )
    .all();
  database.close();
  for (const { place } of measured) {
    const city = release.city(String(place).slice('city/'.length)) ?? assert.fail(String(place));
    records.set(city.id, release.quality(city));
  }
});

const groupsOf = ({ groups }: Answer): [string, Group][] => Object.entries(groups);
const meanOf = (parts: readonly { value: number; weight: number }[]) =>
  parts.reduce((sum, { value, weight }) => sum + value * weight, 0) /
  parts.reduce((sum, { weight }) => sum + weight, 0);
const toTenth = (score: number) => Math.round(score * 10) / 10;

test('the score of an indicator can be computed from its value and goalposts', () => {
  let scored = 0;
  for (const answer of answers) {
    for (const [, { indicators }] of groupsOf(answer)) {
      for (const [metric, { value, score, goalposts }] of Object.entries(indicators)) {
        if (score === null) continue;
        assert.ok(goalposts !== null, metric);
        const onScale = (number: number) => (goalposts.scale === 'log' ? Math.log(number) : number);
        const [worst, best] = [onScale(goalposts.worst), onScale(goalposts.best)];
        const share = (onScale(value) - worst) / (best - worst);
        assert.equal(score, toTenth(Math.min(100, Math.max(0, 100 * share))), `${answer.city.id} ${metric}`);
        scored++;
      }
    }
  }
  assert.ok(scored > 2000, String(scored));
});

test('a group scores the weighted mean of its indicators, measured or estimated, when half of their weight was measured', () => {
  for (const answer of answers) {
    for (const [name, group] of groupsOf(answer)) {
      const { score, estimate, coverage, indicators, estimates, measured } = group;
      const counted = Object.values(indicators).filter(
        ({ weight, score: own }) => weight > 0 && own !== null,
      );
      const parts = [
        ...counted.map((indicator) => ({ value: indicator.score ?? Number.NaN, weight: indicator.weight })),
        ...Object.values(estimates),
      ];
      const at = `${answer.city.id} ${name}`;
      assert.deepEqual(coverage, { scored: counted.length, of: parts.length }, at);
      if (parts.length === 0) {
        assert.deepEqual([score, estimate], [null, null], at);
        continue;
      }
      const share = counted.reduce((sum, { weight }) => sum + weight, 0);
      assert.equal(score !== null, share > 0.4999, at);
      assert.equal(estimate === null, score !== null, at);
      assert.ok(Math.abs((score ?? estimate?.value ?? Number.NaN) - meanOf(parts)) < 0.0501, at);
      const shares = Object.values(measured).reduce((sum, part) => sum + part, 0);
      assert.ok(Math.abs(shares - share) < 0.011, at);
    }
  }
});

test('a city scores the weighted mean of the same seven groups, those without a score as estimated', () => {
  for (const answer of answers) {
    const { score, weights } = answer;
    const counted = groupsOf(answer).flatMap(([name, group]) => {
      const weight = weights[name as keyof typeof weights];
      return weight === 0
        ? []
        : [{ name, weight, group, value: group.score ?? group.estimate?.value ?? Number.NaN }];
    });
    const missing = counted.filter(({ group }) => group.score === null);
    assert.deepEqual(score.coverage, { scored: 7 - missing.length, of: 7 }, answer.city.id);
    assert.deepEqual(score.estimated, missing.map(({ name }) => name).sort(), answer.city.id);
    const lacking = missing.reduce((sum, { weight }) => sum + weight, 0);
    assert.equal(score.value === null, lacking > 0.5001, answer.city.id);
    if (score.value !== null) assert.ok(Math.abs(score.value - meanOf(counted)) < 0.0501, answer.city.id);
  }
});

test('hardship and climate are shown and do not count in the overall score', () => {
  for (const { weights } of answers) assert.deepEqual([weights.hardship, weights.climate], [0, 0]);
});

test('every score has an 80 % interval around it, and nothing without a score has one', () => {
  for (const answer of answers) {
    const { value, low, high } = answer.score;
    const parts = [
      { score: value, low, high },
      ...groupsOf(answer).map(([, group]) => group),
      ...groupsOf(answer).flatMap(([, { indicators }]) => Object.values(indicators)),
    ];
    for (const part of parts) {
      assert.equal(part.low === null, part.score === null);
      assert.equal(part.high === null, part.score === null);
      if (part.score === null || part.low === null || part.high === null) continue;
      assert.ok(part.low >= 0 && part.low <= part.score && part.score <= part.high && part.high <= 100);
    }
  }
});

test('custom weights count only the named groups, are in the response, and have no ranks', async () => {
  const own = await get<Answer>('/data/quality-of-life/lisbon?weights=healthcare:3,hardship:1');
  const ours = await qualityOfLife('lisbon');
  const { healthcare, hardship, ...others } = own.weights;
  assert.deepEqual([healthcare, hardship], [0.75, 0.25]);
  assert.ok(Object.values(others).every((weight) => weight === 0));
  assert.deepEqual(own.groups, ours.groups);
  assert.equal(own.score.ranking, null);
  const expected = 0.75 * (ours.groups.healthcare.score ?? 0) + 0.25 * (ours.groups.hardship.score ?? 0);
  assert.ok(Math.abs((own.score.value ?? 0) - expected) < 0.0501);
  const { cities, weights } = await get<Comparison>(
    '/data/quality-of-life?cities=lisbon,tokyo&weights=healthcare:3,hardship:1',
  );
  assert.deepEqual(weights, own.weights);
  assert.deepEqual(cities[0]?.score, own.score);
});

test('empty weights are refused with the reason', async () => {
  for (const weights of [
    'health:1',
    'healthcare',
    'healthcare:0',
    'healthcare:1,healthcare:2',
    'climate:1e3',
  ]) {
    const response = await service.get(
      `/data/quality-of-life/lisbon?weights=${encodeURIComponent(weights)}`,
      token,
    );
    const problem = (await response.json()) as { code: string; errors: { parameter: string }[] };
    assert.deepEqual(
      [response.status, problem.code, problem.errors[0]?.parameter],
      [400, 'invalid_parameter', 'weights'],
      weights,
    );
  }
});

test('everything without a score gives a reason, and nothing with a score does', () => {
  const seen = new Set<string>();
  for (const answer of answers) {
    const indicators = groupsOf(answer).flatMap(([, group]) => Object.values(group.indicators));
    const parts = [
      { ...answer.score, score: answer.score.value },
      ...groupsOf(answer).map(([, group]) => group),
      ...indicators,
    ];
    for (const { score, reason } of parts) {
      assert.equal(score === null, reason !== null, answer.city.id);
      if (reason !== null) seen.add(reason);
    }
  }
  assert.deepEqual([...seen].sort(), [
    'no_goalposts',
    'no_source',
    'stale',
    'too_few_groups',
    'too_few_indicators',
  ]);
});

test('a figure whose period ended more than ten years before the release is shown, and not scored', () => {
  for (const answer of answers) {
    const year = Number(answer.release.slice(0, 4));
    for (const [, { indicators }] of groupsOf(answer)) {
      for (const [metric, { period, reason, goalposts }] of Object.entries(indicators)) {
        if (goalposts === null) continue;
        const ended = Number(period?.split('/').at(-1)?.slice(0, 4));
        assert.equal(reason, year - ended > 10 ? 'stale' : null, `${answer.city.id} ${metric} ${period}`);
      }
    }
  }
});

test('the score of climate is the Holiday Climate Index; it has no weight, because no climate is best for everyone', () => {
  for (const { groups, weights, climate, score: overall } of answers) {
    const { score, reason, indicators } = groups.climate;
    const index = climate.holiday_climate_index;
    assert.deepEqual([score, reason], [index?.year ?? null, index === null ? 'no_source' : null]);
    assert.equal(indicators.holiday_climate_index?.value, index?.year);
    assert.equal(weights.climate, 0);
    assert.ok(!overall.estimated.includes('climate'));
    assert.ok('daylight_june_solstice' in indicators);
  }
  // GeoNames' model puts a few coastal cities in the sea, so they have no elevation.
  const withElevation = answers.filter(({ groups }) => 'elevation' in groups.climate.indicators);
  assert.ok(withElevation.length > 0.9 * answers.length);
});

const GRAINS = ['city', 'metro', 'region', 'country'] as const;

test('the climate index for residents has twelve months, and can be filtered and sorted by', async () => {
  for (const { groups, climate } of answers) {
    const index = climate.resident_climate_index;
    assert.equal(index === null, climate.holiday_climate_index === null);
    assert.equal(groups.climate.indicators.resident_climate_index?.value, index?.year);
    assert.ok(index === null || index.values.length === 12);
  }
  const found = await get<{ figures: { resident_climate: { value: number } } }[]>(
    '/cities?resident_climate_min=80&sort=-resident_climate&limit=20',
  );
  const values = found.map(({ figures }) => figures.resident_climate.value);
  assert.ok(values.length > 0 && values.every((value) => value >= 80));
  assert.deepEqual(
    values,
    values.toSorted((left, right) => right - left),
  );
});

test('the overall score says what share of its weight was measured for each kind of place, by the shares of its groups', () => {
  for (const { city, score, groups, weights } of answers)
    for (const grain of GRAINS) {
      const parts = Object.entries(weights).map(([name, weight]) => {
        const group = groups[name as keyof typeof groups];
        return group.score === null ? 0 : weight * group.measured[grain];
      });
      const share = score.value === null ? 0 : parts.reduce((sum, part) => sum + part, 0);
      assert.ok(Math.abs(score.measured[grain] - share) < 0.0051, `${city.id} ${grain}`);
    }
});

test('a national figure is marked as national, and no group or city claims to be more local than its least local part', () => {
  for (const { city, groups, score, weights } of answers) {
    const widest = (grains: readonly (string | null)[]) =>
      GRAINS.findLast((grain) => grains.includes(grain)) ?? null;
    for (const [name, group] of Object.entries(groups)) {
      const indicators = Object.values(group.indicators);
      for (const { grain, place } of indicators) {
        if (grain === 'country') assert.equal(place, city.country.name);
        if (grain === 'city') assert.equal(place, city.name);
      }
      const counted = indicators
        .filter(({ score: own, weight }) => own !== null && weight > 0)
        .map(({ grain }) => grain);
      assert.equal(group.grain, group.score === null ? null : widest(counted), `${city.id} ${name}`);
    }
    const counted = Object.entries(groups).flatMap(([name, { grain }]) =>
      weights[name as keyof typeof weights] > 0 ? grain : [],
    );
    assert.equal(score.grain, score.value === null ? null : widest(counted), city.id);
  }
});

test('figures of the country give equal scores in all its cities', () => {
  const national = new Map<string, Group>();
  for (const answer of answers) {
    for (const [name, group] of groupsOf(answer)) {
      const { score, low, high, measured } = group;
      if (score === null || measured.city + measured.metro + measured.region > 0) continue;
      const at = `${answer.city.country.id} ${name}`;
      const known = national.get(at) ?? group;
      assert.deepEqual({ score, low, high }, { score: known.score, low: known.low, high: known.high }, at);
      national.set(at, group);
    }
  }
});

test('hardship counts hardship and danger pay together, and both are shown', async () => {
  const { hardship } = (await qualityOfLife('kabul')).groups;
  const { hardship_and_danger_pay: both, hardship_differential, danger_pay } = hardship.indicators;
  assert.equal(both?.value, (hardship_differential?.value ?? 0) + (danger_pay?.value ?? 0));
  assert.deepEqual([both?.method, danger_pay?.method], ['derived', 'observed']);
  assert.ok((danger_pay?.value ?? 0) > 0);
  assert.equal(danger_pay?.reason, 'no_goalposts');
});

test('the distances of a city are derived, and cite its coordinates as well as the map or list', async () => {
  const { mobility, climate } = (await qualityOfLife('lisbon')).groups;
  const { distance_to_airport: airport } = mobility.indicators;
  assert.deepEqual(
    [airport?.method, airport?.grain, airport?.note, airport?.sources],
    ['derived', 'city', 'LIS', ['geonames-cities', 'ourairports-2023']],
  );
  assert.ok((airport?.value ?? 0) > 1 && (airport?.value ?? 0) < 10);
  const { distance_to_coast: coast } = climate.indicators;
  assert.deepEqual([coast?.method, coast?.sources], ['derived', ['geonames-cities', 'natural-earth-4-1-0']]);
});

const COMPARED = ['lisbon', 'porto', 'tokyo', 'kabul', 'new-york', 'vatican-city'];

test('compared cities are in the requested order, each with the scores of its own response', async () => {
  for (const ids of [COMPARED, COMPARED.toReversed()]) {
    const { cities } = await compare(...ids);
    assert.deepEqual(
      cities.map(({ city }) => city.id),
      ids,
    );
    for (const compared of cities) {
      const own = await qualityOfLife(compared.city.id);
      assert.deepEqual(compared.city, own.city);
      assert.deepEqual(compared.score, own.score);
      for (const [name, { score, low, high, estimate, reason, grain, measured }] of groupsOf(own)) {
        const group = compared.groups[name as keyof Answer['groups']];
        assert.deepEqual(
          [group.score, group.low, group.high, group.estimate, group.reason, group.grain, group.measured],
          [score, low, high, estimate, reason, grain, measured],
        );
      }
      const local = groupsOf(own).flatMap(([, { indicators }]) =>
        Object.entries(indicators).filter(([, { grain }]) => grain === 'city'),
      );
      assert.deepEqual(compared.figures, Object.fromEntries(local));
    }
  }
});

test('the overall difference is that of the scores, and names the groups that were measured and estimated', async () => {
  const { cities, weights } = await compare(...COMPARED);
  const first = cities[0] ?? assert.fail();
  for (const { city, groups, score, difference } of cities) {
    for (const [name, { score: own, difference: ofGroup }] of Object.entries(groups)) {
      const { score: other } = first.groups[name as keyof typeof groups];
      const expected = own === null || other === null ? null : toTenth(own - other);
      assert.equal(ofGroup?.value ?? null, expected, `${city.id} ${name}`);
    }
    const counted = Object.keys(weights).filter((name) => weights[name as keyof typeof weights] > 0);
    assert.deepEqual([...difference.groups, ...difference.estimated].sort(), counted.sort(), city.id);
    assert.deepEqual(
      difference.estimated,
      [...new Set([...score.estimated, ...first.score.estimated])].sort(),
      city.id,
    );
    const known = score.value !== null && first.score.value !== null;
    assert.equal(difference.value, known ? toTenth((score.value ?? 0) - (first.score.value ?? 0)) : null);
    assert.equal(difference.reason, known ? null : 'too_few_groups');
  }
  assert.equal(first.difference.value, 0);
  assert.ok(cities.some(({ difference }) => difference.value === null));
  assert.ok((cities.find(({ city }) => city.id === 'kabul')?.difference.value ?? 0) < -30);
});

test('every difference has an 80 % interval, and is significant where that leaves out 0', async () => {
  const { cities } = await compare(...COMPARED);
  const differences = cities.flatMap(({ difference, groups }) => [
    difference,
    ...Object.values(groups).flatMap((group) => group.difference ?? []),
  ]);
  for (const { value, low, high, significant, uncertainty_reason } of differences) {
    assert.equal(uncertainty_reason, null);
    if (value === null || low === null || high === null) {
      assert.deepEqual([value, low, high, significant], [null, null, null, null]);
      continue;
    }
    assert.ok(low <= value && value <= high);
    if (low > 0.05 || high < -0.05) assert.equal(significant, true);
    if (low < -0.05 && high > 0.05) assert.equal(significant, false);
  }
  const [lisbon, porto, , kabul] = cities.map(({ difference }) => difference);
  assert.deepEqual([lisbon?.low, lisbon?.high, lisbon?.significant], [0, 0, false]);
  assert.equal(porto?.significant, false);
  assert.equal(kabul?.significant, true);
});

const Z80 = 1.2815515594;

test('differences have an 80 % interval only between figures whose publisher states their errors', async () => {
  const ids = ['lisbon', 'porto', 'tokyo', 'kabul', 'madrid', 'taipei'];
  const owns: Answer[] = await Promise.all(ids.map(qualityOfLife));
  const first: Answer = owns[0] ?? assert.fail();
  const { cities } = await compare(...ids);
  let significant = 0;
  for (const own of owns) {
    const compared = cities.find(({ city }) => city.id === own.city.id) ?? assert.fail();
    for (const [name, { indicators }] of groupsOf(own)) {
      const { differences } = compared.groups[name as keyof Answer['groups']];
      const ofFirst: Group['indicators'] = first.groups[name as keyof Answer['groups']].indicators;
      const stated = Object.entries(indicators).filter(
        ([metric, { standard_error }]) =>
          standard_error !== null && (ofFirst[metric]?.standard_error ?? null) !== null,
      );
      assert.deepEqual(
        Object.keys(differences),
        stated.map(([metric]) => metric),
      );
      for (const [metric, figure] of stated) {
        const other = ofFirst[metric] ?? assert.fail();
        const isShared = figure.place === other.place;
        const error = isShared ? 0 : Math.hypot(Number(figure.standard_error), Number(other.standard_error));
        const value = figure.value - other.value;
        const difference = differences[metric] ?? assert.fail();
        const expected = { value, low: value - Z80 * error, high: value + Z80 * error };
        for (const [part, number] of Object.entries(expected))
          assert.ok(Math.abs(difference[part as keyof typeof expected] - number) < 1e-6, `${metric} ${part}`);
        assert.equal(difference.unit, figure.unit);
        assert.equal(difference.significant, expected.low > 0 || expected.high < 0);
        if (difference.significant) significant++;
      }
    }
  }
  assert.ok(significant > 5, String(significant));
  assert.equal(
    cities.find(({ city }) => city.id === 'porto')?.groups.safety.differences.rule_of_law?.significant,
    false,
  );
  assert.equal(
    cities.find(({ city }) => city.id === 'kabul')?.groups.safety.differences.rule_of_law?.significant,
    true,
  );
});

test('errors that two cities of one country share do not add to the uncertainty of their difference', async () => {
  const { cities } = await compare('lisbon', 'porto', 'madrid');
  const width = (index: number, name: 'safety' | 'economy') => {
    const { low, high } = cities[index]?.groups[name].difference ?? assert.fail();
    return high - low;
  };
  for (const name of ['safety', 'economy'] as const) assert.ok(width(1, name) < width(2, name), name);
});

test('a comparison lists every source of its scores and figures once, and no other', async () => {
  const { cities, sources } = await compare(...COMPARED);
  const cited = cities.flatMap(({ groups, figures }) =>
    [...Object.values(groups), ...Object.values(figures)].flatMap((part) => part.sources),
  );
  assert.deepEqual(
    sources.map(({ id }) => id),
    [...new Set(cited)].sort(),
  );
  for (const { city, groups } of cities) {
    for (const [name, group] of Object.entries(groups)) {
      const isMadeOfAny = group.score !== null || Object.keys(group.differences).length > 0;
      assert.equal(group.sources.length > 0, isMadeOfAny, `${city.id} ${name}`);
    }
  }
});

test('the same cities under other names give the same comparison, with its URL in Content-Location', async () => {
  const ask = (list: string) =>
    service.get(`/data/quality-of-life?cities=${encodeURIComponent(list)}`, token);
  const [canonical, aliases] = [await ask('lisbon,tokyo'), await ask('Lisbon, geonames:1850147')];
  assert.equal(canonical.headers.get('content-location'), null);
  assert.equal(
    aliases.headers.get('content-location'),
    `${service.server.publicUrl}/v1/data/quality-of-life?cities=lisbon,tokyo`,
  );
  assert.equal(aliases.headers.get('etag'), canonical.headers.get('etag'));
  assert.equal(await aliases.text(), await canonical.text());
});

test('twenty cities are compared in one response', async () => {
  const ids = release.cities.slice(0, 20).map(({ id }) => id);
  assert.equal((await compare(...ids)).cities.length, 20);
});
