import { numberCell, optionalNumberCell } from './number-cell.ts';
import { readTable, type TableRow, writeTable } from './table.ts';

/** How a value is written in a cell of our tables, and read again. */
export interface Cell<Value> {
  /** @throws SourceFileError for a cell without such a value */
  read(file: string, row: TableRow<string> & { line: number }, column: string): Value;
  write(value: Value): string;
}

export const text: Cell<string> = { read: (_file, row, column) => row[column] ?? '', write: String };
export const number: Cell<number> = { read: numberCell, write: String };
/** Empty for null. */
export const optionalNumber: Cell<number | null> = {
  read: optionalNumberCell,
  write: (value) => (value === null ? '' : String(value)),
};

/** Texts that do not contain the separator; empty for none. */
export function list(separator: string): Cell<string[]> {
  return {
    read: (_file, row, column) => row[column]?.split(separator).filter((item) => item !== '') ?? [],
    write: (items) => items.join(separator),
  };
}

/** The objects of a table, one per row. The column of `geonamesId` is `geonames_id`, and that of `areaKm2` is `area_km2`. */
export interface RecordTable<Item> {
  read(file: string): Item[];
  write(file: string, items: readonly Item[]): void;
}

/** @param cells in the order of the columns */
export function recordTable<Item extends object>(
  cells: {
    [Property in keyof Item]: Cell<Item[Property]>;
  },
): RecordTable<Item> {
  const properties = (Object.keys(cells) as (keyof Item & string)[]).map((property) => ({
    property,
    column: property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  }));
  const columns = properties.map(({ column }) => column);
  return {
    read: (file) =>
      readTable(file, columns).map((row) => {
        const item: Partial<Item> = {};
        for (const { property, column } of properties)
          item[property] = cells[property].read(file, row, column);
        return item as Item;
      }),
    write: (file, items) => {
      const rowOf = (item: Item) =>
        properties.map(({ property, column }) => [column, cells[property].write(item[property])]);
      writeTable(
        file,
        columns,
        items.map((item) => Object.fromEntries(rowOf(item))),
      );
    },
  };
}
