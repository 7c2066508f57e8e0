import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { readFacts } from '../../../../src/dataset/building/facts/fact.ts';
import {
  readSourceCatalogue,
  writeSourceCatalogue,
} from '../../../../src/dataset/building/facts/source-catalogue.ts';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import { readTable } from '../../../../src/dataset/building/files/table.ts';
import { type ReadReport, readPublished, readSteps } from '../../../../src/dataset/reading/read/read.ts';
import { OperatorError } from '../../../../src/process/operator-error.ts';
import { besidePublishedFiles, PUBLISHED_DIRECTORY } from '../../../support/beside-published-files.ts';
import { dataExcerpt } from '../../../support/dataset/data-excerpt.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { temporaryDirectory } from '../../../support/service.ts';

/** Tables of data/places that people edit, as data/README.md says; `data read` writes the others. */
const REVIEWED = reviewedTables();

test(
  'published files and manual decisions give the committed data, byte for byte',
  besidePublishedFiles(),
  async () => {
    const data = join(temporaryDirectory(), 'data');
    cpSync(DATA_DIRECTORY, data, { recursive: true });
    const committed = filesOf(data);
    removeOutput(data);
    const reports = await read(PUBLISHED_DIRECTORY, data);
    assert.deepEqual(
      reports.map(({ step }) => step),
      readSteps(DATA_DIRECTORY),
    );
    const again = filesOf(data);
    assert.deepEqual([...again.keys()], [...committed.keys()]);
    for (const [file, text] of committed) assert.ok(again.get(file) === text, `${file} differs`);
  },
);

test('every published name without a place is listed with the reason', () => {
  const matches = join(DATA_DIRECTORY, 'matches');
  for (const file of readdirSync(matches)) {
    for (const { line, published, place, how } of readTable(join(matches, file), [
      'published',
      'place',
      'how',
    ]))
      assert.ok(published !== '' && how !== '', `${file}, line ${line}: ${place}`);
  }
});

const TRANSPORT = 'un-public-transport-access';
const TRANSPORT_FILE = '360info-pt-access/pt-access.csv';
const GOOD = 'country_iso2,city,year,pct_pt_access\nPT,Lisbon,2020,97.1\nPT,Porto,2020,98.2\n';
const WAGES = {
  'us-bls-oews-may2025/oews_may2025_median_annual_wage_all_occupations.csv':
    'cbsa,median_annual_wage_usd_all_occupations\n35620,61430\n',
};
/** Of the whole country, typed from the publisher’s pages. */
const NATIONAL_WAGES = 2;
/** Adds the one metropolitan area of WAGES to the areas of a data directory. */
const WITH_NEW_YORK = {
  'places/areas.tsv': (text: string) => `${text}us-cbsa-35620\tmetro\tNew York\tUS\tfor this test\n`,
};

test('a step writes only its own facts, matches and sources', async () => {
  const data = dataExcerpt({}, 'copied');
  const before = filesOf(data);
  const [report] = await read(published({ [TRANSPORT_FILE]: GOOD }), data, [TRANSPORT]);
  assert.deepEqual(report, { step: TRANSPORT, facts: 2, matched: 2, unmatched: 0 });
  const after = filesOf(data);
  const changed = [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
  assert.deepEqual(changed, [`facts/${TRANSPORT}.tsv`, `matches/${TRANSPORT}.tsv`]);
  assert.deepEqual(
    readFacts(data, TRANSPORT).map(({ place, value }) => [place, value]),
    [
      ['city/lisbon', '97.1'],
      ['city/porto', '98.2'],
    ],
  );
});

test('manual decisions are read from the data directory that is written, not from the repository’s', async () => {
  const changes = {
    'places/match-overrides.tsv': (text: string) =>
      `${text}${TRANSPORT}\tPT | Porto\t\tleft out for this test\n`,
    ...WITH_NEW_YORK,
  };
  const data = dataExcerpt(changes, 'copied');
  const source = published({ [TRANSPORT_FILE]: GOOD, ...WAGES });
  const reports = await read(source, data, [TRANSPORT, 'us-bls-wages']);
  assert.deepEqual(
    reports.map(({ step, facts }) => [step, facts]),
    [
      [TRANSPORT, 1],
      ['us-bls-wages', 1 + NATIONAL_WAGES],
    ],
  );
  const [withoutArea] = await read(source, dataExcerpt({}, 'copied'), ['us-bls-wages']);
  assert.equal(withoutArea?.facts, NATIONAL_WAGES);
});

test('a step that finds no figure is refused with the reason, and writes nothing', async () => {
  const data = dataExcerpt({}, 'copied');
  const before = filesOf(data);
  const elsewhere = GOOD.replace('Lisbon', 'Atlantis').replace('Porto', 'Lemuria');
  await assert.rejects(read(published({ [TRANSPORT_FILE]: elsewhere }), data, [TRANSPORT]), {
    name: 'OperatorError',
    message: /^un-public-transport-access: .*"PT \| Atlantis".*: no city of this name/,
  });
  assert.deepEqual(filesOf(data), before);
});

test('a step with damaged files writes nothing; the steps before it are complete', async () => {
  const data = dataExcerpt(WITH_NEW_YORK, 'copied');
  const before = filesOf(data);
  for (const faulty of [GOOD.slice(0, -2), GOOD.replace('98.2', 'many'), '<!doctype html>\n', ''])
    await assert.rejects(read(published({ [TRANSPORT_FILE]: faulty }), data, [TRANSPORT]), SourceFileError);
  await assert.rejects(read(published({}), data, [TRANSPORT]), {
    name: 'SourceFileError',
    message: /^pt-access\.csv: there is no such file/,
  });
  assert.deepEqual(filesOf(data), before);

  const empty = Object.fromEntries(Object.keys(WAGES).map((file) => [file, '']));
  const source = published({ ...empty, [TRANSPORT_FILE]: GOOD });
  await assert.rejects(read(source, data, [TRANSPORT, 'us-bls-wages']), SourceFileError);
  const changed = [...filesOf(data)].filter(([file, text]) => before.get(file) !== text);
  assert.deepEqual(
    changed.map(([file]) => file),
    [`facts/${TRANSPORT}.tsv`, `matches/${TRANSPORT}.tsv`],
  );
});

test('an unknown step or a missing directory is an error that the operator can correct', async () => {
  const data = dataExcerpt({}, 'copied');
  await assert.rejects(read('/nowhere', data), OperatorError);
  await assert.rejects(read(published({}), data, ['big-mak']), (error: unknown) => {
    assert.ok(error instanceof OperatorError);
    assert.match(error.message, /big-mak.*big-mac/);
    return true;
  });
});

async function read(directory: string, data: string, steps: readonly string[] = []): Promise<ReadReport[]> {
  const reports: ReadReport[] = [];
  await readPublished(directory, data, steps, (report) => reports.push(report));
  return reports;
}

/** A directory with these published files, by their path in it. */
function published(files: Readonly<Record<string, string>>): string {
  const directory = temporaryDirectory();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  }
  return directory;
}

/** Removes from a data directory what `data read` writes, except the registry, because ids are given only once. */
function removeOutput(data: string): void {
  for (const step of [...readSteps(DATA_DIRECTORY), 'us-areas', 'nuts-areas'])
    for (const folder of ['facts', 'matches']) rmSync(join(data, folder, `${step}.tsv`), { force: true });
  for (const table of readdirSync(join(data, 'places')))
    if (!REVIEWED.has(table)) rmSync(join(data, 'places', table));
  rmSync(join(data, 'climate'), { recursive: true });
  const others = [...readSourceCatalogue(data)].filter(([step]) => !readSteps(DATA_DIRECTORY).includes(step));
  writeSourceCatalogue(data, new Map(others));
}

function reviewedTables(): ReadonlySet<string> {
  const about = readFileSync(join(DATA_DIRECTORY, 'README.md'), 'utf8');
  const isEdited = (table: string) => {
    const [header = ''] = readFileSync(join(DATA_DIRECTORY, 'places', table), 'utf8').split('\n', 1);
    return header.split('\t').includes('reason') || about.includes(`\`places/${table}\`¹`);
  };
  return new Set(readdirSync(join(DATA_DIRECTORY, 'places')).filter(isEdited));
}

/** Path below the directory → text, in the order of the paths. */
function filesOf(directory: string): Map<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(files.map((file) => [relative(directory, file), readFileSync(file, 'utf8')]));
}
