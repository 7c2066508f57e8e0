import { mean } from 'simple-statistics';
import { numberThatIs, recordTable, text, word } from '../files/records.ts';

/** How close the nearest official rents are to an estimate, from the nearest to none. */
export const NEAREST_RENTS = [
  /** A rent of the city or its area. */
  'city',
  /** Rents of other cities of its first-level region. */
  'region',
  /** Rents of other regions of its country. */
  'country',
  /** Rents of other countries, from which the rule was learned. */
  'none',
] as const;
export type NearestRents = (typeof NEAREST_RENTS)[number];

/** What the rents of a row are of: one city each, an area with several of our cities each, or either. */
const PLACES_OF_RENTS = ['city', 'area', ''] as const;

/** Rows of data/estimates/rent-intervals.tsv: the necessary width of intervals relative to those of the model. */
export const { read: readRentIntervals, write: writeRentIntervals } = recordTable(
  'estimates/rent-intervals',
  {
    nearest: word(NEAREST_RENTS),
    /** Key of the country; '' for rents without a row of their own. */
    countryKey: text,
    /** Key of a series of rents. */
    series: text,
    places: word(PLACES_OF_RENTS),
    /** How many rents were left out, one after the other, to find the factor. */
    rents: numberThatIs('a number of rents', (value) => value > 0),
    /** Multiplies the standard deviation. */
    factor: {
      ...numberThatIs('between 0.2 and 5', (value) => value > 0.2 && value < 5),
      write: (value: number) => value.toFixed(2),
    },
  },
);
export type RentInterval = ReturnType<typeof readRentIntervals>[number];

/** A rent as the factors know it. */
export interface RentOfSeries {
  /** Key. */
  country: string;
  /** Key of its series. */
  series: string;
  /** Of an area with several of our cities. */
  ofArea: boolean;
}

/** The row of a rent. */
export function rowOfRent({ country, series, ofArea }: RentOfSeries) {
  return { countryKey: country, series, places: ofArea ? 'area' : 'city' } as const;
}

/** Finds the factor for the standard deviation of a rent; 1 where the table has none. */
export class RentIntervals {
  readonly #factors: ReadonlyMap<string, number>;

  constructor(rows: readonly RentInterval[]) {
    this.#factors = new Map(rows.map((row) => [keyOf(row), row.factor]));
  }

  /** The factor of a rent, or without one of all that have none. */
  of(nearest: NearestRents, rent?: RentOfSeries): number {
    const own = rent && this.#factors.get(keyOf({ nearest, ...rowOfRent(rent) }));
    return own ?? this.#factors.get(keyOf({ nearest, countryKey: '', series: '', places: '' })) ?? 1;
  }

  /** The mean factor of the country's rents. */
  ofCountry(nearest: NearestRents, rents: readonly RentOfSeries[]): number {
    if (rents.length === 0) return this.of(nearest);
    return mean(rents.map((rent) => this.of(nearest, rent)));
  }
}

function keyOf({ nearest, countryKey, series, places }: Omit<RentInterval, 'rents' | 'factor'>): string {
  return `${nearest} ${countryKey} ${series} ${places}`;
}
