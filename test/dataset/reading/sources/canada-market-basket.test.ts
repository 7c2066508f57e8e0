import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMetrics } from '../../../../src/dataset/building/facts/metric.ts';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const canadaMarketBasket = tableReaderNamed('canada-market-basket');

const FILE = 'mbm_thresholds_2023_base.csv';
const ROWS = [
  'mbm_region,year,total_threshold,food,clothing,transportation,shelter,communication,other,inuusiqattiarniq',
  '"Québec, Quebec",2024,48362,15661,3240,5130,13089,1564,9678,',
  '"Montréal, Québec",2024,49244,15863,3240,4939,13858,1564,9780,',
  '"Ontario, rural",2024,52048,15516,3051,7350,15217,1479,9435,',
  '"Ontario, population 30,000 to 99,999",2024,50048,15107,3051,5501,15730,1431,9228,',
  '"Ontario, population 100,000 to 499,999",2024,53694,14681,3051,5929,19590,1431,9013,',
  '"Ontario, population 500,000 and over",2024,54369,14714,3051,5809,20335,1431,9030,',
  '"Hamilton/Burlington, Ontario",2024,58396,14679,3051,6761,23462,1431,9012,',
  '"Toronto, Ontario",2023,60864,14247,3114,7463,25675,1642,8724,',
  '"Toronto, Ontario",2024,61763,14522,3051,7537,26290,1431,8932,',
  '"Brandon, Manitoba",2024,51876,16656,3087,5499,15183,1603,9849,',
  '"Manitoba, population 30,000 to 99,999",2024,50489,14561,3087,6869,15553,1603,8816,',
  '"Northwest Territories, Sahtu",2024,84377,32576,4469,7327,19665,2256,18084,',
  '"Nunavut, Iqaluit",2024,116211,31866,6606,8075,41585,1868,19676,6535',
  '',
];
const { facts, matches } = readExcerpt(canadaMarketBasket, { [FILE]: ROWS.join('\n') });

const budgets = (place: string) =>
  facts
    .filter((fact) => fact.place === place && fact.metric === 'official_family_budget')
    .map(({ period, grain, value }) => [period, grain, value]);

test('a central city and its census area have the budget of their region in both years', () => {
  const toronto = [
    ['2023', 'metro', 60864],
    ['2024', 'metro', 61763],
  ];
  assert.deepEqual(budgets('city/toronto'), toronto);
  assert.deepEqual(budgets('area/ca-cma-toronto'), toronto);
  assert.deepEqual(budgets('area/ca-cma-hamilton'), [['2024', 'metro', 58396]]);
  assert.deepEqual(budgets('city/hamilton-ontario-canada'), [['2024', 'metro', 58396]]);
  assert.deepEqual(budgets('city/quebec-city'), [['2024', 'metro', 48362]], 'the city, not the province');
  assert.deepEqual(budgets('city/rosemere'), [['2024', 'metro', 49244]], 'a suburb of Montréal by decision');
  assert.deepEqual(budgets('city/iqaluit'), [['2024', 'city', 116211]]);
});

test('another city has the figure of the places of its size in its province, which the note says', () => {
  assert.deepEqual(budgets('city/barrie'), [['2024', 'region', 53694]]);
  assert.deepEqual(budgets('city/sarnia'), [['2024', 'region', 50048]]);
  const note = facts.find(({ place, note }) => place === 'city/sarnia' && note.includes(' '))?.note;
  assert.equal(note, 'figure of all places of this size: Ontario, population 30,000 to 99,999');
  assert.deepEqual(
    budgets('city/kitchener'),
    [['2024', 'region', 54369]],
    'of its built-up area, by decision',
  );
});

test('no section of a city and no suburb of another census area has the figure of its own size', () => {
  for (const place of ['city/rutland-british-columbia-canada', 'city/innisfil', 'city/mississauga'])
    assert.deepEqual(budgets(place), [], place);
  const how = (published: string) => matches.find((match) => match.published === published)?.how ?? '';
  assert.match(how('Ontario, population 30,000 to 99,999 | Innisfil'), /suburb in a census area/);
  assert.match(how('Ontario, population 30,000 to 99,999 | Norfolk County'), /rural municipality/);
});

test('a region without a city of ours is listed with the reason', () => {
  const open = matches.filter(({ place, published }) => place === '' && !published.includes(' | '));
  assert.deepEqual(
    open.map(({ published, how }) => [published, how]),
    [
      ['Ontario, rural', 'the countryside, which has no city'],
      ['Manitoba, population 30,000 to 99,999', 'no city of ours has this size there'],
      ['Northwest Territories, Sahtu', 'no city of this name in the gazetteer'],
    ],
  );
});

test('components are kept for evaluations under their names, and no response shows them', () => {
  const parts = facts.filter(
    ({ place, period, metric }) =>
      place === 'city/toronto' && period === '2024' && metric === 'official_family_budget_part',
  );
  assert.deepEqual(
    parts.map(({ note, value }) => [note, value]),
    [
      ['clothing', 3051],
      ['communication', 1431],
      ['food', 14522],
      ['other', 8932],
      ['shelter', 26290],
      ['transportation', 7537],
    ],
  );
  assert.equal(readMetrics(DATA_DIRECTORY).get('official_family_budget_part')?.resource, 'model_input');
});

test('components that do not add up to the total are refused', () => {
  const damaged = ROWS.join('\n').replace('25675', '2567');
  assertRefused(
    canadaMarketBasket,
    { [FILE]: damaged },
    { file: FILE, line: 9, column: 'total_threshold', fault: /add up to 37757/ },
  );
});
