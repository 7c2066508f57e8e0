import { readSourceCatalogue } from '../../src/dataset/building/facts/source-catalogue.ts';
import { guideText } from '../../src/engine/guides/guides.ts';
import { anchorOf, sectionsOf } from '../../src/engine/guides/sections.ts';
import { OperatorError } from '../../src/process/operator-error.ts';
import { NOT_CONFIRMED } from '../../src/release/share-alike.ts';
import type { Source } from '../../src/release/source.ts';
import { table } from './markdown.ts';

/**
 * Who published the data, one row each: the number of their data sets, the licences, and the sections of docs/sources.md with the
 * attribution that the licences ask for. Links are for a page in the root of the repository.
 */
export function publisherTable(dataDirectory: string): string {
  const sections = sectionsByReader();
  const catalogue = readSourceCatalogue(dataDirectory);
  checkSections(catalogue.keys(), sections);
  const read = [...catalogue].flatMap(([reader, sources]) =>
    sources.map((source) => ({ section: sections.get(reader) ?? '', source })),
  );
  const byPublisher = [...Map.groupBy(read, ({ source }) => source.publisher)].sort(([one], [other]) =>
    one.localeCompare(other, 'en'),
  );
  return table(
    ['Publisher', 'Data sets', 'Licence', 'Attribution'],
    byPublisher.map(([publisher, ofPublisher]) => [
      publisher,
      String(ofPublisher.length),
      listed(ofPublisher.map(({ source }) => licenceOf(source))),
      listed(ofPublisher.map(({ section }) => `[${section}](docs/sources.md#${anchorOf(section)})`)),
    ]),
  );
}

function licenceOf({ licence, licence_url, terms_unclear }: Source): string {
  const text = licence.replace(NOT_CONFIRMED, '');
  const linked = licence_url === null ? text : `[${text}](${licence_url})`;
  return linked + (licence.endsWith(NOT_CONFIRMED) ? ' †' : '') + (terms_unclear ? ' ‡' : '');
}

function listed(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ');
}

/**
 * Refuses sources without a section of docs/sources.md, and sections without sources, all at once.
 *
 * @param sections titles by reader
 */
export function checkSections(readers: Iterable<string>, sections = sectionsByReader()): void {
  const read = new Set(readers);
  const faults = [
    ...[...read].filter((reader) => !sections.has(reader)).map(withoutSection),
    ...[...sections.keys()]
      .filter((reader) => !read.has(reader))
      .map((reader) => `data/sources.json has no sources of ${reader}: read them, or remove the section`),
  ];
  if (faults.length > 0) throw new OperatorError(faults.join('\n'));
}

/** The title of the section of docs/sources.md that has a reader's sources. */
function sectionsByReader(): Map<string, string> {
  return new Map(
    sectionsOf(guideText({ name: 'sources' })).sections.flatMap(({ title, markdown }) =>
      [...markdown.matchAll(/<!-- generated: source ([\w-]+) -->/g)].map(
        ([, reader = '']): [string, string] => [reader, title],
      ),
    ),
  );
}

function withoutSection(reader: string): string {
  return `docs/sources.md has no section of ${reader}: give it one, with the lines <!-- generated: source ${reader} --> and <!-- end -->`;
}
