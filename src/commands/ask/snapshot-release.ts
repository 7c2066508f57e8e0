import type { Release } from '../../engine/catalogue/release.ts';
import { OperatorError } from '../../process/operator-error.ts';
import { type Answers, answersOf } from './answers.ts';

/** @throws OperatorError for a file that is not a release, or is one of another version of this program */
export async function openFile(file: string): Promise<Release> {
  const { openSnapshot } = await import('../../engine/catalogue/open-release.ts');
  try {
    return openSnapshot(file);
  } catch (error) {
    throw new OperatorError(
      `${file} is not a release.sqlite that this version can read (${(error as Error).message}).`,
    );
  }
}

/** @throws OperatorError as `openFile` does */
export async function snapshotRelease(file: string): Promise<Answers> {
  return answersOf(await openFile(file));
}
