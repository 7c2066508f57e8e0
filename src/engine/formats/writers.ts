import type { Release } from '../catalogue/release.ts';
import { type Endpoint, jsonWriter } from '../endpoint.ts';
import { invalidParameter } from '../problems.ts';
import { csvOf } from '../summaries/csv-rows.ts';
import { inOrderOf, type Selection } from './fields.ts';
import type { Format } from './formats.ts';
import { itemsOf, pathsOf, rowsOf, type Table } from './table.ts';

/** What is written, whatever the format. */
export interface Written {
  endpoint: Endpoint;
  release: Release;
  body: unknown;
  /** Undefined for the whole answer. */
  selection: Selection | undefined;
  /** Whether CSV begins with a byte order mark; by default it does not. */
  marked?: boolean;
}

/** The body in a format that the endpoint offers. @throws Problem for a selection that the format cannot show */
export function write(format: Format, written: Written): string {
  return WRITERS[format](written);
}

const WRITERS: Record<Format, (written: Written) => string> = { json, csv, ndjson, geojson };

/** The value that JSON writes. */
export function jsonValue({ endpoint, body, selection }: Written): unknown {
  return selection === undefined ? inOrderOf(endpoint.response, body) : selection.of(body);
}

function json({ endpoint, body, selection }: Written): string {
  return selection === undefined ? jsonWriter(endpoint)(body) : JSON.stringify(selection.of(body));
}

function csv(written: Written): string {
  const { items, columns, cells } = rows(written);
  return csvOf(items.map(cells), { bom: written.marked ?? false, columns: columns.map(({ name }) => name) });
}

/** One item per line, each as it is in JSON. */
function ndjson(written: Written): string {
  const table = tableOf(written.endpoint);
  const list = itemsOf(jsonValue(written), table);
  if (list === undefined)
    throw invalidParameter('fields', `must have a field of ${table.items} in this format`);
  return list.map((item) => `${JSON.stringify(item)}\n`).join('');
}

/** RFC 7946: the columns of CSV are the properties of a point. */
function geojson(written: Written): string {
  const { feature } = tableOf(written.endpoint);
  if (feature === undefined) throw new Error(`${written.endpoint.operationId} has no places`);
  const { items, columns, cells } = rows(written);
  const features = items.map((item) => {
    const { id, point } = feature(written.release, item as never);
    const values = cells(item);
    return {
      type: 'Feature',
      id,
      geometry: point && { type: 'Point', coordinates: [point.longitude, point.latitude] },
      properties: Object.fromEntries(columns.map(({ name }, index) => [name, values[index]])),
    };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

function rows({ endpoint, body, selection }: Written) {
  const table = tableOf(endpoint);
  if (selection === undefined) return rowsOf(table, body, () => true);
  const without = selection.paths.filter((path) => !hasColumn(table, path));
  if (without.length > 0)
    throw invalidParameter('fields', `selects what has no column in this format: ${without.join(', ')}`);
  return rowsOf(table, body, (path) => selection.includes(path));
}

function hasColumn(table: Table, selected: string): boolean {
  return table.columns
    .flatMap((column) => pathsOf(table, column))
    .some((path) => path === selected || path.startsWith(`${selected}.`));
}

function tableOf({ table, operationId }: Endpoint): Table {
  if (table === undefined) throw new Error(`${operationId} is no table`);
  return table;
}
