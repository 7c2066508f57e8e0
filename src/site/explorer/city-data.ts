import { ask } from '../../engine/ask.ts';
import type { City } from '../../engine/catalogue/place.ts';
import { resolveCityOrThrow } from '../../engine/places/place-resolution.ts';
import type { SummaryDocument } from '../../engine/summaries/document.ts';
import { placeDocument } from '../../engine/summaries/place.ts';
import { permanentAddress } from '../addresses.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';
import { budgetQuery } from './budget-section.ts';

/** What the city is, and its current figures: the responses about it. */
export type CityFigures = ReturnType<typeof figuresOf>;

/** The responses that the page is made from. */
export type CityData = ReturnType<typeof cityData>;

const SIMILAR_CITIES = 8;

export function figuresOf(
  request: PageRequest,
  city = resolveCityOrThrow(request.release, request.parameters.city_id ?? '').place,
) {
  const about = { place: city.id };
  return {
    city,
    detail: ask(request, '/cities/{city_id}', about).body,
    cost: ask(request, '/data/cost-of-living/{city_id}', { ...about, query: budgetQuery(request) }).body,
    quality: ask(request, '/data/quality-of-life/{city_id}', about).body,
  };
}

export function cityData(request: PageRequest, place?: City) {
  const figures = figuresOf(request, place);
  const about = { place: figures.city.id };
  return {
    ...figures,
    history: ask(request, '/data/history/cities/{city_id}', about).body,
    similar: ask(request, '/data/similar/{city_id}', { ...about, query: { limit: SIMILAR_CITIES } }).body,
  };
}

/** The city in two sentences. */
export function summary({ city, detail, cost }: CityFigures, messages: Messages): string {
  return messages.cost.sentence(city.name, detail.country.name, cost);
}

/** All figures of the city, for the page as CSV and Markdown. */
export function documentOf(request: PageRequest): SummaryDocument {
  const { city, detail, cost, quality } = figuresOf(request);
  const url = permanentAddress(request, `/cities/${city.id}`);
  return placeDocument({ place: detail, cost, quality }, { detail: 'full', url });
}
