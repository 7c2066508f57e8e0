import type { Command } from 'commander';
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
    .option('--url <address>', 'a service to ask, with the key in LDS_API_KEY: https://api.example.org')
    .addHelpText(
      'after',
      '\nExamples:\n  lds mcp\n  LDS_API_KEY=lds_live_… lds mcp --url https://api.example.org',
    )
    .action(async ({ url }: { url?: string }) => {
      if (url === undefined) await serveHere(dataDirectory);
      else await askService(url);
    });
}

/** With the release that is published in LDS_HOME, which is built first where there is none. */
async function serveHere(dataDirectory: string): Promise<void> {
  const config = readConfig(process.env);
  const [{ openRelease }, { provideHere }, { serveRelease }] = await Promise.all([
    import('../catalogue/open-release.ts'),
    import('./provide-release.ts'),
    import('../mcp/stdio.ts'),
  ]);
  const releases = new ReleaseStore(config.home);
  await provideHere({ dataDirectory, own: config, releases });
  const name = releases.currentName();
  if (name === undefined) throw new OperatorError('No release is served yet: npm run lds -- data publish');
  const release = await openRelease(releases, name);
  await serveRelease(release, config.publicUrl ?? `http://${config.host}:${config.port}`);
  release.close();
}

async function askService(url: string): Promise<void> {
  if (!URL.canParse(url))
    throw new OperatorError(`--url ${url} is no address such as https://api.example.org.`);
  const { bridge } = await import('../mcp/bridge.ts');
  // The key of a client, and no setting of the service.
  const { LDS_API_KEY: apiKey } = process.env;
  await bridge({ url, apiKey, input: process.stdin, output: process.stdout });
}
