import type { Static } from 'typebox';
import type { City } from '../../engine/catalogue/release.ts';
import { type CostOfLiving, getCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import { type CityHistory, getCityHistory } from '../../engine/history/history.ts';
import { type CityDetail, getCity } from '../../engine/places/cities.ts';
import { resolveCityOrThrow } from '../../engine/places/place-resolution.ts';
import { getQualityOfLife, type QualityOfLife } from '../../engine/quality/quality-of-life.ts';
import { getSimilarCities, type SimilarCities } from '../../engine/similar/similar-cities.ts';
import type { CompactDocument } from '../../engine/summaries/document.ts';
import { placeDocument } from '../../engine/summaries/place.ts';
import { costSentence } from '../../engine/summaries/sentences.ts';
import type { PageRequest } from '../site-page.ts';

/** What the city is, and its current figures: the responses about it. */
export interface CityFigures {
  city: City;
  detail: Static<typeof CityDetail>;
  cost: CostOfLiving;
  quality: QualityOfLife;
}

/** The responses that the page is made from. */
export interface CityData extends CityFigures {
  history: Static<typeof CityHistory>;
  similar: Static<typeof SimilarCities>;
}

/** Without a minimum, the results would be small towns, but people look for larger cities. */
export const SIMILAR = { limit: 8, min_population: 100_000 };

export function figuresOf(
  request: PageRequest,
  city = resolveCityOrThrow(request.release, request.parameters.city_id ?? '').place,
): CityFigures {
  const parameters = { city_id: city.id };
  return {
    city,
    detail: getCity.resolve(request, parameters, {}).answer().body as CityData['detail'],
    cost: getCostOfLiving.resolve(request, parameters, {}).answer().body as CostOfLiving,
    quality: getQualityOfLife.resolve(request, parameters, {}).answer().body as QualityOfLife,
  };
}

export function dataOf(request: PageRequest, place?: City): CityData {
  const figures = figuresOf(request, place);
  const parameters = { city_id: figures.city.id };
  return {
    ...figures,
    history: getCityHistory.resolve(request, parameters, {}).answer().body as CityData['history'],
    similar: getSimilarCities.resolve(request, parameters, SIMILAR).answer().body as CityData['similar'],
  };
}

/** The city in two sentences. */
export function summary({ city, detail, cost }: CityFigures): string {
  return costSentence(city.name, detail.country.name, cost);
}

/** All figures of the city, for the page as CSV and Markdown. */
export function documentOf(request: PageRequest): CompactDocument {
  const { city, detail, cost, quality } = figuresOf(request);
  const url = `${request.publicUrl}/cities/${city.id}`;
  return placeDocument({ place: detail, cost, quality }, { detail: 'full', url });
}
