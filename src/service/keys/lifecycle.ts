import { randomBytes } from 'node:crypto';
import { SCOPES } from '../../engine/permissions.ts';
import { OperatorError, UsageError } from '../../process/operator-error.ts';
import { plainNetwork } from '../http/networks.ts';
import {
  type ApiKeyRow,
  insertKey,
  keyByHash,
  keyById,
  replaceKey,
  setKeyRevoked,
  updateKey,
} from '../storage/keys.ts';
import type { Tables } from '../storage/schema.ts';
import { lineageOf, stateOf, toApiKey } from './key.ts';
import { IDLE_DAYS, MOST_ADDRESSES } from './key-care.ts';
import { generateToken, hashToken, visibleParts } from './token.ts';

/** What guards a key that has become known, or that nobody needs any more. */
export interface KeyGuards {
  /** The addresses and networks that may use it, such as `192.0.2.0/24`; all if there are none. */
  addresses?: readonly string[];
  /** It ends after this many days without use; never if null. */
  idleDays?: number | null;
}

export interface KeyRequest extends KeyGuards {
  /** The account that owns it; left out on the command line. */
  accountId?: string;
  label: string;
  plan: string;
  scopes: readonly string[];
  headerOnly: boolean;
  /** Percentage of its holder's limits that it may use; all of them if null or left out. */
  share?: number | null;
  expiresAt: Date | null;
}

/** The key's state does not allow the action: it is revoked, expired or already rotated. */
export class UnusableKey extends OperatorError {}

/** A property of a key is not valid. */
export class InvalidProperty extends UsageError {}

/** A new key. We show its token once and never store it. */
export interface IssuedKey {
  token: string;
  row: ApiKeyRow;
}

export async function issueKey(database: Tables, request: KeyRequest, now = new Date()): Promise<IssuedKey> {
  const issued = newKey(request, now);
  await insertKey(database, issued.row);
  return issued;
}

/** The key of an agent, before it has a token: its time, and what it has in common with other keys. */
export function agentKey({
  accountId,
  clientId,
  label,
  plan,
}: Pick<KeyRequest, 'label' | 'plan'> & { accountId: string; clientId: string }): ApiKeyRow {
  const wanted = { accountId, label, plan, scopes: SCOPES, headerOnly: true, expiresAt: null };
  return { ...newKey(wanted, new Date()).row, client_id: clientId };
}

/** Creates a successor with the same properties. The old key works for `overlapMilliseconds` more, or until it expires. */
export async function rotateKey(
  database: Tables,
  id: string,
  overlapMilliseconds: number,
  now = new Date(),
): Promise<IssuedKey> {
  const old = await activeKey(database, id, now);
  const { token, row: fresh } = freshKey(now);
  const guards = guardColumns({ idleDays: old.idle_days }, now);
  const successor = { ...old, ...fresh, ...guards, lineage: lineageOf(old), last_used_at: null };
  const overlapEnd = new Date(now.getTime() + overlapMilliseconds).toISOString();
  const expiresAt = old.expires_at !== null && old.expires_at < overlapEnd ? old.expires_at : overlapEnd;
  const replaced = { id, expires_at: expiresAt, updated_at: now.toISOString() };
  if (!(await replaceKey(database, replaced, successor)))
    throw new UnusableKey(`The key ${id} was just rotated or revoked by somebody else.`);
  return { token, row: successor };
}

/** Revokes a key for good. Revoking a revoked key changes nothing, not even the time. @returns whether it was revoked now */
export async function revokeKey(database: Tables, id: string, now = new Date()): Promise<boolean> {
  await existingKey(database, id);
  return setKeyRevoked(database, id, now.toISOString());
}

export async function expireKey(
  database: Tables,
  id: string,
  at: Date | null,
  now = new Date(),
): Promise<void> {
  const key = await existingKey(database, id);
  if (key.revoked_at !== null) throw new UnusableKey(`The key ${id} is revoked; that is final.`);
  // A key that comes back gets its days without use again.
  const idleness = guardColumns({ idleDays: key.idle_days }, now);
  const changes = { ...idleness, expires_at: at === null ? null : at.toISOString() };
  await updateKey(database, id, changes, now.toISOString());
}

/** Changes what is given. */
export async function changeKey(
  database: Tables,
  id: string,
  { label, ...guards }: KeyGuards & { label?: string },
  now = new Date(),
): Promise<void> {
  await existingKey(database, id);
  const changes = { ...(label !== undefined && { label: labelOf(label) }), ...guardColumns(guards, now) };
  await updateKey(database, id, changes, now.toISOString());
}

/** What guards a key, as it is stored. */
function guardColumns({ addresses, idleDays }: KeyGuards, now: Date) {
  return {
    ...(addresses !== undefined && { addresses: addressesOf(addresses) }),
    ...(idleDays !== undefined && {
      idle_days: idleDaysOf(idleDays),
      // The next look works out when the one after it is due.
      idle_check_at: idleDays === null ? null : now.toISOString(),
      idle_warned_at: null,
    }),
  };
}

function addressesOf(texts: readonly string[]): string | null {
  if (texts.length > MOST_ADDRESSES)
    throw new InvalidProperty(`A key can have ${MOST_ADDRESSES} addresses and networks.`);
  try {
    return [...new Set(texts.map(plainNetwork))].join(' ') || null;
  } catch (error) {
    throw new InvalidProperty(`An address is not valid: ${(error as Error).message}.`);
  }
}

function idleDaysOf(days: number | null): number | null {
  const { min, max } = IDLE_DAYS;
  if (days !== null && !(Number.isInteger(days) && days >= min && days <= max))
    throw new InvalidProperty(`The days without use must be a whole number from ${min} to ${max}.`);
  return days;
}

function labelOf(text: string): string {
  const label = text.trim();
  if (label === '' || [...label].length > 100)
    throw new InvalidProperty('A key needs a label of 1 to 100 characters.');
  return label;
}

function shareOf(share: number | null = null): number | null {
  if (share !== null && !(Number.isInteger(share) && share >= 1 && share <= 100))
    throw new InvalidProperty('A share must be a whole percentage from 1 to 100.');
  return share;
}

function newKey(request: KeyRequest, now: Date): IssuedKey {
  const unknown = request.scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown.length > 0 || request.scopes.length === 0) {
    throw new InvalidProperty(
      `Unknown or missing permission (${unknown.join(', ')}): use ${SCOPES.join(', ')}.`,
    );
  }
  if (request.expiresAt !== null && !(request.expiresAt > now))
    throw new InvalidProperty('The expiry must be in the future.');
  const { token, row } = freshKey(now);
  return {
    token,
    row: {
      ...row,
      account_id: request.accountId ?? null,
      label: labelOf(request.label),
      plan: request.plan,
      scopes: request.scopes.join(' '),
      header_only: request.headerOnly ? 1 : 0,
      expires_at: request.expiresAt?.toISOString() ?? null,
      revoked_at: null,
      successor_id: null,
      last_used_at: null,
      lineage: row.id,
      share: shareOf(request.share),
      addresses: null,
      idle_days: null,
      idle_check_at: null,
      idle_warned_at: null,
      ...guardColumns(request, now),
      deleted_at: null,
      client_id: null,
    },
  };
}

/** A token, and what is stored of it. */
function freshKey(now: Date) {
  const token = generateToken();
  const id = `key_${randomBytes(9).toString('base64url')}`;
  const [created_at, updated_at] = [now.toISOString(), now.toISOString()];
  return { token, row: { id, ...visibleParts(token), hash: hashToken(token), created_at, updated_at } };
}

/**
 * The id of a key that an operator names by its id or, if all that is known is a leaked key, by a text with the key in it, such as
 * a line of a program. No message repeats the text.
 *
 * @throws OperatorError when there is no such key; UsageError for a text that names none
 */
export async function idOfKey(database: Tables, named: string): Promise<string> {
  const text = named.trim();
  if (IS_ID.test(text)) return text;
  const tokens = new Set(text.match(/lds_(?:live|agent)_[0-9A-Za-z]+/g));
  if (tokens.size === 0)
    throw new UsageError(
      'This is neither the id of a key (key_…) nor a key (lds_live_…). Run `keys list` to see all keys.',
    );
  if (tokens.size > 1) throw new UsageError('The text has more than one key: give one at a time.');
  for (const token of tokens) {
    const key = await keyByHash(database, hashToken(token));
    if (key !== undefined) return key.id;
  }
  throw new OperatorError('This is no key of this service, or it was removed 90 days after its end.');
}

/** As `newKey` makes ids. Longer ones, which nobody has, are refused as unknown. */
const IS_ID = /^key_[\w-]{1,20}$/;

/** @throws OperatorError when there is none */
export async function existingKey(database: Tables, id: string): Promise<ApiKeyRow> {
  const key = await keyById(database, id);
  if (key === undefined) throw new OperatorError(`There is no key ${id}. Run \`keys list\` to see all keys.`);
  return key;
}

async function activeKey(database: Tables, id: string, now: Date): Promise<ApiKeyRow> {
  const key = await existingKey(database, id);
  if (key.client_id !== null)
    throw new UnusableKey(
      `The key ${id} is a connected agent's, which gets new tokens by itself. Revoke it to end it.`,
    );
  const state = stateOf(toApiKey(key), now.getTime());
  if (state !== 'active')
    throw new UnusableKey(`The key ${id} is ${state}: only an active key can be rotated.`);
  if (key.successor_id !== null)
    throw new UnusableKey(`The key ${id} was rotated already; its successor is ${key.successor_id}.`);
  return key;
}
