import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { DamagedDownloadError } from '../../client/src/errors.ts';
import { fileSha256 } from '../process/file-sha256.ts';
import { makeDirectory } from '../process/make-directory.ts';
import { OperatorError, UsageError } from '../process/operator-error.ts';
import { DOWNLOAD_FILES } from '../release/download-files.ts';
import { answersFrom, clientKey, fromService, Refusal, serviceAddress } from './ask/answers.ts';

interface SnapshotOptions {
  url: string;
  output: string;
  release?: string;
}

/** The file as `/v1/release` describes it. */
type Wanted = Awaited<ReturnType<typeof wantedFrom>>;

/** After this many interruptions in a row without a byte in between, the command gives up. Its next run continues. */
const MOST_RETRIES = 3;

/** `snapshot`: keeps a copy of the data release of a service, for `--release` and for clients without a network. */
export function registerSnapshotCommand(program: Command): void {
  program
    .command('snapshot')
    .description(
      'download the data release of a service, with the key in LDS_API_KEY; downloads nothing if the file is up to date',
    )
    .requiredOption('--url <address>', 'the service')
    .option('--output <file>', 'the file to write', DOWNLOAD_FILES.sqlite)
    .option('--release <version>', 'an earlier release that the service keeps')
    .action(async ({ output, ...asked }: SnapshotOptions) => {
      const said = await takeSnapshot({ ...asked, output: resolve(output), apiKey: clientKey() });
      process.stderr.write(`${said}\n`);
    });
}

/**
 * Brings the file up to date. The old file stays until the new release is complete and its hash is right; what was downloaded
 * before a failure is kept beside it and continued.
 *
 * @returns what it did
 */
export async function takeSnapshot(snapshot: {
  url: string;
  output: string;
  apiKey: string | undefined;
  release?: string | undefined;
}): Promise<string> {
  const { url, output, apiKey, release } = snapshot;
  if (statSync(output, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${output} is a directory: name a file in it.`);
  const wanted = await wantedFrom(url, apiKey, release);
  const { version, sha256 } = wanted;
  if (existsSync(output) && (await fileSha256(output)) === sha256)
    return `${output} is already up to date: ${version}`;
  makeDirectory(dirname(output));
  const part = partOf(output, sha256);
  removeOtherParts(output, part);
  await complete(part, wanted, serviceAddress(url), apiKey);
  renameSync(part, output);
  return `${output}: release ${version}, ${wanted.bytes} bytes, SHA-256 ${sha256}`;
}

/** @param release as asked for; undefined for the current one */
async function wantedFrom(url: string, apiKey: string | undefined, release: string | undefined) {
  const { body } = await answersFrom(url, apiKey, release).ask('/release');
  const download = body.downloads.find(({ format }) => format === 'sqlite');
  if (download === undefined) throw new OperatorError(`${url} has no release.sqlite to download.`);
  return { ...download, version: body.version, release };
}

/** Named after its content, so that a partial download is never continued with another release. */
function partOf(output: string, sha256: string): string {
  return join(dirname(output), `.${basename(output)}.${sha256.slice(0, 16)}.part`);
}

function removeOtherParts(output: string, kept: string): void {
  const directory = dirname(output);
  for (const name of readdirSync(directory))
    if (name.startsWith(`.${basename(output)}.`) && name.endsWith('.part') && name !== basename(kept))
      rmSync(join(directory, name));
}

/** Downloads the rest of the file, and continues after interruptions as long as bytes arrive. */
async function complete(
  part: string,
  { version, release, bytes, sha256 }: Wanted,
  base: string,
  apiKey: string | undefined,
): Promise<void> {
  const before = sizeOf(part);
  let arrived = before;
  const counted = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      arrived += piece.length;
      yield piece;
    }
  };
  const begun = before > 0 ? { sha256, pieces: createReadStream(part) } : undefined;
  try {
    await fromService(base, apiKey, async (connection) => {
      const asked = { maxRetries: MOST_RETRIES, release };
      const download = await connection.download('sqlite', asked, begun);
      if (download.sha256 !== sha256)
        throw new OperatorError(
          'The service has a new release since the download began. Run the command again.',
        );
      // Piece by piece, so that an interruption loses nothing.
      await pipeline(download.stream, counted, createWriteStream(part, { flags: 'a', flush: true }));
    });
  } catch (error) {
    // What arrived, not what is written: a wrong hash ends the writing before its last piece is on the disk.
    if (arrived < bytes && (arrived > before || !(error instanceof Refusal)))
      throw new OperatorError(
        `The download was cut off at ${sizeOf(part)} of ${bytes} bytes: ${reasonOf(error)}. Run the command again to continue.`,
      );
    if (!(error instanceof DamagedDownloadError)) throw error;
    rmSync(part);
    throw new OperatorError(
      `The download of ${version} is damaged: its hash does not match /v1/release. Try again.`,
    );
  }
}

/** A response that is too short is no error of the connection, but its hash is wrong. */
function reasonOf(error: unknown): string {
  return error instanceof DamagedDownloadError ? 'no more data arrived' : (error as Error).message;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
