import { type Command, Option } from 'commander';
import type { Release } from '../catalogue/release.ts';
import { readConfig } from '../config.ts';
import { OperatorError } from '../process/operator-error.ts';
import { ReleaseStore } from '../release/store.ts';

/** `mcp`: the Model Context Protocol on standard input and output, for agents on this machine. Nothing else is printed there. */
export function registerMcpCommand(program: Command, dataDirectory: string): void {
  program
    .command('mcp')
    .description(
      'answer an agent (Model Context Protocol) on standard input and output: from the data release here, without a server, or from a service',
    )
    .option('--release <file>', 'a downloaded release.sqlite, in place of the release here')
    .addOption(
      new Option(
        '--url <address>',
        'a service to ask, with the key in LDS_API_KEY: https://api.example.org',
      ).conflicts('release'),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  lds mcp\n  lds mcp --release release.sqlite\n  LDS_API_KEY=lds_live_… lds mcp --url https://api.example.org',
    )
    .action(async ({ url, release }: { url?: string; release?: string }) => {
      if (url === undefined) await serveHere(await (release ? snapshot(release) : published(dataDirectory)));
      else await askService(url);
    });
}

async function serveHere(release: Release): Promise<void> {
  const { serveRelease } = await import('../mcp/stdio.ts');
  const { publicUrl, host, port } = readConfig(process.env);
  await serveRelease(release, publicUrl ?? `http://${host}:${port}`);
  release.close();
}

async function snapshot(file: string): Promise<Release> {
  const { openSnapshot } = await import('../catalogue/open-release.ts');
  try {
    return openSnapshot(file);
  } catch (error) {
    throw new OperatorError(`${file} is no release.sqlite (${(error as Error).message}).`);
  }
}

/** The release that is published in LDS_HOME, which is built first where there is none. */
async function published(dataDirectory: string): Promise<Release> {
  const config = readConfig(process.env);
  const [{ openRelease }, { provideHere }] = await Promise.all([
    import('../catalogue/open-release.ts'),
    import('./provide-release.ts'),
  ]);
  const releases = new ReleaseStore(config.home);
  await provideHere({ dataDirectory, own: config, releases });
  const name = releases.currentName();
  if (name === undefined) throw new OperatorError('No release is served yet: npm run lds -- data publish');
  return openRelease(releases, name);
}

async function askService(url: string): Promise<void> {
  if (!URL.canParse(url))
    throw new OperatorError(`--url ${url} is no address such as https://api.example.org.`);
  const { bridge } = await import('../mcp/bridge.ts');
  // The key of a client, and no setting of the service.
  const { LDS_API_KEY: apiKey } = process.env;
  await bridge({ url, apiKey, input: process.stdin, output: process.stdout });
}
