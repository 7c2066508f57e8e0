import { readConfig } from '../../service/config.ts';
import { type Answers, answersOf } from './answers.ts';

/** The release that is published in LDS_HOME. If there is none, builds it first, and says so on standard error. */
export async function embeddedRelease(): Promise<Answers> {
  const [{ ReleaseStore }, { releaseHere }, { openSnapshot }] = await Promise.all([
    import('../../release/store.ts'),
    import('../provide-release.ts'),
    import('../../engine/catalogue/open-release.ts'),
  ]);
  const releases = new ReleaseStore(readConfig(process.env).home);
  const name = await releaseHere(releases);
  try {
    // Only its file: checking the downloads beside it would take longer than the answer.
    return await answersOf(openSnapshot(releases.releaseFile(name)));
  } catch (error) {
    throw releases.damaged(name, (error as Error).message);
  }
}
