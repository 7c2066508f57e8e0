import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateCostIndex, rentsOfCities } from '../../../../src/dataset/building/estimates/cost-index.ts';
import { withoutSource } from '../../../../src/dataset/reading/evaluation/ablation.ts';
import { inputs as all } from '../../../support/dataset/committed-estimates.ts';

test('the index without a source is the same if only the rents of its countries are computed again', () => {
  const some = new Set(['portugal', 'spain', 'ireland', 'new-zealand', 'kenya'].map((id) => `country/${id}`));
  const cities = all.cities.filter(({ country, key }) => some.has(country) || key === 'city/new-york');
  const inputs = { ...all, cities };
  const rents = rentsOfCities(inputs);
  for (const source of [
    'rtb-new-tenancies-2025-q4',
    'eurostat-colc-rents-2023',
    'ine-portugal-rents-2026-q2',
  ]) {
    const facts = all.facts.filter((fact) => fact.source !== source);
    assert.deepEqual(withoutSource(inputs, source, rents), estimateCostIndex({ ...inputs, facts }), source);
  }
});
