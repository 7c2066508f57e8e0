import type { Command } from 'commander';
import { UsageError } from '../process/operator-error.ts';
import { readConfig } from '../service/config.ts';
import { lockHome } from '../service/storage/home-lock.ts';
import { openConfiguredStore } from '../service/storage/open.ts';
import { aligned } from './aligned.ts';

/** `storage copy`: from the database inside LDS_HOME to PostgreSQL. */
export function registerStorageCommands(program: Command): void {
  const storage = program.command('storage').description('copy accounts, keys and usage to PostgreSQL');

  storage
    .command('copy')
    .description(
      'copy LDS_HOME/lds.sqlite to the database of LDS_DATABASE_URL, completely or not at all; stop the service first',
    )
    .option('--dry-run', 'only count what would be copied', false)
    .action(async ({ dryRun }: { dryRun: boolean }) => {
      const config = readConfig(process.env);
      if (config.databaseUrl === undefined)
        throw new UsageError('Set LDS_DATABASE_URL to the database to copy to.');
      const { copyStore } = await import('../service/storage/copy.ts');
      // What a server writes meanwhile would be lost. Counting loses nothing.
      using _ = dryRun
        ? undefined
        : lockHome(config.home, 'stop it, so that all of its keys and usage are copied');
      const from = await openConfiguredStore({ ...config, databaseUrl: undefined }, 'command');
      try {
        const to = await openConfiguredStore(config, 'command');
        try {
          // A node that starts on the new store in the meantime would create a key of its own.
          const copies = await to.alone(() => copyStore(from.database, to.database, { dryRun }));
          const cells = copies.map(({ table, rows, missing }) => [table, String(rows), String(missing)]);
          const lines = aligned([['table', 'rows', dryRun ? 'to write' : 'written'], ...cells]);
          process.stdout.write(`${lines.join('\n')}\n`);
        } finally {
          await to.close();
        }
      } finally {
        await from.close();
      }
    });
}
