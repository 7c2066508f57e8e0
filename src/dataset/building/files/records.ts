import { join } from 'node:path';
import { SourceFileError } from './source-file-error.ts';
import { readTable, writeTable } from './table.ts';

type Row = Readonly<Record<string, string | number>> & { line: number };

/** How a value is written in a cell of our tables, and read again. */
export interface Cell<Value> {
  /** @throws SourceFileError for a cell without such a value */
  read(file: string, row: Row, column: string): Value;
  write(value: Value): string;
}

export const text: Cell<string> = { read: (_file, row, column) => String(row[column]), write: String };

/** Columns of texts. */
export function texts<Name extends string>(...names: Name[]): Record<Name, Cell<string>> {
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, Cell<string>>;
}

/** A text that is never empty, such as the reason for a row. */
export const filled = textThat(/./s, () => 'the cell is empty');

/** A text of the form that `what` names: `a code`. */
export function matching(form: RegExp, what: string): Cell<string> {
  return textThat(form, (cell) => `not ${what}: ${cell}`);
}

function textThat(form: RegExp, fault: (cell: string) => string): Cell<string> {
  return {
    read: (file, row, column) => {
      const cell = String(row[column]);
      if (!form.test(cell)) throw new SourceFileError(file, row.line, column, fault(cell));
      return cell;
    },
    write: String,
  };
}

/** One of a few words. */
export function word<const Word extends string>(known: readonly Word[]): Cell<Word> {
  return {
    read: (file, row, column) => {
      const found = known.find((value) => value === row[column]);
      if (found !== undefined) return found;
      throw new SourceFileError(file, row.line, column, `${row[column]} is none of ${known.join(', ')}`);
    },
    write: String,
  };
}

/** Empty for null. */
export const optionalNumber: Cell<number | null> = {
  read: (file, row, column) => {
    const cell = row[column];
    if (cell === '') return null;
    const value = Number(cell);
    if (Number.isFinite(value)) return value;
    throw new SourceFileError(file, row.line, column, `not a number: ${JSON.stringify(cell)}`);
  },
  write: (value) => (value === null ? '' : String(value)),
};
export const number: Cell<number> = {
  read: (...cell) => {
    filled.read(...cell);
    return Number(optionalNumber.read(...cell));
  },
  write: String,
};

/** A number that is, for example, `above 0`. */
export function numberThatIs(what: string, satisfies: (value: number) => boolean): Cell<number> {
  return {
    read: (file, row, column) => {
      const value = number.read(file, row, column);
      if (!satisfies(value)) throw new SourceFileError(file, row.line, column, `not ${what}: ${value}`);
      return value;
    },
    write: String,
  };
}

const YES_OR_NO = word(['yes', 'no']);
export const yesOrNo: Cell<boolean> = {
  read: (...cell) => YES_OR_NO.read(...cell) === 'yes',
  write: (value) => (value ? 'yes' : 'no'),
};

/** Texts that do not contain the separator; empty for none. */
export function list(separator: string): Cell<string[]> {
  return {
    read: (...cell) =>
      text
        .read(...cell)
        .split(separator)
        .filter((item) => item !== ''),
    write: (items) => items.join(separator),
  };
}

type Cells<Item> = { [Property in keyof Item]: Cell<Item[Property]> };

/** A table of `data/` whose rows are the items. */
export interface RecordTable<Item> {
  file(dataDirectory: string): string;
  /** What is wrong with a column of an item, by the position in which it was read. */
  fault(dataDirectory: string, position: number, column: string, fault: string): SourceFileError;
  read(dataDirectory: string): Item[];
  write(dataDirectory: string, items: readonly Item[]): void;
}

/**
 * The objects of a table, one per row. The column of `geonamesId` is `geonames_id`, and that of `areaKm2` is `area_km2`.
 *
 * @param name of the file in `data/`, without its ending: `places/airports`
 * @param cells in the order of the columns
 * @param keyOf what only one row may have; a second one is a fault of the first column
 */
export function recordTable<Item extends object>(
  name: string,
  cells: Cells<Item>,
  keyOf?: (item: NoInfer<Item>) => string,
): RecordTable<Item> {
  const properties = (Object.keys(cells) as (keyof Item & string)[]).map((property) => ({
    property,
    column: property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  }));
  const columns = properties.map(({ column }) => column);
  const fileIn = (dataDirectory: string) => join(dataDirectory, `${name}.tsv`);
  return {
    file: fileIn,
    // The header is line 1.
    fault: (dataDirectory, position, column, fault) =>
      new SourceFileError(fileIn(dataDirectory), position + 2, column, fault),
    read: (dataDirectory) => {
      const file = fileIn(dataDirectory);
      const keys = new Set<string>();
      return readTable(file, columns).map((row) => {
        const item = {} as Item;
        for (const { property, column } of properties)
          item[property] = cells[property].read(file, row, column);
        const key = keyOf?.(item);
        if (key === undefined) return item;
        if (keys.has(key))
          throw new SourceFileError(file, row.line, columns[0] ?? '', `${key} is there twice`);
        keys.add(key);
        return item;
      });
    },
    write: (dataDirectory, items) => {
      const rowOf = (item: Item) =>
        properties.map(({ property, column }) => [column, cells[property].write(item[property])]);
      writeTable(
        fileIn(dataDirectory),
        columns,
        items.map((item) => Object.fromEntries(rowOf(item))),
      );
    },
  };
}
