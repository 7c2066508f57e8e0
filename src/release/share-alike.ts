/**
 * Words in the names of licences that require adaptations of a work to be passed on under the same terms, in
 * any version. Figures under them must stay separable from all others.
 */
const SHARE_ALIKE = [
  'cc by sa',
  'cc by nc sa',
  'share alike',
  'sharealike',
  'odbl',
  'open database license',
  'cdla sharing',
  'gfdl',
  'gnu',
  'gpl',
] as const;

/** @param licence as in data/sources.json: `CC BY-SA 4.0`. A test compares every licence there with a reviewed list. */
export function isShareAlike(licence: string): boolean {
  const words = ` ${licence.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `;
  return SHARE_ALIKE.some((name) => words.includes(` ${name} `));
}

/** What ends a licence that is our understanding. */
export const NOT_CONFIRMED = ' (our understanding, not confirmed by the publisher)';
