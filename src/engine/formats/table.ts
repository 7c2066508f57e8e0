import { GRAINS } from '../../release/grain.ts';
import type { Release } from '../catalogue/release.ts';

/**
 * How the answers of an endpoint are written as CSV, NDJSON and GeoJSON: which array in the body has the rows, and the columns
 * of a row. An endpoint declares one, and everything else follows: `format=`, `Accept`, the OpenAPI document, the page on
 * formats.
 */
export interface Table {
  /** Path of the array in the body; empty if the body itself is the array. */
  items: string;
  /** Path of a second array, whose items are rows after those of the first, with the same fields except for some columns. */
  moreItems?: string;
  /** Name of the file that a browser saves, without release and extension: `cities`. */
  file: string;
  columns: readonly Column[];
  /** Where the place of a row is. Without it, there is no GeoJSON. */
  feature?: (release: Release, item: never) => Feature;
}

/**
 * A column of a CSV file, and a property of a GeoJSON feature.
 *
 * The name is in snake case and ends with the unit, unless that quantity has the same unit everywhere (persons, an index, a score
 * of 100): `latitude_deg`, `distance_km`, `cost_overall_difference_percent`. The ends of an interval add `_low` and `_high`.
 */
export interface Column {
  name: string;
  /**
   * Where the value is: a path as in `fields=`, from the body through the items (`cities.index.overall.value`). A path that does
   * not go through the items has the same value in every row.
   */
  path: string;
  /** The path through `moreItems`, if the rest of the path differs from that through `items`. */
  morePath?: string;
  /** Included only if the answer has the field in at least one row: a column that a parameter of the request asks for. */
  optional?: true;
}

/** A place on a map. */
export interface Feature {
  id: string;
  /** WGS 84, degrees; null if unknown. */
  point: { longitude: number; latitude: number } | null;
}

/** The value of a cell: a text, a number, a truth value, or null for an unknown one. */
type Cell = string | number | boolean | null;

/** Columns that are only there if an answer has them. */
export function optional(columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, optional: true }));
}

/** Columns with the names of their fields. @param within the path of the object that has the fields, with a final dot */
export function fieldColumns(names: readonly string[], within = ''): Column[] {
  return names.map((name) => ({ name, path: within + name }));
}

/** A column for a value, and one for each end of its interval. */
export function intervalColumns(name: string, path: string, value = 'value'): Column[] {
  return [
    { name, path: `${path}.${value}` },
    { name: `${name}_low`, path: `${path}.low` },
    { name: `${name}_high`, path: `${path}.high` },
  ];
}

/** One column per kind of place: the share of the weight that was measured for it. */
export function measuredColumns(name: string, path: string): Column[] {
  return GRAINS.map((grain) => ({ name: `${name}_measured_${grain}`, path: `${path}.measured.${grain}` }));
}

export function cityFeature(release: Release, id: string): Feature {
  const city = release.city(id);
  return { id, point: city === undefined ? null : { longitude: city.longitude, latitude: city.latitude } };
}

/** The point of a country is its capital. */
export function countryFeature(release: Release, id: string): Feature {
  const { capital } = release.country(id).detail;
  return { id, point: capital === null ? null : cityFeature(release, capital).point };
}

/** The paths of a column: through the items, and through more items if there are any. */
export function pathsOf({ items, moreItems }: Table, { path, morePath }: Column): string[] {
  if (moreItems === undefined || !path.startsWith(`${items}.`)) return [path];
  return [path, morePath ?? `${moreItems}${path.slice(items.length)}`];
}

/**
 * A body as rows: its items and columns, and the cells of an item, one per column.
 *
 * @param isSelected whether a path is part of the answer; otherwise its column is left out
 */
export function rowsOf(table: Table, body: unknown, isSelected: (path: string) => boolean) {
  const items = itemsOf(body, table) ?? [];
  const readers = table.columns
    .filter((column) => pathsOf(table, column).some(isSelected))
    .map((column) => ({ column, read: reader(table, column, body) }))
    .filter(({ column, read }) => !column.optional || items.some((item) => read(item) !== undefined));
  return {
    items,
    columns: readers.map(({ column }) => column),
    cells: (item: unknown) => readers.map(({ read }) => cellOf(read(item))),
  };
}

/** The items of a body; undefined if they were not selected. */
export function itemsOf(body: unknown, { items, moreItems }: Table): readonly unknown[] | undefined {
  const lists = [items, moreItems].flatMap((path) =>
    path === undefined ? [] : [valueAt(body, stepsOf(path)) as readonly unknown[] | undefined],
  );
  return lists.every((list) => list === undefined) ? undefined : lists.flatMap((list) => list ?? []);
}

function reader(table: Table, column: Column, body: unknown): (item: unknown) => unknown {
  const [path = '', more] = pathsOf(table, column);
  const prefix = table.items === '' ? '' : `${table.items}.`;
  if (!path.startsWith(prefix)) {
    const value = valueAt(body, stepsOf(path));
    return () => value;
  }
  const steps = stepsOf(path.slice(prefix.length));
  if (column.morePath === undefined || more === undefined) return (item) => valueAt(item, steps);
  const moreSteps = stepsOf(more.slice(`${table.moreItems}.`.length));
  return (item) => valueAt(item, steps) ?? valueAt(item, moreSteps);
}

function stepsOf(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

/** Undefined if the body has no such field; null if the field, or a part of the answer that would have it, is null. */
function valueAt(from: unknown, steps: readonly string[]): unknown {
  let value = from;
  for (const step of steps) {
    if (value === null || value === undefined) return value;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** Lists of ids and names are one cell, separated by semicolons. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.join(';');
  if (typeof value === 'object') throw new Error('a column has the path of an object');
  return value as Cell;
}
