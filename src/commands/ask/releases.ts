import { OperatorError } from '../../process/operator-error.ts';
import { readConfig } from '../../service/config.ts';
import { type Answers, answersOf } from './answers.ts';

/** The release that is published in LDS_HOME. If the bundled data is new, builds it first, and says so on standard error. */
export async function embeddedRelease(dataDirectory: string): Promise<Answers> {
  const [{ ReleaseStore }, { provideHere }, { openSnapshot }] = await Promise.all([
    import('../../release/store.ts'),
    import('../provide-release.ts'),
    import('../../engine/catalogue/open-release.ts'),
  ]);
  const own = readConfig(process.env);
  const releases = new ReleaseStore(own.home);
  await provideHere({ dataDirectory, own, releases });
  const name = releases.currentName();
  if (name === undefined)
    throw new OperatorError('No release is published here: npm run lds -- data publish');
  try {
    // Only its file: checking the downloads beside it would take longer than the answer.
    return await answersOf(openSnapshot(releases.releaseFile(name)));
  } catch (error) {
    throw releases.damaged(name, (error as Error).message);
  }
}
