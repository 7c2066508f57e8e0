import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { pino } from 'pino';
import { SCOPES } from '../engine/permissions.ts';
import type { ActivityAction } from '../service/accounts/activity-actions.ts';
import { logActivity } from '../service/accounts/activity-log.ts';
import { tellOwner } from '../service/accounts/key-owner.ts';
import { Mailer } from '../service/accounts/mailer.ts';
import { messageOf, nameOfKey } from '../service/accounts/messages.ts';
import { readConfig } from '../service/config.ts';
import { stateOf, toApiKey } from '../service/keys/key.ts';
import { IDLE_DAYS, KEY_CARE, MOST_ADDRESSES } from '../service/keys/key-care.ts';
import {
  changeKey,
  existingKey,
  expireKey,
  type IssuedKey,
  idOfKey,
  issueKey,
  revokeKey,
  rotateKey,
} from '../service/keys/lifecycle.ts';
import { emailsOf } from '../service/storage/account-list.ts';
import type { Store } from '../service/storage/database.ts';
import { type ApiKeyRow, keysChangedSince } from '../service/storage/keys.ts';
import { holderOf, setPlan } from '../service/storage/plans.ts';
import { mostUsedKeys, type UsageRow, type UsedKey, usageOf } from '../service/storage/usage.ts';
import { type Columns, printList } from './list.ts';
import { wholeFrom } from './numbers.ts';
import { existingPlan, withStore } from './with-store.ts';

/**
 * `keys create | list | usage | rotate | revoke | expire | guard | set-plan`: all but `list` and `usage` change the store, and a running
 * server applies the change within a second.
 */
export function registerKeyCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description(
      'issue, list, rotate, revoke, expire and guard API keys, set their plans, and see who uses them',
    );

  keys
    .command('create')
    .description('create a key and print it on standard output; we show it only once')
    .requiredOption('--label <name>', 'what the key is for')
    .option('--plan <name>', 'limits, one of LDS_PLANS', 'standard')
    .addOption(new Option('--scope <permission...>', 'permissions').choices(SCOPES).default([...SCOPES]))
    .option('--share <percent>', 'limit the key to this percentage of the plan, 1 to 100', wholeFrom(1, 100))
    .option('--header-only', 'refuse the key as api_key in a URL', false)
    .option('--expires <date>', 'expiry, an ISO 8601 date or time (UTC)', parseTime)
    .option('--address <network...>', ADDRESS_HELP)
    .option('--idle-days <days>', IDLE_HELP, idleDaysIn)
    .action(
      async (options: {
        label: string;
        plan: string;
        scope: string[];
        headerOnly: boolean;
        share?: number;
        expires?: Date;
        address?: string[];
        idleDays?: number;
      }) => {
        existingPlan(options.plan);
        await withStore(async ({ database }) => {
          const { scope: scopes, expires: expiresAt = null, address: addresses = [] } = options;
          printIssued(await issueKey(database, { ...options, scopes, expiresAt, addresses }));
        });
      },
    );

  keys
    .command('list')
    .description('list keys with state, limits and last use, the one changed last at the end')
    .option('--json', 'print JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      await withStore(({ database }) => printList(describeKeys(database), COLUMNS, json));
    });

  keys
    .command('usage')
    .description('show the keys by their requests today, the most first; or what one key asked on each day')
    .argument('[key]', NAMED_KEY)
    .option('--day <date>', 'another day than today (UTC)', (text) => dayOf(parseTime(text)))
    .option('--json', 'print JSON', false)
    .action(
      async (key: string | undefined, { day = dayOf(new Date()), json }: { day?: string; json: boolean }) => {
        await withStore(async ({ database }) => {
          if (key === undefined) return printList([await mostUsedKeys(database, day)], BY_USE, json);
          const { id } = await existingKey(database, await keyId(database, key));
          return printList(usageOf(database, { key: id }, ''), BY_DAY, json);
        });
      },
    );

  keys
    .command('rotate')
    .description('create a replacement and print it; the old key keeps working for the overlap')
    .argument('<key>', NAMED_KEY)
    .addOption(
      new Option('--overlap <duration>', 'how long the old key keeps working: 0, 30m, 24h, 7d')
        .argParser(parseDuration)
        .default(parseDuration('24h'), '24h'),
    )
    .action(async (key: string, { overlap }: { overlap: number }) => {
      await withStore(async ({ database }) => {
        const issued = await rotateKey(database, await keyId(database, key), overlap);
        printIssued(issued);
        await noteChange(database, issued.row, 'key_rotated');
      });
    });

  registerKeyChanges(keys);
}

/** The commands that change a key. */
function registerKeyChanges(keys: Command): void {
  keys
    .command('revoke')
    .description('revoke a key permanently, at once')
    .argument('<key>', NAMED_KEY)
    .action(async (key: string) => {
      await withStore(async (store) => {
        const id = await keyId(store.database, key);
        process.stderr.write(`revoked ${id}${await revoke(store, id)}\n`);
      });
    });

  keys
    .command('expire')
    .description('set when a key expires')
    .argument('<key>', NAMED_KEY)
    .argument('<date>', 'an ISO 8601 date or time (UTC), or "never"')
    .action(async (key: string, date: string) => {
      await withStore(async ({ database }) => {
        const id = await keyId(database, key);
        await expireKey(database, id, date === 'never' ? null : parseTime(date));
        await noteChange(database, await existingKey(database, id), 'key_guarded');
        process.stderr.write(`${id} expires ${date}\n`);
      });
    });

  keys
    .command('guard')
    .description('set which addresses may use a key, and when it ends without use; the rest stays as it is')
    .argument('<key>', NAMED_KEY)
    .option('--address <network...>', `${ADDRESS_HELP}; "any" for all`)
    .option('--idle-days <days>', `${IDLE_HELP}; "never" to keep it`, (text) =>
      text === 'never' ? null : idleDaysIn(text),
    )
    .action(async (key: string, { address, idleDays }: { address?: string[]; idleDays?: number | null }) => {
      const guards = {
        ...(address !== undefined && { addresses: address.join() === 'any' ? [] : address }),
        ...(idleDays !== undefined && { idleDays }),
      };
      await withStore(async ({ database }) => {
        const id = await keyId(database, key);
        await changeKey(database, id, guards);
        await noteChange(database, await existingKey(database, id), 'key_guarded');
        process.stderr.write(`guarded ${id}\n`);
      });
    });

  keys
    .command('set-plan')
    .description(
      'give one of LDS_PLANS to a key and all keys that share its limits: those of its account, or those it was rotated from and to',
    )
    .argument('<key>', NAMED_KEY)
    .argument('<plan>', 'one of LDS_PLANS')
    .action(async (key: string, name: string) => {
      const plan = existingPlan(name);
      await withStore(async ({ database }) => {
        const id = await keyId(database, key);
        const holder = holderOf(await existingKey(database, id));
        const others = (await setPlan(database, holder, plan)) - 1;
        const whose = 'account' in holder ? 'its account and ' : '';
        process.stderr.write(`${id} has the plan ${plan}, with ${whose}${others} other keys\n`);
      });
    });
}

const NAMED_KEY =
  'the id of a key, the key itself, or - for a text with the key on standard input, which no history keeps';

/** The id of the key that an argument names. */
async function keyId(database: Store['database'], named: string): Promise<string> {
  return idOfKey(database, named === '-' ? await text(process.stdin) : named);
}

/** Tells the account of a key, if it has one, what the operator did to it. */
async function noteChange(
  database: Store['database'],
  { account_id, label }: ApiKeyRow,
  action: ActivityAction,
): Promise<void> {
  if (account_id !== null) await logActivity(database, account_id, action, null, label);
}

/** Revokes a key and, as its holder did not ask for it, tells the holder also by mail. @returns who gets mail */
async function revoke(store: Store, id: string): Promise<string> {
  const row = await existingKey(store.database, id);
  if (!(await revokeKey(store.database, id))) return '';
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel }, process.stderr);
  const mailer = new Mailer({ ...config, from: config.mailFrom, log });
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const action = row.client_id === null ? 'key_revoked' : 'agent_disconnected';
  const told = await tellOwner({ store, mailer }, row, {
    line: { action, subject: row.label },
    message: (to) => messageOf('revokedKey', to, { publicUrl, key: nameOfKey(row) }),
  });
  await mailer.stop();
  if (row.account_id === null) return '';
  return told === undefined
    ? '; its account has no confirmed address, so nobody gets mail'
    : `; ${told} gets mail`;
}

const ADDRESS_HELP = `addresses and networks that may use the key, such as 192.0.2.0/24, ${MOST_ADDRESSES} at most`;
const idleDaysIn = wholeFrom(IDLE_DAYS.min, IDLE_DAYS.max);
const IDLE_HELP = `end the key after this many days without use, ${IDLE_DAYS.min} to ${IDLE_DAYS.max}`;

/** Only the key goes to standard output, so that a script can read it. Everything else goes to standard error. */
function printIssued({ token, row }: IssuedKey): void {
  process.stderr.write(
    `key ${row.id} (${row.label}), plan ${row.plan}. We show it only once.\n${KEY_CARE}\n`,
  );
  process.stdout.write(`${token}\n`);
}

/** Reads keys in the order of an index, so that any number of them can be listed. */
async function* describeKeys(database: Store['database']): AsyncGenerator<DescribedKey[]> {
  for await (const rows of keysChangedSince(database, '')) {
    const accounts = rows.flatMap(({ account_id }) => account_id ?? []);
    const emails = await emailsOf(database, accounts);
    yield rows.map((row) => describeKey(row, emails.get(row.account_id ?? '')));
  }
}

type DescribedKey = ReturnType<typeof describeKey>;

function describeKey(row: ApiKeyRow, account: string | undefined) {
  return {
    id: row.id,
    label: row.label,
    key: `${row.prefix}…${row.last_four}`,
    state: stateOf(toApiKey(row), Date.now()),
    plan: row.plan,
    share: row.share,
    scopes: row.scopes,
    header_only: row.header_only === 1,
    addresses: row.addresses?.split(' ') ?? [],
    idle_days: row.idle_days,
    created: row.created_at,
    last_used: row.last_used_at,
    expires: row.expires_at,
    successor: row.successor_id,
    account: account ?? null,
  };
}

const COLUMNS: Columns<DescribedKey> = {
  id: 'id',
  label: 'label',
  account: ({ account }) => account ?? 'none',
  key: 'key',
  state: 'state',
  plan: 'plan',
  share: ({ share }) => (share === null ? 'all' : `${share} %`),
  'last used': ({ last_used }) => last_used ?? 'never',
  expires: ({ expires }) => expires ?? 'never',
};

const BY_USE: Columns<UsedKey> = {
  requests: 'requests',
  id: 'id',
  label: 'label',
  account: ({ account }) => account ?? 'none',
  endpoint: 'endpoint',
  outcome: 'outcome',
};

const BY_DAY: Columns<UsageRow> = {
  day: 'day',
  endpoint: 'endpoint',
  outcome: 'outcome',
  requests: 'requests',
};

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function parseTime(text: string): Date {
  const time = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('not an ISO 8601 date or time.');
  return time;
}

function parseDuration(text: string): number {
  const [, digits, unit = 'm'] = /^(\d{1,5})(m|h|d)?$/.exec(text) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('not a duration such as 0, 30m, 24h or 7d.');
  return Number(digits) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as 'm' | 'h' | 'd'];
}
