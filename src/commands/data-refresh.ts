import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { OperatorError } from '../process/operator-error.ts';
import { numberFrom, wholeFrom } from './numbers.ts';

interface RefreshOptions {
  list?: true;
  yes?: true;
  from?: string;
  mirror?: string;
  censusKey?: string;
  moved: number;
  timeout: number;
  retries: number;
}

/** `data refresh`: from the publishers' own addresses to the facts of data/. */
export function registerRefreshCommand(data: Command, dataDirectory: string, home: () => string): void {
  data
    .command('refresh [sources...]')
    .description(
      'download the published files again, show what would change in data/, and change it if you agree; by default, all sources',
    )
    .option('--list', 'list all addresses, and the sources that must be downloaded by hand')
    .option(
      '--yes',
      'don’t ask (for scripts); refuses a source that would lose more than a tenth of its series',
    )
    .option('--from <directory>', 'files downloaded by hand, one folder per source, as for `data read`')
    .option(
      '--mirror <address>',
      'request /<host>/<path> from this address instead of the publishers',
      httpAddress,
    )
    .option('--census-key <file>', 'file with an API key of the US Census Bureau, which requires one')
    .option('--moved <percent>', 'list figures that moved by more than this', numberFrom(0, 1000), 5)
    .option('--timeout <seconds>', 'how long to wait for a silent server', numberFrom(1, 3600), 60)
    .option('--retries <times>', 'how often to retry a failed download', wholeFrom(0, 10), 3)
    .action(async (sources: string[], options: RefreshOptions) => {
      if (options.list) {
        const { listing } = await import('../dataset/reading/refresh/catalogue-listing.ts');
        process.stdout.write(listing(dataDirectory));
        return;
      }
      const { yes, from, mirror, censusKey, moved, timeout, retries } = options;
      const [{ refresh }, { HTTP_SETTINGS }] = await withMorePackages('Refreshing data', 'refresh', () =>
        Promise.all([
          import('../dataset/reading/refresh/refresh.ts'),
          import('../dataset/reading/refresh/http-download.ts'),
        ]),
      );
      const outcome = await refresh(
        {
          home: home(),
          dataDirectory,
          sources,
          from,
          mirror,
          censusKey: censusKey === undefined ? undefined : keyIn(censusKey),
          http: { ...HTTP_SETTINGS, timeoutSeconds: timeout, retries },
          threshold: moved / 100,
          unattended: yes === true,
        },
        {
          progress: (line) => process.stderr.write(`${line}\n`),
          show: (text) => process.stdout.write(`${text}\n`),
          confirm: async (question) => yes === true || ask(question),
        },
      );
      process.stderr.write(`${FAREWELL[outcome]}\n`);
    });
}

const FAREWELL = {
  replaced: 'data/ is updated: review it (git diff), then run `data publish`',
  declined: 'nothing changed',
  'nothing new': 'nothing new: data/ matches the published files',
} as const;

/** Without a terminal, we cannot ask, and the answer is no. */
async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stderr.write(
      `${question} No: there is no terminal to answer. (Use --yes to skip the question.)\n`,
    );
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

/** Loads what needs packages that a server does not need, and that `npm start` does not install. */
export async function withMorePackages<Loaded>(
  what: string,
  command: string,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new OperatorError(
      `${what} needs more packages, which \`npm run lds -- data ${command}\` installs.`,
    );
  }
}

/** The key is in a file, because every user of the machine can read a process's arguments. */
function keyIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new OperatorError(`Cannot read the key: ${(error as Error).message}`);
  }
}

function httpAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It must be an http address.');
  return text;
}
