import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertRefused,
  readExcerpt,
  tableReaderNamed,
  testDamagedTable,
} from '../../../support/dataset/excerpts.ts';

const worldBankWgi = tableReaderNamed('world-bank-wgi');

const FILE = 'wgi_2023_long.csv';
const HEADER = 'code,countryname,year,indicator,estimate,stddev,nsource,pctrank';
const DIMENSIONS = ['cc', 'ge', 'pv', 'rl', 'rq', 'va'];

function workbook(...countries: string[]): string {
  const lines = DIMENSIONS.flatMap((dimension) =>
    countries.map((country) => `${country},2023,${dimension},-0.5,0.17,8,13.7`),
  );
  return [HEADER, ...lines, ''].join('\n');
}

const GOOD = workbook('ROM,Romania', 'KSV,Kosovo', 'ANT,Netherlands Antilles (former)', 'PRT,Portugal');

testDamagedTable(
  worldBankWgi,
  { [FILE]: GOOD },
  { name: FILE, file: FILE, headerLine: 1, column: 'estimate' },
);

test('outdated codes in the workbook lead to today’s countries', () => {
  const { facts, matches } = readExcerpt(worldBankWgi, { [FILE]: GOOD });
  const places = new Set(facts.map(({ place }) => place));
  assert.deepEqual(places, new Set(['country/romania', 'country/kosovo', 'country/portugal']));
  assert.equal(facts.length, DIMENSIONS.length * places.size);
  assert.deepEqual(matches, [
    { published: 'ROM | Romania', place: 'country/romania', how: 'code' },
    { published: 'KSV | Kosovo', place: 'country/kosovo', how: 'code' },
    {
      published: 'ANT | Netherlands Antilles (former)',
      place: '',
      how: 'the Netherlands Antilles, dissolved in 2010',
    },
  ]);
});

test('an estimate has the standard error that is published with it', () => {
  const { facts } = readExcerpt(worldBankWgi, {
    [FILE]: GOOD.replace('Portugal,2023,va,-0.5,0.17', 'Portugal,2023,va,-0.5,0.21'),
  });
  for (const { place, metric, standard_error } of facts) {
    const isOther = place === 'country/portugal' && metric === 'voice_and_accountability';
    assert.equal(standard_error, isOther ? 0.21 : 0.17);
  }
});

test('an estimate that the publisher does not give is absent, never 0', () => {
  const { facts } = readExcerpt(worldBankWgi, {
    [FILE]: GOOD.replace('Portugal,2023,va,-0.5,0.17', 'Portugal,2023,va,..,..'),
  });
  const portugal = facts.filter(({ place }) => place === 'country/portugal').map(({ metric }) => metric);
  assert.equal(portugal.length, DIMENSIONS.length - 1);
  assert.ok(!portugal.includes('voice_and_accountability'));
});

test('an empty estimate, one without its error, an unknown dimension and an unknown code are refused with line and column', () => {
  const refused = (from: string, to: string, column: string, fault: RegExp) =>
    assertRefused(worldBankWgi, { [FILE]: GOOD.replace(from, to) }, { file: FILE, line: 5, column, fault });
  refused('PRT,Portugal,2023,cc,-0.5', 'PRT,Portugal,2023,cc,', 'estimate', /empty/);
  refused('PRT,Portugal,2023,cc,-0.5,0.17', 'PRT,Portugal,2023,cc,-0.5,', 'stddev', /empty/);
  refused('PRT,Portugal,2023,cc,-0.5,0.17', 'PRT,Portugal,2023,cc,-0.5,..', 'stddev', /has an error/);
  refused('PRT,Portugal,2023,cc,-0.5,0.17', 'PRT,Portugal,2023,cc,..,0.17', 'stddev', /has an error/);
  refused('PRT,Portugal', 'XYZ,Portugal', 'code', /"XYZ"/);
  refused('PRT,Portugal,2023', 'PRT,Portugal,23', 'year', /not a year/);
  assertRefused(
    worldBankWgi,
    { [FILE]: GOOD.replaceAll(',va,', ',xx,') },
    { file: FILE, column: 'indicator', fault: /0 lines of va/ },
  );
});

test('a file truncated between two lines is refused, because every dimension lists the same countries', () => {
  const cut = GOOD.trimEnd().split('\n').slice(0, -1).join('\n');
  assertRefused(
    worldBankWgi,
    { [FILE]: `${cut}\n` },
    { file: FILE, line: 24, column: 'indicator', fault: /truncated/ },
  );
});
