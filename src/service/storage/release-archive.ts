import { mkdirSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { type Kysely, sql, type Transaction } from 'kysely';
import { filePieces } from '../../process/file-sha256.ts';
import { OperatorError } from '../../process/operator-error.ts';
import type { SharedDatabase } from './schema.ts';

const PART_BYTES = 1024 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export interface PublishedRelease {
  name: string;
  /** Changes with every publication, even of a release that was published before. */
  publication: number;
}

/** The releases in the store that nodes share, file by file, in parts. It does not check what is in them. */
export class ReleaseArchive {
  readonly #database: Kysely<SharedDatabase>;

  constructor(database: Kysely<SharedDatabase>) {
    this.#database = database;
  }

  /** The release that every node is to serve; undefined before the first. */
  async published(): Promise<PublishedRelease | undefined> {
    const row = await this.#database
      .selectFrom('release')
      .select(['name', 'publication'])
      .where('publication', 'is not', null)
      .orderBy('publication', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? undefined : { name: row.name, publication: Number(row.publication) };
  }

  /** Latest publication first. */
  async names(): Promise<string[]> {
    const rows = await this.#database
      .selectFrom('release')
      .select('name')
      .orderBy('publication', (order) => order.desc().nullsLast())
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  }

  /** Makes a release the one to serve. First stores its files, all or none, unless the archive has the same ones already. */
  async publish(name: string, directory: string): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('release')
        .values({ name, publication: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      const isNew = numInsertedOrUpdatedRows === 1n;
      if (isNew || !(await holds(transaction, name, directory))) {
        // Also replaces damaged parts, because our errors tell the operator to publish the release again.
        await transaction.deleteFrom('release_part').where('release', '=', name).execute();
        for (const file of readdirSync(directory)) await putFile(transaction, name, directory, file);
      }
      await transaction
        .updateTable('release')
        .set({ publication: sql<number>`nextval('release_publication')` })
        .where('name', '=', name)
        .execute();
    });
  }

  /**
   * Writes the files of a release into an empty directory.
   *
   * @throws OperatorError when a part cannot be decompressed; the release's manifest shows whether the files are sound
   */
  async fetch(name: string, directory: string): Promise<void> {
    const parts = await this.#database
      .selectFrom('release_part')
      .select(['file', 'part'])
      .where('release', '=', name)
      .orderBy('file')
      .orderBy('part')
      .execute();
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (const { file, part } of parts) {
      const { content } = await this.#database
        .selectFrom('release_part')
        .select('content')
        .where((row) => row.and({ release: name, file, part }))
        .executeTakeFirstOrThrow();
      const handle = await open(join(directory, file), 'a', 0o600);
      try {
        await handle.appendFile(await decompressed(content, `${file} of ${name}`));
      } finally {
        await handle.close();
      }
    }
  }

  async remove(name: string): Promise<void> {
    await this.#database.deleteFrom('release').where('name', '=', name).execute();
  }
}

async function decompressed(content: Buffer, what: string): Promise<Buffer> {
  try {
    return await decompress(content);
  } catch (error) {
    throw new OperatorError(
      `${what} in the database is damaged (${(error as Error).message}). Publish it again: npm run lds -- data publish`,
    );
  }
}

async function putFile(
  transaction: Transaction<SharedDatabase>,
  release: string,
  directory: string,
  file: string,
): Promise<void> {
  let part = 0;
  for await (const bytes of filePieces(join(directory, file), PART_BYTES)) {
    const content = await compress(bytes);
    await transaction.insertInto('release_part').values({ release, file, part, content }).execute();
    part++;
  }
}

/** Whether the archive has every file of the release as it is in the directory, and nothing else. */
async function holds(
  transaction: Transaction<SharedDatabase>,
  release: string,
  directory: string,
): Promise<boolean> {
  const stored = transaction.selectFrom('release_part').where('release', '=', release);
  let parts = 0;
  for (const file of readdirSync(directory)) {
    let part = 0;
    for await (const bytes of filePieces(join(directory, file), PART_BYTES)) {
      const row = await stored
        .select('content')
        .where((row) => row.and({ file, part }))
        .executeTakeFirst();
      const content = row && (await decompress(row.content).catch(() => undefined));
      if (content === undefined || !bytes.equals(content)) return false;
      part++;
    }
    parts += part;
  }
  const { count } = await stored.select((row) => row.fn.countAll().as('count')).executeTakeFirstOrThrow();
  return Number(count) === parts;
}
