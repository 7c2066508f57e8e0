import { join } from 'node:path';
import { filled, matching, recordTable, text, word } from '../files/records.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { SLUG_PATTERN } from './place-name.ts';

/**
 * The registry of place ids. An id never changes meaning, so rows are only ever added. Only the status of a row may change, and
 * its successor, which a person adds.
 */
const REGISTRIES = { cities: registryTable('cities'), countries: registryTable('countries') };
export type RegistryName = keyof typeof REGISTRIES;
export type Assignment = ReturnType<ReturnType<typeof registryTable>['read']>[number];

function registryTable(name: string) {
  return recordTable(`registry/${name}`, {
    /** The slug: `lisbon`. */
    id: matching(SLUG_PATTERN, 'a slug'),
    /** The place that it identifies: a GeoNames id for cities, ISO 3166-1 alpha-2 for countries. */
    key: filled,
    /** `withdrawn`: the gazetteer no longer has the place. `merged`: the same, and `successor` replaces it. */
    status: word(['active', 'withdrawn', 'merged']),
    /** The id that took over, of a merged place; else ''. */
    successor: text,
  });
}

/** A place that needs an id, with the ids that would suit it, best first. */
export interface Candidacy {
  key: string;
  candidates: readonly string[];
}

/**
 * The registry after a new edition of the gazetteer. Places with an id keep it, whatever the gazetteer
 * now says about them; the others get, in the given order, the first of their candidates that no place, present
 * or past, has ever had.
 */
export function extendRegistry(registry: readonly Assignment[], places: readonly Candidacy[]): Assignment[] {
  const present = new Set(places.map(({ key }) => key));
  const kept = registry.map((assignment): Assignment => {
    if (assignment.status === 'merged') return assignment;
    return { ...assignment, status: present.has(assignment.key) ? 'active' : 'withdrawn' };
  });
  const takenIds = new Set(kept.map(({ id }) => id));
  const knownKeys = new Set(kept.map(({ key }) => key));
  const added: Assignment[] = [];
  for (const { key, candidates } of places) {
    if (knownKeys.has(key)) continue;
    const id = candidates.find((candidate) => !takenIds.has(candidate));
    if (id === undefined) throw new Error(`no id is left for the place ${key}: ${candidates.join(', ')}`);
    takenIds.add(id);
    knownKeys.add(key);
    added.push({ id, key, status: 'active', successor: '' });
  }
  return [...kept, ...added];
}

export function registryPath(dataDirectory: string, name: RegistryName): string {
  return REGISTRIES[name].file(dataDirectory);
}

/** Refuses a malformed or repeated id, an empty or repeated key, an unknown status, and a missing or superfluous successor. */
export function readRegistry(dataDirectory: string, name: RegistryName): Assignment[] {
  const registry = REGISTRIES[name].read(dataDirectory);
  const ids = new Set(registry.map(({ id }) => id));
  const seen = { id: new Set<string>(), key: new Set<string>() };
  for (const [row, assignment] of registry.entries()) {
    const fault = (column: keyof Assignment, text: string) =>
      REGISTRIES[name].fault(dataDirectory, row, column, text);
    for (const column of ['id', 'key'] as const) {
      const value = assignment[column];
      if (seen[column].has(value)) throw fault(column, `${value} is assigned twice`);
      seen[column].add(value);
    }
    const { status, successor } = assignment;
    if (status === 'merged' ? !ids.has(successor) : successor !== '')
      throw fault('successor', 'a merged place, and no other, names an id here');
  }
  return registry;
}

/** Registry key → id of the places that exist today. */
export function activeIds(registry: readonly Assignment[]): Map<string, string> {
  return new Map(registry.filter(({ status }) => status === 'active').map(({ key, id }) => [key, id]));
}

/** The id of a place by its registry key. If there is none, the named table of data/places is wrong. */
export type IdOf = (key: string | number, table: string) => string;

/** @param registry the rows of the registry of this name */
export function idsOf(dataDirectory: string, name: RegistryName, registry: readonly Assignment[]): IdOf {
  const ids = activeIds(registry);
  return (key, table) => {
    const id = ids.get(String(key));
    if (id !== undefined) return id;
    const file = join(dataDirectory, 'places', `${table}.tsv`);
    throw new SourceFileError(file, 0, '', `${key} has no id in registry/${name}.tsv`);
  };
}

export function writeRegistry(
  dataDirectory: string,
  name: RegistryName,
  registry: readonly Assignment[],
): void {
  REGISTRIES[name].write(dataDirectory, registry);
}
