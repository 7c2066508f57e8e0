import { memo } from '../../engine/memo.ts';
import { Networks } from '../http/networks.ts';
import type { LimitedKey } from '../limits/limiter.ts';
import type { ApiKeyRow } from '../storage/keys.ts';

/** active → expired, or back with a later expiry; both → revoked (final). A rotated key is active until its overlap ends. */
export type KeyState = 'active' | 'expired' | 'revoked';

/** A key as the request path sees it: immutable, in memory, without the key itself. */
export interface ApiKey extends LimitedKey {
  id: string;
  scopes: ReadonlySet<string>;
  headerOnly: boolean;
  /** The addresses that may use it; undefined: all. */
  addresses: Networks | undefined;
  /** Milliseconds since the epoch; Infinity when it does not expire. */
  expiresAt: number;
  revoked: boolean;
}

/** What the limits of a key are counted by. */
export function limitedKeyOf(
  row: Pick<ApiKeyRow, 'id' | 'account_id' | 'lineage' | 'plan' | 'share'>,
): LimitedKey {
  const lineage = lineageOf(row);
  return { holder: row.account_id ?? lineage, lineage, plan: row.plan, share: row.share };
}

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    ...limitedKeyOf(row),
    scopes: scopesOf(row.scopes),
    headerOnly: row.header_only === 1,
    addresses: networksOf(row.addresses),
    expiresAt: row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at),
    revoked: row.revoked_at !== null,
  };
}

/** Keys with the same permissions share one set: a process may have a hundred thousand keys in memory. */
const scopeSets = new Map<string, ReadonlySet<string>>();

export function scopesOf(text: string): ReadonlySet<string> {
  return memo(scopeSets, text, () => new Set(text.split(' ')));
}

/** @param text separated by spaces, as they are stored; null: all addresses */
export function networksOf(text: string | null): Networks | undefined {
  return text === null ? undefined : new Networks(text.split(' '));
}

/** An older version of the program stored no lineage: such a key is the first of its line. */
export function lineageOf({ id, lineage }: Pick<ApiKeyRow, 'id' | 'lineage'>): string {
  return lineage ?? id;
}

export function stateOf(key: Pick<ApiKey, 'revoked' | 'expiresAt'>, now: number): KeyState {
  if (key.revoked) return 'revoked';
  return now >= key.expiresAt ? 'expired' : 'active';
}
