import type { Fact } from '../../building/facts/fact.ts';
import type { RegionMatches } from '../places/match-regions.ts';

/** The deaths of a year, and the people among whom they were counted. */
export interface YearOfDeaths {
  deaths: number;
  people: number;
}

/**
 * Deaths per 100,000 people and year, over all years together. The standard error is that of a Poisson count; if nobody died,
 * that of one death, so that deaths and person-years can always be told from the rate and its error.
 */
export function homicideRate(
  years: readonly YearOfDeaths[],
): Pick<Fact, 'unit' | 'value' | 'standard_error'> {
  const deaths = years.reduce((sum, year) => sum + year.deaths, 0);
  const people = years.reduce((sum, year) => sum + year.people, 0);
  return {
    unit: 'per_100000_people',
    value: toSixDigits((100_000 * deaths) / people),
    standard_error: toSixDigits((100_000 * Math.sqrt(Math.max(1, deaths))) / people),
  };
}

/** A country whose deaths are published by region only. */
interface CountryOfRegions {
  country: string;
  /** What is counted. */
  note: string;
  /** How the country's own figure came about. */
  sum: string;
  regions: readonly { name: string; years: readonly YearOfDeaths[] }[];
}

/** The rates of the regions, and that of the country, which is of their sum. */
export function homicidesOfRegions(
  figure: Pick<Fact, 'metric' | 'period' | 'source'>,
  { country, note, sum, regions }: CountryOfRegions,
  matches: RegionMatches,
): Fact[] {
  return [
    ...regions.flatMap(({ name, years }) =>
      matches
        .of(name)
        .map((place): Fact => ({ place, grain: 'region', ...figure, ...homicideRate(years), note })),
    ),
    {
      place: country,
      grain: 'country',
      ...figure,
      ...homicideRate(sumOfPlaces(regions.map(({ years }) => years))),
      note: `${note}; ${sum}`,
    },
  ];
}

/** Year by year, the sums over places. */
export function sumOfPlaces(places: readonly (readonly YearOfDeaths[])[]): YearOfDeaths[] {
  const [first = []] = places;
  return first.map((_, year) => ({
    deaths: places.reduce((sum, place) => sum + (place[year]?.deaths ?? 0), 0),
    people: places.reduce((sum, place) => sum + (place[year]?.people ?? 0), 0),
  }));
}

/** `2022-01-01/2024-12-31` */
export function wholeYears(first: string, last: string): string {
  return `${first}-01-01/${last}-12-31`;
}

function toSixDigits(value: number): number {
  return Number(value.toPrecision(6));
}
