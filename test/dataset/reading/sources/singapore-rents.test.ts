import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';

const singaporeUraRents = tableReaderNamed('singapore-ura-rents');

const singaporeHdbRents = tableReaderNamed('singapore-hdb-rents');

const TOWNS = 'median_rents_4room_2026q2.csv';
const DISTRICTS = 'rents_by_district.csv';
const HEADER = 'postal_district,projects,contracts,median_sgd_per_square_foot_month';

test('a public housing town of Singapore has the median of its four-room flats, and the whole city that of its towns', () => {
  const { facts } = readExcerpt(singaporeHdbRents, {
    [TOWNS]: 'town,median_rent_sgd_month\nCENTRAL,4600\nPASIR RIS,3350\n',
  });
  assert.deepEqual(
    facts.map(({ place, metric, value, unit }) => [place, metric, value, unit]),
    [
      ['city/singapore', 'derived_city_rent', 3975, 'SGD'],
      ['city/pasir-ris-new-town', 'rent_three_bedroom', 3350, 'SGD'],
    ],
  );
});

test('Singapore’s private rent is the mean of its districts’ medians, weighted by contracts', () => {
  const { facts } = readExcerpt(singaporeUraRents, {
    [DISTRICTS]: `${HEADER}\n01,1,30,5\n02,4,10,7\n`,
  });
  assert.deepEqual(
    facts.map(({ place, metric, value }) => [place, metric, value]),
    [['city/singapore', 'derived_city_rent', 5.5]],
  );
});

test('rents of Singapore that are missing or have no contracts are refused', () => {
  assertRefused(
    singaporeHdbRents,
    { [TOWNS]: 'town,median_rent_sgd_month\nPUNGGOL,\n' },
    { file: TOWNS, line: 2, column: 'median_rent_sgd_month', fault: /empty/ },
  );
  assertRefused(
    singaporeUraRents,
    { [DISTRICTS]: `${HEADER}\n01,1,0,5\n` },
    { file: DISTRICTS, line: 2, column: 'contracts', fault: /no contract/ },
  );
});
