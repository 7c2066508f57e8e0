import type { Command } from 'commander';
import { UsageError } from '../../process/operator-error.ts';
import { type Answers, answersFrom, clientKey } from './answers.ts';

/** Opens the release that comes with the program, or the one in a file; a function is absent where the program cannot. */
export interface Releases {
  embedded?: () => Promise<Answers>;
  snapshot?: (file: string) => Promise<Answers>;
}

export interface SourceOptions {
  url?: string;
  release?: string;
}

export function addSourceOptions(command: Command, { embedded, snapshot }: Releases): Command {
  const here = embedded === undefined ? '' : '; by default, the local release';
  command
    .optionsGroup('Data:')
    .option('--url <address>', `use a service, with the key in LDS_API_KEY${here}`);
  if (snapshot !== undefined)
    command.option(
      '--release <release>',
      'a release.sqlite that `lds snapshot` has downloaded; with --url, the version of a release that the service keeps',
    );
  return command;
}

/** Asks, then closes the release. */
export async function withAnswers(
  { url, release }: SourceOptions,
  releases: Releases,
  ask: (answers: Answers) => Promise<void>,
): Promise<void> {
  const answers = await open({ url, release }, releases);
  try {
    await ask(answers);
  } finally {
    answers.close();
  }
}

async function open(
  { url, release }: { url: string | undefined; release: string | undefined },
  { embedded, snapshot }: Releases,
): Promise<Answers> {
  if (url !== undefined) return answersFrom(url, clientKey(), release);
  if (release !== undefined && snapshot !== undefined) return snapshot(release);
  if (embedded !== undefined) return embedded();
  throw new UsageError('Say which data to use: --url ADDRESS of a service, or --release FILE.');
}
