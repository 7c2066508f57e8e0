import type { DatabaseSync } from 'node:sqlite';
import { type ByCategory, byCategory, CATEGORIES } from '../../release/cost-basket.ts';
import {
  type BasketPart,
  HOUSEHOLDS,
  type HomeRents,
  type Household,
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
    this.#baskets = new Map(
      HOUSEHOLDS.flatMap((household): [Household, Parts][] => {
        const parts = new Map(
          rows.filter((row) => row.household === household).map((part) => [part.category, part]),
        );
        // An operator may leave out a source that a part is from; a budget without it would be wrong.
        if (CATEGORIES.some((category) => !parts.has(category))) return [];
        return [[household, byCategory((category) => parts.get(category) as BasketPart)]];
      }),
    );
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
