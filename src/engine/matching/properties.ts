import { HOUSEHOLDS, type Household } from '../../release/household-budgets.ts';
import {
  type BudgetMeasure,
  COST_MEASURES,
  isPayMeasure,
  type NamedMeasure,
  QUALITY_MEASURES,
} from '../../release/measures.ts';
import { PAY_MEASURES } from '../../release/pay.ts';
import type { City } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { checkCurrency } from '../figures/currency.ts';
import { budgetInCurrency } from '../places/budget-finding.ts';
import { Problem } from '../problems.ts';
import { MEASURE_TITLES } from '../summaries/words.ts';
import { TABLE_PROPERTY_IDS, type Value } from './reconciled-rows.ts';

/* What can be added to a matched city, by name: for data extension, and the columns of a matched table. */

/** Whose budget, in which currency, and whether the estimate or an end of its 80 % interval. */
export interface PropertySettings {
  household: Household;
  currency: string;
  bound: (typeof BOUNDS)[number];
}

export interface Property {
  id: string;
  name: string;
  /** Null if the city has none. */
  of(release: Release, city: City, settings: PropertySettings): Value;
}

export const BOUNDS = ['value', 'low', 'high'] as const;
export const USUAL_SETTINGS: PropertySettings = { household: 'one', currency: 'USD', bound: 'value' };

const FACTS: readonly Property[] = [
  { id: 'id', name: 'Id', of: (_, { id }) => id },
  { id: 'name', name: 'Name', of: (_, { name }) => name },
  { id: 'country', name: 'Country', of: (release, { country }) => release.country(country).name },
  {
    id: 'country_code',
    name: 'Country code (ISO 3166-1)',
    of: (release, { country }) => release.country(country).alpha2,
  },
  { id: 'region', name: 'Region', of: (_, { region }) => region },
  { id: 'population', name: 'Population', of: (_, { population }) => population },
  { id: 'latitude', name: 'Latitude', of: (_, { latitude }) => latitude },
  { id: 'longitude', name: 'Longitude', of: (_, { longitude }) => longitude },
  { id: 'geonames_id', name: 'GeoNames id', of: (_, { geonamesId }) => String(geonamesId) },
  { id: 'iata', name: 'IATA codes of its airports', of: (_, { iata }) => iata?.join(' ') ?? null },
];

/** In dollars if the settings say nothing else. */
const BUDGET: Property = {
  id: 'monthly_budget',
  name: 'Monthly budget',
  of(release, city, { household, currency, bound }) {
    const measure: BudgetMeasure = `budget_${household}`;
    const figure = release.measures.figure(measure, city);
    return figure === undefined
      ? null
      : budgetInCurrency(release, figure, { household, measure, currency })[bound];
  },
};

export const PROPERTIES: readonly Property[] = [
  ...FACTS,
  ...COST_MEASURES.map((id) =>
    measured(id, id === 'cost' ? 'cost_index' : `cost_${id.replace('_cost', '')}`),
  ),
  BUDGET,
  ...PAY_MEASURES.map((id) => measured(id, id)),
  ...QUALITY_MEASURES.map((id) => measured(id, id === 'quality' ? 'quality_of_life' : `quality_${id}`)),
];

/** The columns of a matched table. */
export const TABLE_PROPERTIES: readonly Property[] = TABLE_PROPERTY_IDS.map(propertyNamed);

/** @throws Problem for an id that there is not */
export function propertyNamed(id: string): Property {
  const property = PROPERTIES.find((each) => each.id === id);
  if (property !== undefined) return property;
  throw new Problem('invalid_request', `There is no property ${JSON.stringify(id.slice(0, 80))}.`);
}

/** @throws Problem for a setting that has no such value */
export function settingsOf(release: Release, given: Readonly<Record<string, unknown>>): PropertySettings {
  const { household, currency, bound } = { ...USUAL_SETTINGS, ...given };
  const asked = {
    household: HOUSEHOLDS.find((each) => each === household),
    bound: BOUNDS.find((each) => each === bound),
    currency: String(currency).toUpperCase(),
  };
  if (asked.household === undefined || asked.bound === undefined)
    throw new Problem('invalid_request', 'A setting of a property has no such value.');
  checkCurrency(release, asked.currency);
  return { household: asked.household, bound: asked.bound, currency: asked.currency };
}

function measured(measure: NamedMeasure, id: string): Property {
  const kind = COST_MEASURES.some((each) => each === measure)
    ? 'price level, New York = 100'
    : isPayMeasure(measure)
      ? undefined
      : 'score, 0 to 100';
  return {
    id,
    name: kind === undefined ? MEASURE_TITLES[measure] : `${MEASURE_TITLES[measure]} (${kind})`,
    of: (release, city, { bound }) => release.measures.figure(measure, city)?.[bound] ?? null,
  };
}
