import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { fileSha256 } from '../process/file-sha256.ts';
import { makeDirectory } from '../process/make-directory.ts';
import { OperatorError, UsageError } from '../process/operator-error.ts';
import { DOWNLOAD_FILES } from '../release/download-files.ts';
import { answersFrom, asked, clientKey, serviceAddress } from './ask/answers.ts';
import { withExamples } from './examples.ts';

interface SnapshotOptions {
  url: string;
  output: string;
}

/** The download as `/v1/release` describes it. */
interface Wanted {
  version: string;
  url: string;
  bytes: number;
  sha256: string;
}

/** We give up after this many interruptions in a row without a byte in between. */
const TRIES_WITHOUT_PROGRESS = 3;

/** `snapshot`: keeps a copy of the data release of a service, for `--release` and for clients without a network. */
export function registerSnapshotCommand(program: Command): void {
  withExamples(
    program
      .command('snapshot')
      .description(
        'download the data release of a service, with the key in LDS_API_KEY; downloads nothing if the file is up to date',
      )
      .requiredOption('--url <address>', 'the service')
      .option('--output <file>', 'the file to write', DOWNLOAD_FILES.sqlite),
    '--url https://api.example.org',
    '--url https://api.example.org --output data/release.sqlite',
  ).action(async ({ url, output }: SnapshotOptions) => {
    const said = await takeSnapshot({ url, output: resolve(output), apiKey: clientKey() });
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
}): Promise<string> {
  const { url, output, apiKey } = snapshot;
  if (statSync(output, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${output} is a directory: name a file in it.`);
  const wanted = await wantedFrom(url, apiKey);
  const { version, sha256 } = wanted;
  if (existsSync(output) && (await fileSha256(output)) === sha256)
    return `${output} is already up to date: ${version}`;
  makeDirectory(dirname(output));
  const part = partOf(output, sha256);
  removeOtherParts(output, part);
  await complete(part, wanted, apiKey);
  if ((await fileSha256(part)) !== sha256) {
    rmSync(part);
    throw new OperatorError(
      `The download of ${version} is damaged: its hash does not match /v1/release. Try again.`,
    );
  }
  renameSync(part, output);
  return `${output}: release ${version}, ${wanted.bytes} bytes, SHA-256 ${sha256}`;
}

async function wantedFrom(url: string, apiKey: string | undefined): Promise<Wanted> {
  const { body } = await answersFrom(url, apiKey).get<{
    version: string;
    downloads: { format: string; bytes: number; sha256: string }[];
  }>('/release');
  const download = body.downloads.find(({ format }) => format === 'sqlite');
  if (download === undefined) throw new OperatorError(`${url} has no release.sqlite to download.`);
  // Not the address in the response: this machine may reach the service by another one.
  return { ...download, version: body.version, url: `${serviceAddress(url)}/v1/release/sqlite` };
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

/** Downloads the rest, and continues after interruptions as long as bytes arrive. */
async function complete(part: string, wanted: Wanted, apiKey: string | undefined): Promise<void> {
  for (let failures = 0; sizeOf(part) < wanted.bytes; ) {
    const before = sizeOf(part);
    let reason = 'no more data arrived';
    try {
      await fetchRest(part, wanted, apiKey);
    } catch (error) {
      if (error instanceof OperatorError && before === 0) throw error;
      reason = (error as Error).message;
    }
    failures = sizeOf(part) > before ? 0 : failures + 1;
    if (failures === TRIES_WITHOUT_PROGRESS)
      throw new OperatorError(
        `The download was cut off at ${sizeOf(part)} of ${wanted.bytes} bytes: ${reason}. Run the command again to continue.`,
      );
  }
}

async function fetchRest(part: string, { url, sha256 }: Wanted, apiKey: string | undefined): Promise<void> {
  const from = sizeOf(part);
  const response = await asked(url, apiKey, {
    'Accept-Encoding': 'identity',
    ...(from > 0 && { Range: `bytes=${from}-`, 'If-Range': `"${sha256}"` }),
  });
  if (response.headers.get('ETag') !== `"${sha256}"` || response.body === null) {
    await response.body?.cancel();
    throw new OperatorError(
      response.ok
        ? 'The service has a new release since the download began. Run the command again.'
        : `The service refused the download with status ${response.status}.`,
    );
  }
  const file = await open(part, response.status === 206 ? 'a' : 'w');
  try {
    // Piece by piece, so that an interruption loses nothing.
    for await (const piece of response.body) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
