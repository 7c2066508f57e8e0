import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type CataloguedSource,
  readSourceCatalogue,
} from '../../../../src/dataset/building/facts/source-catalogue.ts';
import { writeRetrievalDays } from '../../../../src/dataset/reading/files/retrieval-days.ts';
import { readCopies, withCopies } from '../../../../src/dataset/reading/read/catalogued.ts';
import { readersOf } from '../../../../src/dataset/reading/read/readers.ts';
import { refreshable } from '../../../../src/dataset/reading/refresh/refresh-plan.ts';
import { citedSource } from '../../../../src/dataset/reading/sources/citations.ts';
import { NOT_CONFIRMED } from '../../../../src/release/share-alike.ts';
import type { Source } from '../../../../src/release/source.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const SOURCE: Source = {
  id: 'wb-wdi-2026-07',
  publisher: 'World Bank',
  title: 'Indicators',
  url: 'https://example.org',
  licence: 'CC BY 4.0',
  licence_url: null,
  attribution: 'World Bank',
  vintage: '2026-07',
};

test('the table of copies says of every source that we have read whether it is a copy, by its id or by the folder of its reader', () => {
  const copies = readCopies(DATA_DIRECTORY);
  const missing = [...readSourceCatalogue(DATA_DIRECTORY)].flatMap(([step, sources]) => {
    const folder = readersOf(DATA_DIRECTORY).find(({ id }) => id === step)?.folder;
    const isListed = (source: string) =>
      copies.some((copy) => copy.source === source || (copy.source === '' && copy.folder === folder));
    return sources.filter(({ id }) => !isListed(id)).map(({ id }) => `${step}: ${id}`);
  });
  assert.deepEqual(missing, []);
});

test('a source that was read from a copy says so, and one read from its publisher does not', () => {
  const copyOf = (id: string, folder: string, directory: string) =>
    withCopies([{ ...SOURCE, id }], folder, directory, DATA_DIRECTORY)[0]?.read_from;
  const directory = temporaryDirectory();
  assert.match(String(copyOf('wb-wdi-2026-07', 'worldbank-wdi', directory)), /^copy: GitHub wangkhem123/);
  assert.equal(copyOf('wb-wdi-2027-01', 'worldbank-wdi', directory), undefined, 'a later edition');
  assert.equal(copyOf('economist-big-mac-2026-01', 'big-mac-index', directory), undefined);
  assert.match(String(copyOf('undp-hdr-2025', 'undp-hdr25', directory)), /^copy: /);
  mkdirSync(join(directory, 'undp-hdr25'));
  writeRetrievalDays(directory, new Map([['undp-hdr25/HDR25.csv', '2026-11-01']]));
  assert.equal(copyOf('undp-hdr-2025', 'undp-hdr25', directory), undefined);
});

test('data/sources.json agrees with the table of copies', () => {
  for (const [step, sources] of readSourceCatalogue(DATA_DIRECTORY)) {
    const plain = sources.map(({ read_from: _, ...source }) => source);
    const folder = readersOf(DATA_DIRECTORY).find(({ id }) => id === step)?.folder;
    assert.deepEqual(withCopies(plain, folder, temporaryDirectory(), DATA_DIRECTORY), sources, step);
  }
});

test('every source says who states its terms and how it is refreshed, and is automatic just if a refresh downloads it', () => {
  for (const [step, sources] of readSourceCatalogue(DATA_DIRECTORY))
    for (const { id, licence, refresh, refresh_how, terms_stated_by } of sources) {
      assert.equal(licence.endsWith(NOT_CONFIRMED), terms_stated_by === 'understood', id);
      // What comes with packages of the project is in the step of the places.
      const isDownloaded = refreshable(DATA_DIRECTORY).includes(step);
      const rows = isDownloaded ? 'rows' : 'no row';
      if (id !== 'unicode-cldr')
        assert.equal(
          refresh === 'automatic',
          isDownloaded,
          `${id} is ${refresh}, and data/readers/downloads.tsv has ${rows} of ${step}`,
        );
      if (refresh === 'by_hand')
        assert.match(
          refresh_how,
          new RegExp(`^From https?://.*\`lds data (refresh ${step} --from DIRECTORY|read ${step})\``),
          id,
        );
    }
});

test('a source without terms or without its refresh is refused', () => {
  const [step, [source]] = [...readSourceCatalogue(DATA_DIRECTORY)][0] as [string, CataloguedSource[]];
  for (const missing of ['terms_stated_by', 'terms_stated_where', 'refresh', 'refresh_how'] as const) {
    const directory = temporaryDirectory();
    const { [missing]: _, ...rest } = source as CataloguedSource;
    writeFileSync(join(directory, 'sources.json'), JSON.stringify({ [step]: [rest] }));
    assert.throws(() => readSourceCatalogue(directory), new RegExp(missing));
  }
});

test('every source that a reader names is in the table of citations, with publisher and licence', () => {
  for (const { id, sources = [] } of readersOf(DATA_DIRECTORY))
    for (const { publisher, licence } of sources.map((id) => citedSource(DATA_DIRECTORY, id)))
      assert.ok(publisher !== '' && licence !== '', id);
});
