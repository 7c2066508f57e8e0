import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { CountrySummary } from '../../src/engine/places/countries.ts';
import type { QualityComparison } from '../../src/engine/quality/quality-comparison.ts';
import type { CountryQualityOfLife, QualityOfLife } from '../../src/engine/quality/quality-of-life.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();

interface Interval {
  low: number;
  high: number;
}

async function ask<Body>(path: string): Promise<Body> {
  const response = await service.get(path, token);
  assert.equal(response.status, 200, path);
  return (await response.json()) as Body;
}
const ofCountry = (id: string, query = '') =>
  ask<CountryQualityOfLife>(`/data/quality-of-life/countries/${id}${query}`);

test('every country answers, with scores and ranks among countries, national figures alone, and their sources', async () => {
  let scored = 0;
  for (const { id, name } of await ask<Static<typeof CountrySummary>[]>('/countries')) {
    const { country, score, groups, coverage, sources } = await ofCountry(id);
    assert.deepEqual(country, { id, name });
    assert.equal(score.value === null, score.reason !== null, id);
    const { city, metro, region } = coverage.figures;
    assert.deepEqual([city, metro, region], [0, 0, 0], id);
    assert.ok(
      score.ranking === null || (score.ranking.among === 'countries' && score.ranking.place === name),
    );
    const listed = new Set(sources.map((source) => source.id));
    for (const group of Object.values(groups)) {
      assert.ok(
        group.low === null ||
          (group.low <= (group.score ?? -1) && (group.score ?? 101) <= (group.high ?? -1)),
      );
      for (const indicator of Object.values(group.indicators)) {
        assert.equal(indicator.grain, 'country');
        assert.ok(indicator.sources.every((source) => listed.has(source)));
      }
    }
    if (score.value !== null) scored++;
  }
  assert.ok(scored > 150, String(scored));
});

test('a country is more certain than a city without its own figures, which has the same scores', async () => {
  const { countries, cities } = await ask<Static<typeof QualityComparison>>(
    '/data/quality-of-life?cities=lisbon,porto&countries=portugal',
  );
  assert.equal(cities.length, 2);
  const [portugal] = countries;
  assert.ok(portugal);
  const own = await ofCountry('portugal');
  assert.deepEqual(portugal.score, own.score);
  const lisbon = await ask<QualityOfLife>('/data/quality-of-life/lisbon');
  const national = Object.entries(lisbon.groups).filter(([, { grain }]) => grain === 'country');
  for (const [name, { score, low, high }] of national) {
    const group = own.groups[name as keyof typeof own.groups];
    if (group.score !== score) continue;
    assert.ok((group.high ?? 0) - (group.low ?? 0) <= (high ?? 0) - (low ?? 0), name);
  }
});

test('a city and its country do not differ if both have only the same national figures', async () => {
  const { cities, countries } = await ask<Static<typeof QualityComparison>>(
    '/data/quality-of-life?countries=portugal,spain&cities=lisbon',
  );
  const [lisbon, portugal, spain] = [cities[0], ...countries];
  assert.ok(lisbon && portugal && spain);
  for (const [name, group] of Object.entries(portugal.groups)) {
    const ofCity = lisbon.groups[name as keyof typeof lisbon.groups];
    const difference: Interval | null = group.difference;
    const other = spain.groups[name as keyof typeof spain.groups].difference as Interval | null;
    if (difference === null || other === null) continue;
    assert.ok(
      difference.high - difference.low <= other.high - other.low + 0.11,
      `${name}: what the two share cancels`,
    );
    if (ofCity.grain === 'country' && ofCity.measured.country === group.measured.country)
      assert.equal(group.difference?.value, 0, name);
  }
});

test('custom weights give a country another score and no rank', async () => {
  const { score, groups } = await ofCountry('japan', '?weights=safety:1');
  assert.equal(score.value, groups.safety.score);
  assert.equal(score.ranking, null);
});
