import type { Command } from 'commander';
import { OperatorError } from '../process/operator-error.ts';
import { deleteAccount } from '../service/accounts/delete-account.ts';
import { type ListedAccount, listAccounts } from '../service/storage/account-list.ts';
import { type AccountRow, accountByEmail, accountById } from '../service/storage/accounts.ts';
import type { Store } from '../service/storage/database.ts';
import { countKeys } from '../service/storage/keys.ts';
import { setPlan } from '../service/storage/plans.ts';
import { type Columns, printList } from './list.ts';
import { existingPlan, withStore } from './with-store.ts';

/** `accounts list | set-plan | delete`: a running server applies what the last two change in the store within a second. */
export function registerAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('list and delete accounts, and set their plans');

  accounts
    .command('list')
    .description('list the accounts by email address, with plan, keys and last use')
    .option('--json', 'as JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      await withStore(({ database }) => printList(describeAccounts(database), COLUMNS, json));
    });

  accounts
    .command('set-plan <account> <plan>')
    .description('give an account, by email address or id, and all its keys one of LDS_PLANS')
    .action(async (who: string, name: string) => {
      const plan = existingPlan(name);
      await withStore(async (store) => {
        const { id, email } = await existingAccount(store, who);
        const keys = await setPlan(store.database, { account: id }, plan);
        process.stderr.write(`${email} and its ${keys} keys have the plan ${plan}\n`);
      });
    });

  accounts
    .command('delete <account>')
    .description('delete an account, by email address or id, with its keys and everything stored about it')
    .option('--yes', 'delete it; without this, only say what would be deleted', false)
    .action(async (who: string, { yes }: { yes: boolean }) => {
      await withStore(async (store) => {
        const account = await existingAccount(store, who);
        const keys = await countKeys(store.database, account.id);
        const what = `${account.email} (${account.id}), its ${keys} keys and everything stored about it`;
        if (!yes)
          throw new OperatorError(
            `This would permanently delete ${what}. Nothing was deleted: add --yes to do it.`,
          );
        await deleteAccount(store.database, account);
        process.stderr.write(`deleted ${what}\n`);
      });
    });
}

async function existingAccount({ database }: Store, who: string): Promise<AccountRow> {
  const account = (await accountByEmail(database, who.toLowerCase())) ?? (await accountById(database, who));
  if (account === undefined)
    throw new OperatorError(`There is no account ${who}. Run \`accounts list\` to see all accounts.`);
  return account;
}

async function* describeAccounts(database: Store['database']) {
  for await (const rows of listAccounts(database)) yield rows.map(describeAccount);
}

type DescribedAccount = ReturnType<typeof describeAccount>;

function describeAccount(row: ListedAccount) {
  return {
    id: row.id,
    email: row.email,
    email_verified: row.email_verified === 1,
    two_factor: row.two_factor_enabled === 1,
    plan: row.plan ?? 'standard',
    keys: row.keys,
    created: row.created_at,
    last_used: row.last_used_at,
  };
}

const COLUMNS: Columns<DescribedAccount> = {
  email: 'email',
  confirmed: ({ email_verified }) => (email_verified ? 'yes' : 'no'),
  plan: 'plan',
  keys: 'keys',
  created: 'created',
  'last used': ({ last_used }) => last_used ?? 'never',
  id: 'id',
};
