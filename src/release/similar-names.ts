import { distance } from 'fastest-levenshtein';

/** How many names an error suggests for one that does not exist. */
const SUGGESTIONS = 3;

/** The known names that are most similar to a text: first those that contain it or that it begins with, and paths to its last name. */
export function similarNames(text: string, known: readonly string[]): string[] {
  const last = `.${text.slice(text.lastIndexOf('.') + 1)}`;
  const isContained = (other: string) =>
    text.length > 1 && (other.includes(text) || other.endsWith(last) || text.startsWith(other));
  return known
    .map((other) => ({ other, isContained: isContained(other), typos: distance(text, other) }))
    .filter(({ isContained, typos }) => isContained || typos <= Math.max(2, text.length / 4))
    .sort((one, two) => Number(two.isContained) - Number(one.isContained) || one.typos - two.typos)
    .slice(0, SUGGESTIONS)
    .map(({ other }) => other);
}

/** The end of a message about a name that does not exist: empty if no name is similar. */
export function perhaps(names: readonly string[]): string {
  return names.length === 0 ? '' : `; perhaps ${names.join(' or ')}`;
}
