import { openRelease } from '../engine/catalogue/open-release.ts';
import { serveRelease } from '../mcp/stdio.ts';
import { OperatorError } from '../process/operator-error.ts';
import { ReleaseStore } from '../release/store.ts';
import { readConfig } from '../service/config.ts';
import { provideHere } from './provide-release.ts';

/** Answers an agent from the release that is published in LDS_HOME, and builds it first if the bundled data is new. */
export async function serveMcpHere(dataDirectory: string): Promise<void> {
  const config = readConfig(process.env);
  const releases = new ReleaseStore(config.home);
  await provideHere({ dataDirectory, own: config, releases });
  const name = releases.currentName();
  if (name === undefined) throw new OperatorError('No release is served yet: npm run lds -- data publish');
  const release = await openRelease(releases, name);
  await serveRelease(release, config.publicUrl ?? `http://${config.host}:${config.port}`);
  release.close();
}
