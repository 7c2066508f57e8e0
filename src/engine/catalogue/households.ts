import type { DatabaseSync } from 'node:sqlite';
import type { ByCategory } from '../../release/cost-basket.ts';
import {
  type BasketPart,
  type HomeRents,
  type Household,
  wholeBaskets,
} from '../../release/household-budgets.ts';
import type { City } from './place.ts';
import { type Query, records } from './release-rows.ts';

type Parts = ByCategory<BasketPart>;

/** What households buy, and official rents of their homes. */
export class Households {
  readonly #baskets: ReadonlyMap<Household, Parts>;
  readonly #rents: Query;

  /** @param rents reads the official rents of a city by its key */
  constructor(database: DatabaseSync, rents: Query) {
    const rows = records<BasketPart>(
      database,
      'SELECT household, category, usd, sources FROM household_basket',
    );
    this.#baskets = wholeBaskets(rows);
    this.#rents = rents;
  }

  /** Undefined if the release lacks a part of it: then nobody has a budget. */
  basket(household: Household): Parts | undefined {
    return this.#baskets.get(household);
  }

  /** Official rents of the city or its area; undefined if no publisher has them for homes of all sizes. */
  rents({ id }: City): HomeRents | undefined {
    return this.#rents.get(`city/${id}`) as unknown as HomeRents | undefined;
  }
}
