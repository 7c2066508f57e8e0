import type { KeyObject } from 'node:crypto';
import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Accounts } from '../service/accounts/accounts.ts';
import type { Agents } from '../service/accounts/agents.ts';
import type { Mailer } from '../service/accounts/mailer.ts';
import type { Responder } from '../service/http/responder.ts';
import type { Plan } from '../service/plan.ts';
import type { AccountKeys, AccountKeysParts } from './account-keys.ts';
import type { Service } from './interface.ts';
import type { ProblemResponses } from './problem-responses.ts';
import type { Visitors } from './visitors.ts';

/** What the routes of the dashboard answer with. */
export interface DashboardParts extends Omit<AccountKeysParts, 'keys'> {
  accounts: Accounts;
  agents: Agents;
  keys: AccountKeys;
  catalogue: Catalogue;
  mailer: Mailer;
  /** Who gets a message about each report, if mail is sent. */
  operator: string | undefined;
  /** Who may report leaked keys: public keys, by their identifiers. Undefined: nobody. */
  leakSigners: ReadonlyMap<string, KeyObject> | undefined;
  /** By name. */
  plans: ReadonlyMap<string, Plan>;
  /** Requests that one client, or one account, may send per minute. */
  requestsPerMinute: number;
  /** Public address without /v1. */
  publicUrl: string;
  navigation: Service['navigation'];
  responder: Responder;
}

export interface RouteParts extends DashboardParts {
  visitors: Visitors;
  problems: ProblemResponses;
}
