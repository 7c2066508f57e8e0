import { ask } from '../../engine/ask.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { budgetCurrency } from '../../engine/cost/budget.ts';
import { declared } from '../../engine/parameters/query-text.ts';
import { comparedPlaces } from '../../engine/places/compared-places.ts';
import { resolveCityOrThrow } from '../../engine/places/place-resolution.ts';
import { invalidParameter } from '../../engine/problems.ts';
import { namesApart } from '../../engine/summaries/comparison.ts';
import { typedAmount } from '../../engine/summaries/typed-amount.ts';
import { fold } from '../../release/fold.ts';
import type { PageRequest } from '../site-page.ts';

/** Names of the parameters that name what is compared. */
export const COMPARED = ['cities', 'countries'] as const;

/** Whether an address names at least two places. */
export function comparesPlaces(query: PageRequest['query']): boolean {
  return COMPARED.flatMap((name) => query[name]?.split(',').filter(Boolean) ?? []).length > 1;
}

/** What a comparison asks the API. */
export function comparisonOf(request: PageRequest) {
  const { release, query } = request;
  const { household = 'one', weights, group_weights } = query;
  const places = declared(COMPARED, query);
  // Pay without a currency is in that of the first place.
  const ofFirst = () => budgetCurrency(release, comparedPlaces(release, places).first, undefined);
  const currency = query.currency?.trim() ?? (query.amount && ofFirst());
  const amount = query.amount && typedAmount(query.amount);
  if (query.amount !== undefined && amount === undefined)
    throw invalidParameter('amount', 'must be a number such as 60000 or 60,000.50');
  const spent = { ...places, weights, household, currency, amount };
  return {
    cost: ask(request, '/data/cost-of-living', { query: spent }).body,
    quality: ask(request, '/data/quality-of-life', { query: { ...places, weights: group_weights } }).body,
  };
}

/** A city or country as the page names it. */
export interface ComparedPlace {
  id: string;
  name: string;
  /** Of a city. */
  country?: string;
  /** Its own page. */
  to: string;
}

export type ReadableComparison = ReturnType<typeof readable>;
export type ComparedCost = ReadableComparison['cost']['places'][number];
export type ComparedQuality = ReadableComparison['quality']['places'][number];

/** Cities and countries in one list, with names that people can tell apart: those that share one have their region or country with it. */
export function readable(
  { cost, quality }: ReturnType<typeof comparisonOf>,
  { release }: Pick<PageRequest, 'release'>,
) {
  const places = [
    ...cost.cities.map(({ city: { id, name, country } }): ComparedPlace & { names: string[] } => {
      const region = release.city(id)?.region ?? null;
      const longer = region === null ? [] : [`${name}, ${region}`, `${name}, ${region}, ${country.name}`];
      const names = [name, ...longer, `${name}, ${country.name}`, `${name} (${id})`];
      return { id, name, names, country: country.name, to: `/cities/${id}` };
    }),
    ...cost.countries.map(({ country: { id, name } }) => ({
      id,
      name,
      names: [name],
      to: `/countries/${id}`,
    })),
  ];
  const apart = namesApart(places.map(({ names }) => names));
  const placed = <Of>(compared: readonly Of[]) =>
    compared.flatMap((of, at) => {
      const place = places[at];
      const named: ComparedPlace | undefined = place && { ...place, name: apart[at] ?? place.name };
      return named === undefined ? [] : { ...of, place: named };
    });
  return {
    /** The parameters with canonical ids. */
    ids: {
      cities: cost.cities.map(({ city }) => city.id).join() || undefined,
      countries: cost.countries.map(({ country }) => country.id).join() || undefined,
    },
    cost: {
      ...(cost.amount !== undefined && { amount: cost.amount }),
      places: placed([...cost.cities, ...cost.countries]),
    },
    quality: { places: placed([...quality.cities, ...quality.countries]) },
  };
}

/** The parameter for a name that someone typed: a country by its name, unless its capital is called so, else a city. */
export function typedPlace(release: Release, text: string): { cities: string } | { countries: string } {
  const country = release.resolveCountry(text.trim());
  if (country.kind === 'found') {
    const { id, names } = country.place;
    if (names.includes(`|${fold(text)}|`) && release.city(id)?.country !== id) return { countries: id };
  }
  return { cities: resolveCityOrThrow(release, text).place.id };
}
