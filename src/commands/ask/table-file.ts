import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { delimiterOf, faultOf, LENIENT } from '../../engine/matching/table-columns.ts';
import { OperatorError, UsageError } from '../../process/operator-error.ts';

/** A record may not have more characters: an opened quote that is never closed would take the whole file into memory. */
const MOST_CHARACTERS = 1_000_000;
const START_BYTES = 64 * 1024;

/**
 * The records of a CSV file, read as they are needed. Its encoding is that of its byte order mark, otherwise UTF-8; cells are
 * separated by what the first line has most of.
 *
 * @throws OperatorError for a file that cannot be read, and says why
 */
export async function* recordsOf(file: string, encoding: string | undefined): AsyncGenerator<string[]> {
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
