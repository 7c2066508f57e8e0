import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import { releaseClosed } from '../engine/catalogue/earlier-releases.ts';
import type { Release } from '../engine/catalogue/release.ts';
import { invalidParameter, Problem } from '../engine/problems.ts';
import { RELEASE_VERSION } from '../engine/schemas.ts';
import type { SitePage } from './site-page.ts';

type Pinned = Pick<SitePage, 'release'>;

const VERSION = new RegExp(RELEASE_VERSION.pattern);

export function isVersion(text: string): boolean {
  return text.length <= RELEASE_VERSION.maxLength && VERSION.test(text);
}

/**
 * The release that a page is asked for. It may have to be opened first.
 *
 * @param asked the `release` of its address
 * @throws Problem for what is no version, and for a release that is not kept, if the page needs it
 */
export function releaseFor(
  catalogue: Catalogue,
  { release: need }: Pinned,
  asked: string | undefined,
): Release | Promise<Release> {
  if (need === undefined || asked === undefined) return catalogue.release;
  if (!isVersion(asked)) {
    if (need === 'preferred') return catalogue.release;
    throw invalidParameter('release', 'must be a version of the data, such as 2026.11.3');
  }
  try {
    return catalogue.at(asked);
  } catch (error) {
    if (need === 'preferred' && error instanceof Problem && error.code === 'release_not_found')
      return catalogue.release;
    throw error;
  }
}

/** The same, once it has been opened. @throws Problem when it was closed while the request waited */
export function openedFor(catalogue: Catalogue, page: Pinned, asked: string | undefined): Release {
  const release = releaseFor(catalogue, page, asked);
  if (release instanceof Promise) throw releaseClosed();
  catalogue.checkIntact(release);
  return release;
}
