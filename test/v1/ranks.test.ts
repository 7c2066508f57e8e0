import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import { agglomerationsFrom } from '../../src/engine/catalogue/agglomerations.ts';
import { atOnce } from '../../src/engine/catalogue/steps.ts';
import type { CostOfLiving } from '../../src/engine/cost/cost-of-living.ts';
import type { Ranking } from '../../src/engine/figures/ranking.ts';
import type { CountryQualityOfLife, QualityOfLife } from '../../src/engine/quality/quality-of-life.ts';
import type { MeasureId } from '../../src/release/measures.ts';
import { sampleOf } from '../support/api/list.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const release = await openedRelease();

async function get<Body>(path: string): Promise<Body> {
  const response = await service.get(path, token);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Body;
}

const costOf = (id: string) => get<CostOfLiving>(`/data/cost-of-living/${id}`);
const qualityOf = (id: string) => get<QualityOfLife>(`/data/quality-of-life/${id}`);

const large = atOnce(agglomerationsFrom(100_000, release.cities));
const SAMPLE = [
  ...sampleOf(large, 25).map(({ id }) => id),
  ...['lisbon', 'zurich', 'mumbai', 'kuwait-city', 'lahore', 'vatican-city'],
];

interface Ranked {
  value: number;
  low: number;
  high: number;
}

/** The rank by its definition, place by place. */
function expected(figure: Ranked, others: readonly Ranked[]) {
  const of = others.length + 1;
  const higher = others.filter(({ value }) => value > figure.value).length;
  const lower = others.filter(({ value }) => value < figure.value).length;
  return {
    rank: higher + 1,
    of,
    percentile: Math.round((1000 * (lower + (of - higher - lower) / 2)) / of) / 10,
    first: others.filter(({ low }) => low > figure.high).length + 1,
    last: of - others.filter(({ high }) => high < figure.low).length,
  };
}

const FRACTIONS = {
  top_tenth: [0, 0.1],
  top_quarter: [0, 0.25],
  top_half: [0, 0.5],
  middle_half: [0.25, 0.75],
  bottom_half: [0.5, 1],
  bottom_quarter: [0.75, 1],
  bottom_tenth: [0.9, 1],
} as const;

function assertBand({ band, first, last, of }: NonNullable<Ranking>): void {
  // The middle one of an odd number of ranks is in the lower half.
  const fits = Object.entries(FRACTIONS).filter(([, [start, end]]) => first > start * of && last <= end * of);
  assert.equal(band !== null, fits.length > 0);
  if (band === null) return;
  const width = ([, [start, end]]: (typeof fits)[number]) => end - start;
  const narrowest = Math.min(...fits.map(width));
  assert.ok(fits.some((fit) => fit[0] === band && Math.abs(width(fit) - narrowest) < 1e-9));
}

test('a city has one world rank per measure, among agglomerations by their main city, with the ranks that its interval allows', async () => {
  for (const id of SAMPLE) {
    const [cost, quality] = await Promise.all([costOf(id), qualityOf(id)]);
    const rankings: [MeasureId, Ranking][] = [
      ['cost', cost.ranking],
      ['quality', quality.score.ranking],
      ['safety', quality.groups.safety.ranking],
      ['mobility', quality.groups.mobility.ranking],
      ['hardship', quality.groups.hardship.ranking],
    ];
    const city = release.city(id) ?? assert.fail(id);
    for (const [measure, ranking] of rankings) {
      const figure = release.measures.figure(measure, city);
      if (figure === undefined) {
        assert.equal(ranking, null, `${id} ${measure}`);
        continue;
      }
      assert.ok(ranking, `${id} ${measure}`);
      const others = large
        .filter((other) => other !== city)
        .flatMap((other) => release.measures.figure(measure, other) ?? []);
      const { among, place, band: _, ...ranks } = ranking;
      assert.deepEqual([among, place], ['cities', city.name]);
      assert.deepEqual(ranks, expected(figure, others), `${id} ${measure}`);
      assertBand(ranking);
    }
  }
});

test('equal scores share a rank and a percentile, and percentiles average 50', async () => {
  const ids = large.filter((city) => release.measures.figure('hardship', city) !== undefined);
  assert.ok(ids.length > 50);
  const rankings: QualityOfLife['groups']['hardship'][] = [];
  for (const { id } of ids) rankings.push((await qualityOf(id)).groups.hardship);
  for (const same of Map.groupBy(rankings, ({ score }) => score).values())
    assert.equal(new Set(same.map(({ ranking }) => `${ranking?.rank} ${ranking?.percentile}`)).size, 1);
  const mean = rankings.reduce((sum, { ranking }) => sum + (ranking?.percentile ?? 0), 0) / rankings.length;
  assert.ok(Math.abs(mean - 50) < 0.1, `${mean}`);
});

test('parts of an agglomeration have figures and no rank', async () => {
  for (const id of ['brooklyn', 'yokohama', 'sintra', 'ramat-gan']) {
    const [cost, quality] = await Promise.all([costOf(id), qualityOf(id)]);
    assert.ok(cost.index !== null && quality.score.value !== null, id);
    assert.deepEqual(
      [cost.ranking, quality.score.ranking, quality.groups.safety.ranking],
      [null, null, null],
    );
  }
});

test('your own weights, and the rate of the day, give no rank', async () => {
  for (const query of ['weights=food:1', 'rate=spot'])
    assert.equal((await costOf(`lisbon?${query}`)).ranking, null, query);
  assert.deepEqual((await costOf('lisbon?reference=porto')).ranking, (await costOf('lisbon')).ranking);
  assert.equal((await qualityOf('lisbon?weights=safety:1')).score.ranking, null);
});

test('countries are ranked among countries, all in one pool', async () => {
  const countries = await get<{ id: string }[]>('/countries');
  const answers: Static<typeof CountryQualityOfLife>[] = [];
  for (const { id } of countries) answers.push(await get(`/data/quality-of-life/countries/${id}`));
  const scored = answers.flatMap(({ country, score }) =>
    score.value === null || score.low === null || score.high === null
      ? []
      : [
          {
            country,
            figure: { value: score.value, low: score.low, high: score.high },
            ranking: score.ranking,
          },
        ],
  );
  for (const { country, figure, ranking } of scored) {
    const others = scored.filter((other) => other.country !== country).map((other) => other.figure);
    const { among, place, band: _, ...ranks } = ranking ?? assert.fail(country.id);
    assert.deepEqual([among, place], ['countries', country.name]);
    assert.deepEqual(ranks, expected(figure, others), country.id);
  }
  // No country has hardship pay as a whole, and climates are those of cities.
  for (const { groups } of answers) assert.equal(groups.hardship.ranking, null);
});
