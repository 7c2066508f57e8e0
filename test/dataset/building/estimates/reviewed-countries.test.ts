import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPriceLevelReviews } from '../../../../src/dataset/building/estimates/reviewed-countries.ts';
import { inputs } from '../../../support/dataset/committed-estimates.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { atEnd } from '../../../support/lifetime.ts';

test('every judgement names an existing country and gives its reason', () => {
  const countries = new Set(inputs.countries.map(({ iso2 }) => iso2));
  const reviews = readPriceLevelReviews(DATA_DIRECTORY);
  assert(reviews.length > 0);
  for (const { country, detail } of reviews) {
    assert(countries.has(country), country);
    assert.match(detail, /^[A-Z].{20,}\.$/);
  }
});

test('a malformed judgement is refused with its file and line', () => {
  const directory = mkdtempSync(join(tmpdir(), 'reviews-'));
  atEnd(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'estimates'));
  const review = (...rows: string[]) => {
    const text = ['country\treason\tdetail\tinstead', ...rows].map((row) => `${row}\n`).join('');
    writeFileSync(join(directory, 'estimates', 'price-level-reviews.tsv'), text);
    return () => readPriceLevelReviews(directory);
  };
  assert.throws(review('SD\twar\tSince 2023.\t'), /line 2, column reason: war is none of no_source, /);
  assert.throws(
    review('SD\tstale\tSince 2023.\t', 'SD\tconflict\tTwice.\t'),
    /line 3, column country: SD is there twice/,
  );
  assert.throws(review('SD\tstale\t\t'), /line 2, column detail/);
  assert.throws(review('SD\tstale\tSince 2023.\tguess'), /line 2, column instead/);
});
