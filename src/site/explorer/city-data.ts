import type { Static } from 'typebox';
import { type CostOfLiving, getCostOfLiving } from '../../api/cost/cost-of-living.ts';
import { type CityHistory, getCityHistory } from '../../api/history/history.ts';
import { type CityDetail, getCity } from '../../api/places/cities.ts';
import { resolveCityOrThrow } from '../../api/places/place-resolution.ts';
import { getQualityOfLife, type QualityOfLife } from '../../api/quality/quality-of-life.ts';
import { getSimilarCities, type SimilarCities } from '../../api/similar/similar-cities.ts';
import type { City } from '../../catalogue/release.ts';
import type { CompactDocument } from '../../compact/document.ts';
import { placeDocument } from '../../compact/place.ts';
import { costSentence } from '../../compact/sentences.ts';
import type { PageRequest } from '../site-page.ts';

/** The responses about the city, from which the page and its twins are made. */
export interface CityData {
  city: City;
  detail: Static<typeof CityDetail>;
  cost: CostOfLiving;
  quality: QualityOfLife;
  history: Static<typeof CityHistory>;
  similar: Static<typeof SimilarCities>;
}

/** Without a minimum, the results would be small towns, but people look for larger cities. */
export const SIMILAR = { limit: 8, min_population: 100_000 };

export function dataOf(
  request: PageRequest,
  city = resolveCityOrThrow(request.release, request.parameters.city_id ?? '').place,
): CityData {
  const parameters = { city_id: city.id };
  return {
    city,
    detail: getCity.resolve(request, parameters, {}).answer().body as CityData['detail'],
    cost: getCostOfLiving.resolve(request, parameters, {}).answer().body as CostOfLiving,
    quality: getQualityOfLife.resolve(request, parameters, {}).answer().body as QualityOfLife,
    history: getCityHistory.resolve(request, parameters, {}).answer().body as CityData['history'],
    similar: getSimilarCities.resolve(request, parameters, SIMILAR).answer().body as CityData['similar'],
  };
}

/** The city in two sentences. */
export function summary({ city, detail, cost }: CityData): string {
  return costSentence(city.name, detail.country.name, cost);
}

/** All figures of the city, for the twins of the page. */
export function documentOf(request: PageRequest): CompactDocument {
  const { city, detail, cost, quality } = dataOf(request);
  const url = `${request.publicUrl}/cities/${city.id}`;
  return placeDocument({ place: detail, cost, quality }, { detail: 'full', url });
}
