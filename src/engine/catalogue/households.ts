import type { DatabaseSync } from 'node:sqlite';
import { byCategory } from '../../release/cost-basket.ts';
import {
  type BasketPart,
  HOUSEHOLDS,
  type HomeRents,
  type Household,
} from '../../release/household-budgets.ts';
import type { City } from './place.ts';
import { type Query, records } from './release-rows.ts';

type Parts = Readonly<Record<keyof ReturnType<typeof byCategory>, BasketPart>>;

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
      HOUSEHOLDS.map((household) => [
        household,
        byCategory((category) => {
          const part = rows.find((row) => row.household === household && row.category === category);
          if (part === undefined) throw new Error(`it has no ${category} of the household ${household}`);
          return part;
        }),
      ]),
    );
    this.#rents = rents;
  }

  basket(household: Household): Parts {
    const basket = this.#baskets.get(household);
    if (basket === undefined) throw new Error(`there is no household ${household}`);
    return basket;
  }

  /** Official rents of the city or its area; undefined if no publisher has them for homes of all sizes. */
  rents({ id }: City): HomeRents | undefined {
    return this.#rents.get(`city/${id}`) as unknown as HomeRents | undefined;
  }
}
