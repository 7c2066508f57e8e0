import { basename } from 'node:path';
import { readBytes } from '../../building/files/file-bytes.ts';
import { PublishedRow, parsePublishedJson } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';

/**
 * The members of an object, or the items of a list, in a JSON document as the rows of a table. A row's columns are its own
 * members or items (`0`), or `value` if it is a text or number; its name or number is the column `key`; and a column such as
 * `/date` is a text or number anywhere in the document, for all rows.
 *
 * @param pointer where the object or list is (RFC 6901)
 * @param of.numbers the columns that have numbers
 */
export function readJsonTable(
  path: string,
  pointer: string,
  { columns, numbers }: { columns: readonly string[]; numbers: readonly string[] },
): PublishedRow[] {
  const file = basename(path);
  const document = parsePublishedJson(file, readBytes(path, file));
  const table = membersOf(valueAt(document, pointer));
  const entries = table.map(([key, value]) => ({
    key,
    cells: new Map(isScalar(value) ? [['value', value]] : membersOf(value)),
  }));
  const names = [...new Set(columns)];
  if (!entries.some(({ cells }) => names.some((name) => cells.has(name))))
    throw new SourceFileError(file, 0, pointer, `has no member with ${names.join(' or ')}`);
  const positions = new Map(names.map((name, position) => [name, position]));
  return entries.map(({ key, cells }) => {
    const cellOf = (name: string) =>
      name === 'key' ? key : name.startsWith('/') ? valueAt(document, name) : cells.get(name);
    const texts = names.map((name) => {
      const value = cellOf(name) ?? '';
      const fault = (text: string) => new SourceFileError(file, 0, `${pointer}/${key}/${name}`, text);
      if (!isScalar(value)) throw fault('no text or number');
      if (typeof value === 'string' && value !== '' && numbers.includes(name))
        throw fault(`not a number: ${JSON.stringify(value)}`);
      return String(value);
    });
    return new PublishedRow(0, texts, { file, positions, pointer: `${pointer}/${key}` });
  });
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function valueAt(document: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce((value, name) => new Map(membersOf(value)).get(name), document);
}
