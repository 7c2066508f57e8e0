import { Accounts, type AccountsParts } from '../service/accounts/accounts.ts';
import { HASH_COST, type HashCost } from '../service/accounts/passwords.ts';
import type { Config } from '../service/config.ts';
import type { Trusts } from '../service/http/client-address.ts';
import type { TurnParts } from '../service/http/turn.ts';
import { registerDashboard } from './dashboard.ts';
import { type DashboardApp, startDashboardApp } from './dashboard-app.ts';
import type { DashboardParts } from './dashboard-parts.ts';

export interface DashboardSurroundings
  extends TurnParts,
    Omit<AccountsParts, 'passwordCost'>,
    Pick<DashboardParts, 'meter' | 'recent' | 'catalogue' | 'navigation'> {
  /** Its `passwordCost` is no setting: tests that are not about hashing have a lower one. */
  config: Config & { passwordCost?: HashCost };
  trusts: Trusts;
}

/** Puts the dashboard together: accounts, their keys and usage, and the application that answers for them. */
export function openDashboard(surroundings: DashboardSurroundings): Promise<DashboardApp> {
  const { config } = surroundings;
  const { passwordCost = HASH_COST } = config;
  const dashboard = {
    ...config,
    ...surroundings,
    behindSeconds: behindOf(config),
    accounts: new Accounts({ ...surroundings, passwordCost }),
    operator: mailAddressOf(config),
    requestsPerMinute: config.dashboardPerMinute,
  };
  return startDashboardApp(surroundings, (app) => registerDashboard(app, dashboard));
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
