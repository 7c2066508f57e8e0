import { openRelease } from '../engine/catalogue/open-release.ts';
import { serveRelease } from '../mcp/stdio.ts';
import { ReleaseStore } from '../release/store.ts';
import { readConfig } from '../service/config.ts';
import { releaseHere } from './provide-release.ts';

/** Answers an agent from the release that is published in LDS_HOME, and builds it first if there is none. */
export async function serveMcpHere(): Promise<void> {
  const config = readConfig(process.env);
  const releases = new ReleaseStore(config.home);
  const release = await openRelease(releases, await releaseHere(releases));
  await serveRelease(release, config.publicUrl ?? `http://${config.host}:${config.port}`);
  release.close();
}
