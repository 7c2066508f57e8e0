import { Problem } from './problems.ts';

/** What someone may ask. A key has all of these permissions unless it was issued with fewer. */
export const SCOPES = ['places:read', 'cost-of-living:read', 'quality-of-life:read', 'release:read'] as const;
export type Scope = (typeof SCOPES)[number];

/** @throws Problem when one of the needed permissions is missing */
export function checkScopes(held: ReadonlySet<string>, needed: readonly Scope[]): void {
  for (const scope of needed) {
    if (!held.has(scope))
      throw new Problem('insufficient_scope', `This key does not have the permission ${scope}.`);
  }
}
