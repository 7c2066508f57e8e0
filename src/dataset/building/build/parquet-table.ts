import type { SQLOutputValue } from 'node:sqlite';
import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { PackageTable } from './data-package-tables.ts';

const TYPES: Record<PackageTable['fields'][number]['type'], BasicType> = {
  string: 'STRING',
  integer: 'INT32',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
};

/** Readers skip whole groups; in small groups, each column would repeat its dictionary many times. */
const ROWS_IN_A_GROUP = 100_000;

/** A table as a Parquet file, compressed with Snappy, which every reader knows. Empty texts are null, as in the CSV. */
export function parquetTable({ fields }: PackageTable) {
  const bytes = new ByteWriter();
  let columns: unknown[][] = fields.map(() => []);
  const columnData = () =>
    fields.map(({ name, type }, index) => ({
      name,
      type: TYPES[type],
      data: columns[index] ?? [],
      nullable: true,
    }));
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({ columnData: columnData() }),
    createdBy: 'Location Data Service',
    // Statistics would take a fifth of the time, only to let readers skip groups of a file that they read in a tenth of a
    // second.
    statistics: false,
  });
  const flush = () => {
    if (columns[0]?.length === 0) return;
    writer.write({ columnData: columnData(), rowGroupSize: ROWS_IN_A_GROUP });
    columns = fields.map(() => []);
  };
  const take = (rows: readonly (readonly SQLOutputValue[])[]) => {
    for (const [index, column] of columns.entries()) {
      const isTruth = fields[index]?.type === 'boolean';
      for (const row of rows) {
        const value = row[index] ?? null;
        column.push(value === '' ? null : isTruth && value !== null ? value === 1 : value);
      }
    }
    if ((columns[0]?.length ?? 0) >= ROWS_IN_A_GROUP) flush();
  };
  return {
    /** The same rows, after each has been added to the file. */
    *taking<Row extends readonly SQLOutputValue[]>(batches: Iterable<Row[]>): Generator<Row[]> {
      for (const rows of batches) {
        take(rows);
        yield rows;
      }
    },
    /** The whole file. */
    end(): Uint8Array {
      flush();
      writer.finish();
      return bytes.getBytes();
    },
  };
}
