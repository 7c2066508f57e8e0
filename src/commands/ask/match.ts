import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { type Command, Option } from 'commander';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { LRUCache } from 'lru-cache';
import type { Wanted } from '../../engine/matching/matching.ts';
import { ADDED_COLUMNS, filledRow, type MatchedRow } from '../../engine/matching/reconciled-rows.ts';
import {
  columnsOf,
  delimiterOf,
  faultOf,
  LENIENT,
  type TableColumns,
  wantedIn,
} from '../../engine/matching/table-columns.ts';
import { OperatorError, UsageError } from '../../process/operator-error.ts';
import type { Answers } from './answers.ts';
import { unlessReadEnough } from './output.ts';
import { addSourceOptions, type Releases, type SourceOptions, withAnswers } from './source.ts';

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
  command.action(async (file: string, options: MatchOptions) => {
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
  const records = recordsOf(file, options.encoding);
  // Node.js 22, on which the client runs, cannot dispose of a generator by itself.
  try {
    const { value: header } = await records.next();
    if (header === undefined) throw new OperatorError(`${file} is empty.`);
    const columns = columnsIn(header, options);
    yield options.json ? '[' : stringify([[...header, ...ADDED_COLUMNS]], { record_delimiter: 'windows' });
    let separator = '';
    for await (const rows of batchesOf(records)) {
      const wanted = rows.map((cells) => wantedIn(cells, columns));
      const matched = await matchedOnce(wanted, answers, kept);
      for (const { status } of matched) counts[status] += 1;
      yield textOf(header, rows, matched, separator, options);
      separator = ',';
    }
    if (options.json) yield '\n]\n';
  } finally {
    await records.return(undefined);
  }
}

async function* batchesOf<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
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
  const fresh = new Map(wanted.map((each) => [JSON.stringify(each), each]));
  // What is used here is used last, so that new rows do not displace it.
  for (const key of keys) if (kept.get(key) !== undefined) fresh.delete(key);
  const matched = await answers.match([...fresh.values()]);
  for (const [at, key] of [...fresh.keys()].entries()) {
    const row = matched[at];
    if (row === undefined) throw new Error('a row was matched to nothing');
    kept.set(key, row);
  }
  return keys.flatMap((key) => kept.get(key) ?? []);
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

/** A record may not have more characters: an opened quote that is never closed would take the whole file into memory. */
const MOST_CHARACTERS = 1_000_000;
const START_BYTES = 64 * 1024;

/**
 * The records of a CSV file, read as they are needed. Its encoding is that of its byte order mark, otherwise UTF-8; cells are
 * separated by what the first line has most of.
 *
 * @throws OperatorError for a file that cannot be read, and says why
 */
async function* recordsOf(file: string, encoding: string | undefined): AsyncGenerator<string[], undefined> {
  const start = await startOf(file);
  const named = encoding ?? encodingOf(file, start);
  const delimiter = delimiterOf(decoderOf(named, false).decode(start));
  const parser = pipeline(
    Readable.from(decoded(file, named)),
    parse({ ...LENIENT, delimiter, max_record_size: MOST_CHARACTERS }),
    // It destroys the parser, whose reader then gets the error.
    () => undefined,
  );
  try {
    for await (const record of parser) yield record as string[];
  } catch (error) {
    const fault = faultOf(error);
    throw fault === undefined ? error : new OperatorError(`${file}, ${fault}`);
  }
}

async function startOf(file: string): Promise<Uint8Array> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function encodingOf(file: string, start: Uint8Array): string {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (start.includes(0))
    throw new OperatorError(
      `${file} has NUL bytes: if it is UTF-16, add --encoding utf-16le; otherwise it is no CSV.`,
    );
  return 'utf-8';
}

async function* decoded(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = decoderOf(encoding);
  try {
    for await (const chunk of createReadStream(file))
      yield decoder.decode(chunk as Uint8Array, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new OperatorError(
      `${file} is not ${encoding.toUpperCase()}. Save it as CSV UTF-8, or name its encoding: --encoding windows-1252.`,
    );
  }
}

function decoderOf(encoding: string, fatal = true): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal });
  } catch {
    throw new UsageError(
      `--encoding ${encoding} is not known; use utf-8, utf-16le or windows-1252, for example.`,
    );
  }
}
