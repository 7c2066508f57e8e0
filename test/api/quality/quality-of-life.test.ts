import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Static } from 'typebox';
import type { QualityComparison } from '../../../src/api/quality/quality-comparison.ts';
import type { QualityOfLife } from '../../../src/api/quality/quality-of-life.ts';
import { openRelease } from '../../../src/catalogue/open-release.ts';
import type { QualityRecord } from '../../../src/release/quality-records.ts';
import { allCities, type ListedCity, sampleOf } from '../../support/api/list.ts';
import { generousService, testRelease, testReleaseStore } from '../../support/service.ts';

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

/** Cities with danger pay, without figures of their own, measured as a district, and in countries with hardly any figures. */
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
let answers: Answer[] = [];
/** The quality of life of every city, by id. */
const records = new Map<string, QualityRecord>();
before(async () => {
  const cities: ListedCity[] = await allCities(service, token);
  const ids = new Set([...UNUSUAL, ...sampleOf(cities, 200).map(({ id }) => id)]);
  answers = await Promise.all([...ids].map(qualityOfLife));
  const release = await openRelease(testReleaseStore(), await testRelease());
  for (const city of release.cities) records.set(city.id, release.quality(city));
  release.close();
});

const groupsOf = ({ groups }: Answer): [string, Group][] => Object.entries(groups);
const scoresOf = (parts: readonly { score: number | null }[]) => parts.flatMap(({ score }) => score ?? []);
/** The mean of scores with one decimal, computed in whole tenths so that no fraction is lost. */
const meanOf = (scores: readonly number[]) =>
  Math.round(scores.reduce((sum, score) => sum + Math.round(score * 10), 0) / scores.length) / 10;
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
  assert.ok(scored > 3000, String(scored));
});

test('a group scores the mean of its indicators when at least half of them have a score', () => {
  for (const answer of answers) {
    for (const [name, { score, coverage, indicators, indicators_without_figures }] of groupsOf(answer)) {
      const withGoalposts = Object.values(indicators).filter(({ goalposts }) => goalposts !== null);
      const scores = scoresOf(withGoalposts);
      const of = withGoalposts.length + indicators_without_figures.length;
      assert.deepEqual(coverage, { scored: scores.length, of }, `${answer.city.id} ${name}`);
      const enough = scores.length > 0 && scores.length >= of / 2;
      assert.equal(score, enough ? meanOf(scores) : null, `${answer.city.id} ${name}`);
    }
  }
});

test('a city scores the mean of its groups when at least five of them have a score', () => {
  for (const answer of answers) {
    const groups = groupsOf(answer).map(([, group]) => group);
    const scores = scoresOf(groups);
    const of = groups.filter(({ coverage }) => coverage.of > 0).length;
    assert.deepEqual(answer.score.coverage, { scored: scores.length, of }, answer.city.id);
    assert.equal(answer.score.value, scores.length >= 5 ? meanOf(scores) : null, answer.city.id);
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

test('climate is shown without a score, because no climate is best for everyone', () => {
  for (const { groups } of answers) {
    const { score, reason, ranking, coverage, indicators } = groups.climate;
    assert.deepEqual([score, reason, ranking, coverage.of], [null, 'no_goalposts', null, 0]);
    for (const metric of ['elevation', 'daylight_june_solstice']) assert.ok(metric in indicators);
  }
});

const GRAINS = ['city', 'metro', 'region', 'country'];

test('a national figure is marked as national, and no group or city claims to be more local than its least local part', () => {
  for (const { city, groups, score } of answers) {
    const widest = (grains: readonly (string | null)[]) =>
      GRAINS[Math.max(...grains.flatMap((grain) => (grain === null ? [] : GRAINS.indexOf(grain))))] ?? null;
    for (const [name, group] of Object.entries(groups)) {
      const indicators = Object.values(group.indicators);
      for (const { grain, place } of indicators) {
        if (grain === 'country') assert.equal(place, city.country.name);
        if (grain === 'city') assert.equal(place, city.name);
      }
      const counted = indicators.filter((indicator) => indicator.score !== null).map(({ grain }) => grain);
      assert.equal(group.grain, group.score === null ? null : widest(counted), `${city.id} ${name}`);
    }
    const counted = Object.values(groups).map(({ grain }) => grain);
    assert.equal(score.grain, score.value === null ? null : widest(counted), city.id);
  }
});

test('figures of the country are ranked among countries, under the name of the country, and equally in all its cities', () => {
  const national = new Map<string, Group>();
  for (const answer of answers) {
    for (const [name, group] of groupsOf(answer)) {
      if (group.grain !== 'country') continue;
      if (group.ranking !== null) {
        assert.equal(group.ranking.among, 'countries');
        assert.equal(group.ranking.place, answer.city.country.name);
        assert.ok(group.ranking.of <= 250);
      }
      const known = national.get(`${answer.city.country.id} ${name}`);
      if (known !== undefined) assert.deepEqual(group, known, `${answer.city.id} ${name}`);
      national.set(`${answer.city.country.id} ${name}`, group);
    }
  }
});

test('figures of the city are ranked among cities measured in the same way, under its own name', () => {
  for (const name of ['mobility', 'hardship'] as const) {
    const field = [...records.values()].flatMap(({ groups }) =>
      groups[name]?.grain === 'city' ? (groups[name].score ?? []) : [],
    );
    const ranked = answers.filter(({ groups }) => groups[name].grain === 'city');
    assert.ok(ranked.length > 2, name);
    for (const { city, groups } of ranked) {
      const { score, ranking } = groups[name];
      assert.ok(score !== null && ranking !== null);
      const [higher, same] = [
        field.filter((other) => other > score),
        field.filter((other) => other === score),
      ];
      const lower = field.length - higher.length - same.length;
      assert.deepEqual(ranking, {
        among: 'cities',
        place: city.name,
        rank: higher.length + 1,
        of: field.length,
        percentile: toTenth((100 * (lower + same.length / 2)) / field.length),
      });
    }
  }
});

test('figures of a district or a metropolitan area have no rank, because several cities may share it', async () => {
  const { groups, score } = await qualityOfLife('lahore');
  assert.equal(groups.mobility.grain, 'region');
  assert.ok(groups.mobility.score !== null);
  assert.equal(groups.mobility.ranking, null);
  assert.equal(score.ranking, null);
});

test('an overall rank is that of the country unless a group of the city itself counts', () => {
  for (const { city, groups, score } of answers) {
    if (score.ranking === null) continue;
    const ofCity = Object.values(groups).some((group) => group.score !== null && group.grain === 'city');
    assert.equal(score.ranking.among, ofCity ? 'cities' : 'countries', city.id);
    assert.equal(score.ranking.place, ofCity ? city.name : city.country.name);
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
      for (const [name, { score, reason, grain }] of groupsOf(own)) {
        const group = compared.groups[name as keyof Answer['groups']];
        assert.deepEqual([group.score, group.reason, group.grain], [score, reason, grain]);
      }
      const local = groupsOf(own).flatMap(([, { indicators }]) =>
        Object.entries(indicators).filter(([, { grain }]) => grain === 'city'),
      );
      assert.deepEqual(compared.figures, Object.fromEntries(local));
    }
  }
});

test('the overall difference uses the groups in which both cities have a score, and names them', async () => {
  const { cities } = await compare(...COMPARED);
  const first = cities[0] ?? assert.fail();
  for (const { city, groups, difference } of cities) {
    const shared: { name: string; score: number; other: number }[] = [];
    for (const [name, { score, difference: ofGroup }] of Object.entries(groups)) {
      const { score: other } = first.groups[name as keyof typeof groups];
      const both = score !== null && other !== null;
      assert.equal(ofGroup?.value ?? null, both ? toTenth(score - other) : null, `${city.id} ${name}`);
      if (both) shared.push({ name, score, other });
    }
    assert.deepEqual(difference.groups, shared.map(({ name }) => name).sort(), city.id);
    const value =
      shared.length < 5
        ? null
        : toTenth(meanOf(shared.map(({ score }) => score)) - meanOf(shared.map(({ other }) => other)));
    assert.equal(difference.value, value, city.id);
    assert.equal(difference.reason, value === null ? 'too_few_groups' : null);
  }
  assert.equal(first.difference.value, 0);
  assert.ok(cities.some(({ difference }) => difference.value === null));
  assert.ok((cities.find(({ city }) => city.id === 'kabul')?.difference.value ?? 0) < -30);
});

test('an overall difference has no interval and no significance, and says why', async () => {
  for (const { difference } of (await compare('lisbon', 'porto')).cities) {
    const { low, high, significant, uncertainty_reason } = difference;
    assert.deepEqual([low, high, significant, uncertainty_reason], [null, null, null, 'no_error_model']);
  }
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
        const isShared = own.city.country.id === first.city.country.id;
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

test('differences between group scores have an interval when all figures that count have published errors', async () => {
  const [mogadishu, taipei] = await Promise.all(['mogadishu', 'taipei'].map(qualityOfLife));
  const { cities } = await compare('mogadishu', 'taipei', 'tokyo');
  const [, ofTaipei, ofTokyo] = cities.map(({ groups }) => groups.safety.difference);
  assert.ok(ofTaipei && ofTokyo);
  // Each score changes by 100 divided by the span of its goalposts per unit of its figure.
  const error = ['political_stability', 'rule_of_law'].reduce((sum, metric) => {
    const [left, right] = [mogadishu, taipei].map((answer) => answer?.groups.safety.indicators[metric]);
    const { worst, best } = left?.goalposts ?? assert.fail();
    return (
      sum + (100 * Math.hypot(left?.standard_error ?? 0, right?.standard_error ?? 0)) / (best - worst) / 2
    );
  }, 0);
  assert.ok(ofTaipei.value > 40);
  assert.equal(ofTaipei.uncertainty_reason, null);
  assert.ok(Math.abs((ofTaipei.low ?? 0) - (ofTaipei.value - Z80 * error)) <= 0.05 + 1e-9);
  assert.ok(Math.abs((ofTaipei.high ?? 0) - (ofTaipei.value + Z80 * error)) <= 0.05 + 1e-9);
  assert.equal(ofTaipei.significant, true);
  const { low, high, significant, uncertainty_reason } = ofTokyo;
  assert.deepEqual([low, high, significant, uncertainty_reason], [null, null, null, 'no_error_model']);
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
  const ids = [...records.keys()].slice(0, 20);
  assert.equal((await compare(...ids)).cities.length, 20);
});
