import { once } from 'node:events';
import { type Command, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { LRUCache } from 'lru-cache';
import type { Wanted } from '../../engine/matching/matching.ts';
import { ADDED_COLUMNS, filledRow, type MatchedRow } from '../../engine/matching/reconciled-rows.ts';
import { columnsOf, type TableColumns, wantedIn } from '../../engine/matching/table-columns.ts';
import { OperatorError, UsageError } from '../../process/operator-error.ts';
import { withExamples } from '../examples.ts';
import type { Answers } from './answers.ts';
import { unlessReadEnough } from './output.ts';
import { addSourceOptions, type Releases, type SourceOptions, withAnswers } from './source.ts';
import { recordsOf } from './table-file.ts';

interface MatchOptions extends SourceOptions {
  column?: string;
  countryColumn?: string;
  regionColumn?: string;
  encoding?: string;
  json?: true;
  strict?: true;
}

/** Rows that are matched together: a request to a service has so many. */
const BATCH = 50;
/** Tables repeat their cities. */
const KEPT_ROWS = 10_000;

/** `match`: a table with names of cities, with ids and figures added. Reads and writes as it goes, whatever the file's size. */
export function registerMatchCommand(
  program: Command,
  releases: Releases,
  heading: string,
  stdout: NodeJS.WriteStream,
): void {
  const command = program
    .command('match <file>')
    .helpGroup(heading)
    .description('add ids and figures to a CSV file with names of cities, and say which are ambiguous')
    .option('--column <name>', 'the column with the city; by default one called city, town, place, …')
    .option('--country-column <name>', 'the column with the country: a name in any language, or a code')
    .option('--region-column <name>', 'the column with the state, province or region')
    .option('--encoding <name>', 'of the file, if not UTF-8 or what its byte order mark says: windows-1252')
    .option('--strict', 'exit with status 1 unless every row is matched')
    .addOption(new Option('--json', 'as JSON, an object per row'));
  addSourceOptions(command, releases);
  withExamples(
    command,
    'offices.csv --column city --country-column country > offices-matched.csv',
    'offices.csv --column Ort --encoding windows-1252 --json',
    'offices.csv --url https://api.example.org',
  ).action(async (file: string, options: MatchOptions) => {
    stdout.once('error', unlessReadEnough);
    await withAnswers(options, releases, async (answers) => {
      const counts = { matched: 0, check: 0, unknown: 0 };
      for await (const text of matchedTable(file, options, answers, counts))
        if (!stdout.write(text)) await once(stdout, 'drain');
      const { matched, check, unknown } = counts;
      process.stderr.write(`${matched} matched, ${check} to check (lds_candidates), ${unknown} unknown.\n`);
      if (options.strict && check + unknown > 0)
        throw new OperatorError(`${check + unknown} rows are not matched.`);
    });
  });
}

async function* matchedTable(
  file: string,
  options: MatchOptions,
  answers: Answers,
  counts: Record<MatchedRow['status'], number>,
): AsyncGenerator<string> {
  const kept = new LRUCache<string, MatchedRow>({ max: KEPT_ROWS });
  let header: string[] | undefined;
  let columns: TableColumns | undefined;
  let rows: string[][] = [];
  let isFirst = true;
  const written = async function* () {
    if (header === undefined || columns === undefined || rows.length === 0) return;
    const wanted = rows.map((cells) => wantedIn(cells, columns as TableColumns));
    const matched = await matchedOnce(wanted, answers, kept);
    for (const { status } of matched) counts[status] += 1;
    yield textOf(header, rows, matched, isFirst ? '' : ',', options);
    [rows, isFirst] = [[], false];
  };
  for await (const cells of recordsOf(file, options.encoding)) {
    if (header === undefined) {
      header = cells;
      columns = columnsIn(header, options);
      yield options.json ? '[' : stringify([[...header, ...ADDED_COLUMNS]], { record_delimiter: 'windows' });
      continue;
    }
    rows.push(cells);
    if (rows.length === BATCH) yield* written();
  }
  if (header === undefined) throw new OperatorError(`${file} is empty.`);
  yield* written();
  if (options.json) yield '\n]\n';
}

function columnsIn(
  header: readonly string[],
  { column, countryColumn, regionColumn }: MatchOptions,
): TableColumns {
  const columns = columnsOf(header, { city: column, country: countryColumn, region: regionColumn });
  if (!('missing' in columns)) return columns;
  const names = header.map((name) => JSON.stringify(name)).join(', ');
  throw new UsageError(
    `The file has no column ${JSON.stringify(columns.missing)}: it has ${names}. Name it with --column.`,
  );
}

/** Each of equal rows is matched once. */
async function matchedOnce(
  wanted: readonly Wanted[],
  answers: Answers,
  kept: LRUCache<string, MatchedRow>,
): Promise<MatchedRow[]> {
  const keys = wanted.map((each) => JSON.stringify(each));
  const rows = new Map(keys.map((key) => [key, kept.get(key)]));
  const fresh = wanted.filter((_, at) => rows.get(keys[at] ?? '') === undefined);
  const distinct = [...new Map(fresh.map((each) => [JSON.stringify(each), each]))];
  const matched = await answers.match(distinct.map(([, each]) => each));
  for (const [at, [key]] of distinct.entries()) {
    const row = matched[at];
    if (row === undefined) throw new Error('a row was matched to nothing');
    kept.set(key, row);
    rows.set(key, row);
  }
  return keys.flatMap((key) => rows.get(key) ?? []);
}

/** Rows with fewer cells than the header get empty ones, so that what is added is below its own names. */
function textOf(
  header: readonly string[],
  rows: readonly string[][],
  matched: readonly MatchedRow[],
  separator: string,
  { json }: MatchOptions,
): string {
  const whole = matched.map((row, at) => filledRow(header, rows[at] ?? [], row));
  if (!json) return stringify(whole, { record_delimiter: 'windows' });
  const names = [...header, ...ADDED_COLUMNS];
  const objects = whole.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
  return separator + objects.map((object) => `\n${JSON.stringify(object)}`).join(',');
}
