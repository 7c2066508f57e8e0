import type { Paths } from './api-types.ts';

type Names = string | readonly string[];

/** Values that a parameter may have instead of text. */
interface Convenient {
  capital: boolean;
  cities: readonly string[];
  continent: readonly string[];
  countries: readonly string[];
  elsewhere: boolean;
  evidence: readonly string[];
  grain: readonly string[];
  include: readonly string[];
  kind: readonly string[];
  metric: readonly string[];
  near: { latitude: number; longitude: number };
  sort: readonly string[];
  subregion: readonly string[];
  weights: Readonly<Record<string, number>>;
}

/** The parameters of a path, with lists as arrays and weights as objects if you like. */
export type Query<Path extends keyof Paths> = {
  [Name in keyof Omit<Paths[Path]['query'], 'fields'>]?:
    | Paths[Path]['query'][Name]
    | (Name extends keyof Convenient ? Convenient[Name] : never)
    | undefined;
};

/** Only these fields of the response: paths such as `index.overall`. */
export interface Fields {
  fields: Names;
}

/** A response with only the selected fields. */
export type Selected<Data> = Data extends readonly (infer Item)[]
  ? Selected<Item>[]
  : Data extends object
    ? { [Name in keyof Data]?: Selected<Data[Name]> }
    : Data;

/** The parameters as texts: lists with commas between their items. */
export function queryTexts(query: object): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, textOf(value)]));
}

/** Writes a query, `?cities=lisbon,porto`; empty without parameters. */
export function queryText(query: object): string {
  const search = new URLSearchParams(queryTexts(query));
  // Commas are allowed in a query, and keep lists of ids readable.
  return search.size === 0 ? '' : `?${search}`.replaceAll('%2C', ',');
}

function textOf(value: unknown): string {
  // Names such as `Lisbon, Portugal` have commas themselves.
  if (Array.isArray(value)) return value.join(value.some((item) => String(item).includes(',')) ? ';' : ',');
  if (typeof value !== 'object' || value === null) return String(value);
  if ('latitude' in value && 'longitude' in value) return `${value.latitude},${value.longitude}`;
  return Object.entries(value)
    .map(([name, weight]) => `${name}:${weight}`)
    .join(',');
}
