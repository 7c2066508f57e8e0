import { CATEGORIES } from '../../../release/cost-basket.ts';
import type { Fact } from '../facts/fact.ts';
import { filled, numberThatIs, recordTable, text, texts, word } from '../files/records.ts';

/*
 * The tables of data/estimates that say what series of figures the estimates use, each row with its reason. `note` is that of the
 * facts; empty for all notes of the source and metric that no other row names. `sd` is the standard deviation (ln) of a figure as
 * a measure of the level of the place that it was measured for.
 */

type Series = Pick<Fact, 'source' | 'metric' | 'note'>;

/** The key of a series. */
export function seriesKey({ source, metric, note }: Series): string {
  return note === '' ? `${source} ${metric}` : `${source} ${metric} ${note}`;
}

/** Finds the row for a fact; undefined if no row of the table includes it. */
export class SeriesTable<Row extends Series> {
  readonly #rows: ReadonlyMap<string, Row>;

  constructor(rows: readonly Row[]) {
    this.#rows = new Map(rows.map((row) => [seriesKey(row), row]));
  }

  of({ source, metric, note }: Series): Row | undefined {
    return (
      this.#rows.get(seriesKey({ source, metric, note })) ??
      this.#rows.get(seriesKey({ source, metric, note: '' }))
    );
  }
}

const share = numberThatIs('between 0 and 1', (value) => value > 0 && value < 1);

/** The kinds of rents. `housing` of the index is the first: a dwelling let now, on the market, in the city itself. */
const RENT_KINDS = [
  /** Leases signed recently. */
  'new_lease',
  /** Rents advertised, or quoted by agents. */
  'asking',
  /** All tenancies, including those of sitting tenants. */
  'all_tenancies',
  /** Mostly regulated or public rents, or rents after an allowance. */
  'regulated',
  /** Imputed rents of owners. */
  'imputed',
  /** Of one home in each place, whose quality differs from place to place. */
  'any_quality',
  /** Of few or subsidised homes, which say nothing about what is let now: shown, and left out of the estimates. */
  'other_homes',
] as const;
export type RentKind = (typeof RENT_KINDS)[number];

/** Rents that differ only by place: rows of data/estimates/rent-series.tsv. */
export interface RentSeries extends Series {
  kind: RentKind;
  sd: number;
  /** Key of the series whose unknown level it shares: its own, or that of the rents that it was computed from or extends. */
  level: string;
}

/** Rents that were computed from official figures, by us or by a third party. */
export const DERIVED_RENT = 'derived_city_rent';

const RENT_SERIES = recordTable(
  'estimates/rent-series',
  { source: text, metric: text, note: text, kind: word(RENT_KINDS), sd: share, reason: filled },
  seriesKey,
);
/** Series that extend another one to places that it does not have, with the other. */
const RENT_SERIES_TERMS = recordTable('estimates/rent-series-terms', {
  ...texts('source', 'metric', 'termsSource', 'termsMetric'),
  reason: filled,
});

export function readRentSeries(dataDirectory: string): RentSeries[] {
  const rows = RENT_SERIES.read(dataDirectory);
  const terms = new Map(
    RENT_SERIES_TERMS.read(dataDirectory).map(({ source, metric, termsSource, termsMetric }) => [
      seriesKey({ source, metric, note: '' }),
      seriesKey({ source: termsSource, metric: termsMetric, note: '' }),
    ]),
  );
  return rows.map(({ reason: _, ...row }) => {
    const published = rows.filter(({ source, metric }) => source === row.source && metric !== DERIVED_RENT);
    const level = row.metric === DERIVED_RENT && published.length === 1 ? published[0] : undefined;
    return { ...row, level: terms.get(seriesKey(row)) ?? seriesKey(level ?? row) };
  });
}

/** The goods and services in a regional basket or price index. */
const BASKET_COVERS = [
  'all',
  'without_rent',
  'food',
  /** Basic needs of the poor: mostly food, and little rent. */
  'poor_basket',
] as const;
export type BasketCovers = (typeof BASKET_COVERS)[number];

/** Prices that differ only by place. */
export const { read: readRegionalSeries } = recordTable(
  'estimates/regional-series',
  { source: text, metric: text, note: text, covers: word(BASKET_COVERS), sd: share, reason: filled },
  seriesKey,
);
export type RegionalSeries = Omit<ReturnType<typeof readRegionalSeries>[number], 'reason'>;

/**
 * A flat of 70 m² with two bedrooms, let now, without utilities, a month, in the currency of the figure. The United States are among
 * its countries, so it has their level: the base of all prices.
 */
export const DWELLING = 'dwelling';

/**
 * Rents that can be compared between countries. Where many countries share a definition of their own (`eurostat-two-bedroom`), only
 * differences count. All other rents are brought to DWELLING.
 */
export const { read: readComparableRents } = recordTable(
  'estimates/comparable-rents',
  {
    ...texts('source', 'metric', 'note'),
    /** Rents with the same basis differ only by place, in any country and currency. */
    basis: filled,
    /** What the figure is to be multiplied by to be a rent of the basis: square metres, months, charges, sitting tenants. */
    factor: numberThatIs('above 0', (value) => value > 0),
    sd: share,
    /** Standard deviation (ln) of the factor, an error that all figures of the row share. */
    sharedSd: numberThatIs('between 0 and 1', (value) => value >= 0 && value < 1),
    reason: filled,
  },
  seriesKey,
);
export type ComparableRents = Omit<ReturnType<typeof readComparableRents>[number], 'reason'>;

/** Which category an item of a household survey (the note of its facts) belongs to; '' if the budget leaves it out. */
export const { read: readHouseholdItems } = recordTable('estimates/household-items', {
  source: text,
  item: text,
  category: word(['', ...CATEGORIES]),
  reason: filled,
});
export type HouseholdItem = ReturnType<typeof readHouseholdItems>[number];
