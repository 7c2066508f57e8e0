import { join } from 'node:path';
import { SourceFileError } from './source-file-error.ts';
import { readTable, writeTable } from './table.ts';

/** How a value is written in a cell of our tables, and read again. */
export interface Cell<Value> {
  /** @throws CellFault for a cell without such a value */
  read(cell: string): Value;
  write(value: Value): string;
}

/** What is wrong with a cell, whatever file it is in. */
export class CellFault extends Error {}

/** What `cell` reads, if it is as it must be. */
function checked<Value>(
  { read, write }: Cell<Value>,
  isRight: (value: Value) => boolean,
  fault: (cell: Value) => string,
): Cell<Value> {
  return {
    read(cell) {
      const value = read(cell);
      if (!isRight(value)) throw new CellFault(fault(value));
      return value;
    },
    write,
  };
}

export const text: Cell<string> = { read: String, write: String };

/** Columns of texts. */
export function texts<Name extends string>(...names: Name[]): Record<Name, Cell<string>> {
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, Cell<string>>;
}

/** A text that is never empty, such as the reason for a row. */
export const filled = checked(
  text,
  (cell) => cell !== '',
  () => 'the cell is empty',
);

/** A text of the form that `what` names: `a code`. */
export function matching(form: RegExp, what: string): Cell<string> {
  return checked(
    text,
    (cell) => form.test(cell),
    (cell) => `not ${what}: ${cell}`,
  );
}

/** One of a few words. */
export function word<const Word extends string>(known: readonly Word[]): Cell<Word> {
  return checked(
    text as Cell<Word>,
    (cell) => known.includes(cell),
    (cell) => `${cell} is none of ${known.join(', ')}`,
  );
}

export const number: Cell<number> = {
  read(cell) {
    const value = Number(filled.read(cell));
    if (Number.isFinite(value)) return value;
    throw new CellFault(`not a number: ${JSON.stringify(cell)}`);
  },
  write: String,
};
/** Empty for null. */
export const optionalNumber: Cell<number | null> = {
  read: (cell) => (cell === '' ? null : number.read(cell)),
  write: (value) => (value === null ? '' : String(value)),
};

/** A number that is, for example, `above 0`. */
export function numberThatIs(what: string, satisfies: (value: number) => boolean): Cell<number> {
  return checked(number, satisfies, (value) => `not ${what}: ${value}`);
}

const YES_OR_NO = word(['yes', 'no']);
export const yesOrNo: Cell<boolean> = {
  read: (cell) => YES_OR_NO.read(cell) === 'yes',
  write: (value) => (value ? 'yes' : 'no'),
};

/** Texts that do not contain the separator; empty for none. */
export function list(separator: string): Cell<string[]> {
  return {
    read: (cell) => cell.split(separator).filter((item) => item !== ''),
    write: (items) => items.join(separator),
  };
}

type Cells<Item> = { [Property in keyof Item]: Cell<Item[Property]> };

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
) {
  const properties = (Object.keys(cells) as (keyof Item & string)[]).map((property) => ({
    property,
    column: property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  }));
  const columns = properties.map(({ column }) => column);
  const file = (dataDirectory: string) => join(dataDirectory, `${name}.tsv`);
  return {
    file,
    /** What is wrong with a column of an item, by the position in which it was read: the header is line 1. */
    fault: (dataDirectory: string, position: number, column: string, fault: string) =>
      new SourceFileError(file(dataDirectory), position + 2, column, fault),
    read: (dataDirectory: string) => {
      const keys = new Set<string>();
      return readTable(file(dataDirectory), columns).map((row): Item => {
        const refused = (column: string, fault: string) =>
          new SourceFileError(file(dataDirectory), row.line, column, fault);
        const item = {} as Item;
        for (const { property, column } of properties)
          try {
            item[property] = cells[property].read(row[column] ?? '');
          } catch (error) {
            throw error instanceof CellFault ? refused(column, error.message) : error;
          }
        const key = keyOf?.(item);
        if (key === undefined) return item;
        if (keys.has(key)) throw refused(columns[0] ?? '', `${key} is there twice`);
        keys.add(key);
        return item;
      });
    },
    write: (dataDirectory: string, items: readonly Item[]) => {
      const rowOf = (item: Item) =>
        properties.map(({ property, column }) => [column, cells[property].write(item[property])]);
      const rows = items.map((item) => Object.fromEntries(rowOf(item)));
      writeTable(file(dataDirectory), columns, rows);
    },
  };
}
