import type { Logger } from 'pino';
import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import { Accounts } from '../service/accounts/accounts.ts';
import { Agents } from '../service/accounts/agents.ts';
import type { Mailer } from '../service/accounts/mailer.ts';
import { HASH_COST, type HashCost } from '../service/accounts/passwords.ts';
import type { Config } from '../service/config.ts';
import type { Trusts } from '../service/http/client-address.ts';
import type { TurnParts } from '../service/http/turn.ts';
import type { KeyRing } from '../service/keys/key-ring.ts';
import type { Meter } from '../service/keys/meter.ts';
import type { RecentRequests } from '../service/keys/recent-requests.ts';
import type { Store } from '../service/storage/database.ts';
import { AccountExport } from './account-export.ts';
import { AccountKeys } from './account-keys.ts';
import { Dashboard } from './dashboard.ts';
import { DashboardApp } from './dashboard-app.ts';
import type { Service } from './interface.ts';
import { UsageReports } from './usage-report.ts';

export interface DashboardSurroundings extends TurnParts {
  /** Its `passwordCost` is no setting: tests that are not about hashing have a lower one. */
  config: Config & { passwordCost?: HashCost };
  store: Store;
  keys: KeyRing;
  meter: Meter;
  /** Undefined where none are kept. */
  recent: RecentRequests | undefined;
  catalogue: Catalogue;
  mailer: Mailer;
  /** Signs sessions; read when it is first needed. */
  secret: () => string;
  /** Public address without /v1. */
  publicUrl: string;
  navigation: Service['navigation'];
  log: Logger;
  trusts: Trusts;
}

/** Puts the dashboard together: accounts, their keys and usage, and the application that answers for them. */
export function openDashboard(surroundings: DashboardSurroundings): Promise<DashboardApp> {
  const {
    config,
    store,
    keys,
    meter,
    recent,
    catalogue,
    mailer,
    secret,
    publicUrl,
    navigation,
    responder,
    log,
  } = surroundings;
  const { plans, keysPerAccount, dashboardPerMinute: requestsPerMinute, passwordCost = HASH_COST } = config;
  const behindSeconds = behindOf(config);
  const accounts = new Accounts({ store, keys, mailer, publicUrl, secret, passwordCost, log });
  const dashboard = new Dashboard({
    store,
    accounts,
    agents: new Agents({ store, keys, accounts, publicUrl }),
    keys: new AccountKeys({ store, keys, meter, recent, keysPerAccount, behindSeconds }),
    usage: new UsageReports({ store, meter, plans, behindSeconds }),
    exported: new AccountExport({ store, meter, recent, behindSeconds }),
    catalogue,
    plans,
    keysPerAccount,
    mailer,
    operator: mailAddressOf(config),
    leakSigners: config.leakSigners,
    requestsPerMinute,
    publicUrl,
    navigation,
    responder,
  });
  return DashboardApp.start({ ...surroundings, dashboard });
}

/** Where the operator gets mail, if the contact for users is an address. */
function mailAddressOf({ contactUrl }: Config): string | undefined {
  return contactUrl?.startsWith('mailto:') ? decodeURIComponent(new URL(contactUrl).pathname) : undefined;
}

/** A single process counts every request itself; several write their counts from time to time. */
function behindOf({ workers, databaseUrl, usageFlushMilliseconds }: Config): number {
  const isAlone = workers === 1 && databaseUrl === undefined;
  return isAlone ? 0 : Math.ceil(usageFlushMilliseconds / 1000);
}
