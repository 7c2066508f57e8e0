import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { OPTIONAL_SOURCE_COLUMNS, SOURCE_COLUMNS } from '../../../release/source.ts';

const SCHEMA = readFileSync(join(import.meta.dirname, '../../../release/schema.sql'), 'utf8').replace(
  '{columns}',
  SOURCE_COLUMNS.map(
    (column) => `${column} TEXT${OPTIONAL_SOURCE_COLUMNS.has(column) ? '' : ' NOT NULL'}`,
  ).join(', '),
);
/** Made when all rows are there, which takes less time and space. */
const INDEXES = 'CREATE UNIQUE INDEX figure_position ON figure (position) WHERE position IS NOT NULL;';

/** Rows of a table. Each has every column of it; what else it has is left out. */
export type TableRows = readonly [table: string, rows: Iterable<object>];

/** Large enough for the tables that are not written in the order of their keys. */
const CACHE_KIB = 65_536;

/** In characters: hashing each row by itself would take a tenth of the time of writing a release. */
const HASHED_AT_A_TIME = 2 ** 16;

/**
 * Writes the SQLite file with the tables of release/schema.sql. `header` describes the release.
 *
 * @returns the content hash: of all rows, in their order, without the header
 */
export async function writeReleaseFile(
  file: string,
  tables: AsyncIterable<TableRows>,
  header: Readonly<Record<string, string>>,
): Promise<string> {
  using database = new DatabaseSync(file);
  // Nobody reads the file yet, and a build that ends before it is done leaves none.
  database.exec(
    `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
     PRAGMA cache_size = -${CACHE_KIB}; BEGIN; ${SCHEMA}`,
  );
  const hash = createHash('sha256');
  let unhashed = '';
  for await (const [table, rows] of tables) {
    const insert = insertInto(database, table);
    for (const row of rows) {
      unhashed += insert(row as Row);
      if (unhashed.length < HASHED_AT_A_TIME) continue;
      hash.update(unhashed);
      unhashed = '';
    }
  }
  const contentHash = hash.update(unhashed).digest('hex');
  for (const [key, value] of Object.entries({ ...header, content_hash: contentHash }))
    database.prepare('INSERT INTO release (key, value) VALUES (?, ?)').run(key, value);
  database.exec(`${INDEXES} COMMIT; ANALYZE;`);
  return contentHash;
}

type Row = { readonly [column: string]: SQLInputValue | undefined };

/** Inserts rows of a table. Returns what is hashed of each: the table, and the row as JSON. */
function insertInto(database: DatabaseSync, table: string): (row: Row) => string {
  const columns = columnsOf(database, table);
  const statement = database.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  /** Names of the columns, as JSON, each after the sign that separates it from the cell before it. */
  const names = columns.map((column, position) => `${position === 0 ? '{' : ','}${JSON.stringify(column)}:`);
  /** The previous row, and name and value, as JSON, of each of its cells: most cells are the same as there. */
  const cells: SQLInputValue[] = columns.map(() => null);
  const texts = names.map((name) => `${name}null`);
  return (row) => {
    let text = `${table}\t`;
    for (let position = 0; position < columns.length; position++) {
      const column = columns[position] ?? '';
      const cell = row[column];
      if (cell === undefined) throw new Error(`a row of ${table} has no ${column}`);
      if (cell !== cells[position]) {
        cells[position] = cell;
        const shown = ArrayBuffer.isView(cell) ? digestOf(cell) : cell;
        texts[position] = names[position] + JSON.stringify(shown);
      }
      text += texts[position];
    }
    statement.run(...cells);
    return `${text}}\n`;
  };
}

/** The columns of a table of the schema. Their order counts for the content hash. */
function columnsOf(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid').all(table);
  const names = columns.map(({ name }) => String(name));
  // In hashes, these two of a figure have always come last.
  const last = table === 'figure' ? ['latest', 'position'] : [];
  return [...names.filter((name) => !last.includes(name)), ...last];
}

/** Written out, the bytes of a column would be a text forty times as long. */
function digestOf(bytes: NodeJS.ArrayBufferView): string {
  return createHash('sha256').update(bytes).digest('hex');
}
