/** Tables of the mutable store. Times are ISO 8601 text in UTC: the same on both engines, and they sort. */
export interface Database {
  api_key: ApiKeyTable;
  usage_daily: UsageDailyTable;
}

export interface ApiKeyTable {
  id: string;
  label: string;
  /** `lds_live_` and four more characters; with last_four all that is shown after creation. */
  prefix: string;
  last_four: string;
  /** SHA-256 of the key, base64url. */
  hash: string;
  plan: string;
  /** Parted by spaces. */
  scopes: string;
  /** 1: refused when sent as `api_key` in the URL. */
  header_only: number;
  created_at: string;
  updated_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  /** The key that took this one's place. */
  successor_id: string | null;
  last_used_at: string | null;
}

export interface UsageDailyTable {
  key_id: string;
  /** UTC day, `2026-11-20`. */
  day: string;
  /** Operation id of the API: `getCity`. */
  endpoint: string;
  /** `2xx`, `304`, `4xx`, `429` or `5xx`. */
  outcome: string;
  requests: number;
}
