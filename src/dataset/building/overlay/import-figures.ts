import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { OperatorError } from '../../../process/operator-error.ts';
import type { Source } from '../../../release/source.ts';
import { readFacts } from '../facts/fact.ts';
import { type Catalogues, factKey, faultOfMoney } from '../facts/fact-rules.ts';
import { factReaders } from '../facts/facts.ts';
import { readMetrics } from '../facts/metric.ts';
import { readSourceCatalogue } from '../facts/source-catalogue.ts';
import { readBytes } from '../files/file-bytes.ts';
import { formerCurrencies } from '../places/country-details.ts';
import { slugOf } from '../places/place-name.ts';
import { type Fault, readOperatorFile, readOperatorSources, toOperatorError } from './operator-files.ts';
import { faultsOfFigure, isWithdrawal, NOTHING_TO_WITHDRAW, subjectKey } from './overlay-facts.ts';
import { type OverlayFigure, OverlayStore } from './overlay-store.ts';
import { placeReferences } from './place-reference.ts';

export interface ImportRequest {
  /** LDS_HOME. */
  home: string;
  dataDirectory: string;
  /** The figures, as CSV. */
  file: string;
  /** The sources that they cite, as JSON; undefined: beside the file, `rents.sources.json` for `rents.csv`. */
  sourcesFile: string | undefined;
  now: Date;
}

/** Checks an operator's figures and keeps them under LDS_HOME. If there is any error, it keeps nothing and reports all errors. */
export function importFigures({ home, dataDirectory, file, sourcesFile, now }: ImportRequest) {
  const store = new OverlayStore(home);
  const id = slugOf(basename(file, extname(file)));
  if (id === '')
    throw new OperatorError(
      `${file}: give the file a name that can name the import, such as rents-2026.csv.`,
    );
  const faults: Fault[] = [];
  const rows = readOperatorFile(basename(file), bytesOf(file), faults);
  const sources =
    rows.length > 0 && rows.every(isWithdrawal)
      ? new Map<string, Source>()
      : sourcesNextTo(file, sourcesFile, dataDirectory, faults);
  const others = otherFigures(store, id);
  const figures = checkedFigures(basename(file), rows, dataDirectory, sources, others, faults);
  if (faults.length > 0) throw toOperatorError(faults);

  const cited = new Set(figures.map(({ source }) => source));
  const overlay = {
    id,
    file: basename(file),
    imported: now.toISOString(),
    sources: [...sources.values()].filter((source) => cited.has(source.id)),
    figures,
  };
  // Whether it replaced an earlier import of a file with that name.
  const replaced = store.save(overlay);
  return { overlay, replaced };
}

function checkedFigures(
  file: string,
  rows: readonly OverlayFigure[],
  dataDirectory: string,
  sources: ReadonlyMap<string, Source>,
  others: ReadonlyMap<string, string>,
  faults: Fault[],
): OverlayFigure[] {
  const resolve = placeReferences(dataDirectory);
  const catalogues: Catalogues = {
    metrics: readMetrics(dataDirectory),
    sources,
    // Every key was resolved here, so it exists; a build checks again, because our places may have changed by then.
    places: { has: () => true },
  };
  const former = formerCurrencies(dataDirectory);
  const ours = rows.some(isWithdrawal) ? ourSubjects(dataDirectory) : new Set<string>();
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const fault = (column: string, text: string) =>
      faults.push({ file, line: row.line, column, fault: text });
    const place = resolve(row.place, row.grain);
    if ('fault' in place) fault('place', place.fault);
    const figure = { ...row, place: 'key' in place ? place.key : '' };
    const found = faultsOfFigure(figure, catalogues);
    const money = faultOfMoney({ ...figure, standard_error: '' }, former);
    for (const one of money === undefined ? found : [...found, money]) fault(one.column, one.fault);
    if (found.length === 0 && figure.place !== '' && isWithdrawal(row) && !ours.has(subjectKey(figure)))
      fault('value', NOTHING_TO_WITHDRAW);
    const key = factKey(figure);
    const earlier = seen.get(key);
    if (figure.place !== '' && earlier !== undefined) fault('', `the same figure is in line ${earlier}`);
    if (others.has(key)) fault('', `the same figure is in the import ${others.get(key)}: remove that first`);
    seen.set(key, row.line);
    return figure;
  });
}

/** What each figure of data/facts is about. */
function ourSubjects(dataDirectory: string): Set<string> {
  const readers = factReaders(dataDirectory);
  return new Set(readers.flatMap((reader) => readFacts(dataDirectory, reader).map(subjectKey)));
}

/** The keys of other imports' figures, and the ids of these imports. Two figures with one key cannot both be right. */
function otherFigures(store: OverlayStore, id: string): Map<string, string> {
  const others = store.all().filter((overlay) => overlay.id !== id);
  return new Map(
    others.flatMap(({ id: other, figures }) => figures.map((figure) => [factKey(figure), other])),
  );
}

function sourcesNextTo(
  file: string,
  sourcesFile: string | undefined,
  dataDirectory: string,
  faults: Fault[],
): Map<string, Source> {
  const beside = sourcesFile ?? `${file.slice(0, file.length - extname(file).length)}.sources.json`;
  if (sourcesFile === undefined && !existsSync(beside)) {
    const fault = `there is no ${basename(beside)} beside it, which says who published the figures and on which terms`;
    faults.push({ file: basename(file), line: 0, column: 'source', fault });
    return new Map();
  }
  const ours = new Set([...readSourceCatalogue(dataDirectory).values()].flat().map(({ id }) => id));
  return readOperatorSources(basename(beside), bytesOf(beside), ours, faults);
}

function bytesOf(path: string): Buffer {
  try {
    return readBytes(path);
  } catch (error) {
    throw new OperatorError((error as Error).message);
  }
}
