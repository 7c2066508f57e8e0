import type { KeyObject } from 'node:crypto';
import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Accounts, AccountsParts } from '../service/accounts/accounts.ts';
import type { Responder } from '../service/http/responder.ts';
import type { Meter } from '../service/keys/meter.ts';
import type { RecentRequests } from '../service/keys/recent-requests.ts';
import type { Plan } from '../service/plan.ts';
import type { Service } from './interface.ts';
import type { Visitors } from './visitors.ts';

/** What the routes of the dashboard answer with. */
export interface DashboardParts extends Pick<AccountsParts, 'store' | 'keys' | 'mailer' | 'publicUrl'> {
  accounts: Accounts;
  meter: Meter;
  /** Undefined where none are kept. */
  recent: RecentRequests | undefined;
  /** How often other processes write what they have counted; 0 where there are none. */
  behindSeconds: number;
  keysPerAccount: number;
  catalogue: Catalogue;
  /** Who gets a message about each report, if mail is sent. */
  operator: string | undefined;
  /** Who may report leaked keys: public keys, by their identifiers. Undefined: nobody. */
  leakSigners: ReadonlyMap<string, KeyObject> | undefined;
  /** By name. */
  plans: ReadonlyMap<string, Plan>;
  /** Requests that one client, or one account, may send per minute. */
  requestsPerMinute: number;
  navigation: Service['navigation'];
  responder: Responder;
}

export interface RouteParts extends DashboardParts {
  visitors: Visitors;
}
