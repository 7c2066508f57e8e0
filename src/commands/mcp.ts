import { type Command, Option } from 'commander';
import { UsageError } from '../process/operator-error.ts';
import { clientKey, serviceAddress } from './ask/answers.ts';
import { withExamples } from './examples.ts';

/** The base of links in answers from a file, which belongs to no service. */
const NO_ADDRESS = 'http://snapshot.localhost';

/**
 * `mcp`: the Model Context Protocol on standard input and output, for agents on this machine. The command prints nothing else
 * there.
 *
 * @param serveHere answers from the release that comes with the program; absent if the program has none
 */
export function registerMcpCommand(program: Command, serveHere?: () => Promise<void>): void {
  const command = program
    .command('mcp')
    .description(
      'serve an agent (Model Context Protocol) on standard input and output, from a data release without a server or from a service',
    )
    .addOption(
      new Option('--url <address>', 'use a service, with the key in LDS_API_KEY').conflicts('release'),
    )
    .option('--release <file>', 'use a release.sqlite that `lds snapshot` has downloaded')
    .action(async ({ url, release }: { url?: string; release?: string }) => {
      if (url !== undefined) await askService(url);
      else if (release !== undefined) await serveSnapshot(release);
      else if (serveHere !== undefined) await serveHere();
      else throw new UsageError('Say which data to use: --url ADDRESS of a service, or --release FILE.');
    });
  withExamples(
    command,
    ...(serveHere === undefined ? [] : ['']),
    '--url https://api.example.org',
    '--release release.sqlite',
  );
}

async function serveSnapshot(file: string): Promise<void> {
  const [{ openFile }, { serveRelease }] = await Promise.all([
    import('./ask/snapshot-release.ts'),
    import('../mcp/stdio.ts'),
  ]);
  const release = await openFile(file);
  await serveRelease(release, NO_ADDRESS);
  release.close();
}

async function askService(url: string): Promise<void> {
  const { bridge } = await import('../mcp/bridge.ts');
  await bridge({
    url: serviceAddress(url),
    apiKey: clientKey(),
    input: process.stdin,
    output: process.stdout,
  });
}
