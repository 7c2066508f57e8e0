import type { Release } from '../catalogue/release.ts';

/**
 * Reads a list of names of cities in steps of one name each. A name takes a millisecond or more, and a list has up to sixty: whoever
 * serves others meanwhile takes the steps before the question is asked. The release remembers what it has read, and what a name that
 * is no city may mean.
 *
 * @param names as in a URL, or one by one; any other value has no names
 */
export function readingSteps(release: Release, names: unknown): (() => void)[] {
  const list = typeof names === 'string' ? names.split(/[,;]/) : Array.isArray(names) ? names : [];
  return list.slice(0, MOST_NAMES).flatMap((name) => {
    const text = typeof name === 'string' ? name.trim() : '';
    return text === '' || release.isQuicklyRead(text) ? [] : () => void release.resolveCity(text);
  });
}

/** A longer list is refused before any name is read. */
const MOST_NAMES = 60;
