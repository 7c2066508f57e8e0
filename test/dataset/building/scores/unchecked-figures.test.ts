import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JointScores } from '../../../../src/dataset/building/scores/joint-scores.ts';
import { uncheckedErrors } from '../../../../src/dataset/building/scores/unchecked-figures.ts';

const METRICS = ['schooling', 'doctors', 'air'];

/** A hundred countries whose scores agree but for `usual` points; those of the first forty but for `closed`. */
function errors(usual: number, closed: number) {
  const countries = Array.from({ length: 100 }, (_, index) => {
    const level = 20 + ((index * 37) % 60);
    const off = (step: number) => (index < 40 ? closed : usual) * ((((index * step) % 21) - 10) / 5);
    return { country: `country/${index}`, scores: [level + off(11), level + off(13), level] };
  });
  const joint = new JointScores(countries.map(({ scores }) => scores));
  return uncheckedErrors(METRICS, countries, joint, {
    closed: new Set(countries.slice(0, 40).map(({ country }) => country)),
    byState: new Set(['schooling', 'doctors']),
  });
}

test('figures of closed states that differ more from what is expected have an error for that', () => {
  const [wide, narrow] = [errors(2, 12), errors(2, 6)].map(
    (found) => found.get('country/1')?.get('doctors') ?? 0,
  );
  assert.ok((wide ?? 0) > (narrow ?? 0) && (narrow ?? 0) > 0, `${wide} ${narrow}`);
});

test('figures that others collect, and those of open states, have none', () => {
  const found = errors(2, 12);
  assert.equal(found.get('country/1')?.has('air'), false);
  assert.equal(found.has('country/80'), false);
});

test('closed states whose figures are as plausible as others have no error', () => {
  for (const [, byMetric] of errors(6, 4)) for (const [, error] of byMetric) assert.equal(error, 0);
});
