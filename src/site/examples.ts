import { getCostOfLiving } from '../api/cost/cost-of-living.ts';
import { type Endpoint, jsonWriter } from '../api/endpoint.ts';
import { getCity } from '../api/places/cities.ts';
import { getQualityOfLife } from '../api/quality/quality-of-life.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Example } from '../dashboard/interface.ts';
import { JSON_LINE, REVALIDATE_LINE, VARY_LINE } from './page-lines.ts';
import type { Page } from './site.ts';

/** Cities that visitors can see without a key; all others need a key. */
const CITIES = ['lisbon', 'london', 'new-york', 'tokyo', 'sydney', 'warsaw', 'nairobi'];
const ENDPOINTS: readonly Endpoint[] = [getCity, getCostOfLiving, getQualityOfLife];

/** Responses of the API about a few cities, for the front page: each is an {@link Example} as JSON. */
export function examples(catalogue: Catalogue, publicUrl: string): Page[] {
  return CITIES.map((id) => ({
    path: `/examples/${id}`,
    route: '/examples/:city',
    version: () => catalogue.release.contentHash,
    lines: () => VARY_LINE,
    render: () => ({
      body: JSON.stringify(exampleOf(catalogue, `${publicUrl}/v1`, id)),
      typeLine: JSON_LINE,
      cacheLine: REVALIDATE_LINE,
    }),
  }));
}

function exampleOf({ release }: Catalogue, baseUrl: string, cityId: string): Example {
  const cities = CITIES.flatMap((id) => release.city(id) ?? []);
  return {
    cities: cities.map(({ id, name, country }) => ({
      id,
      name,
      country: release.country(country).name,
    })),
    answers: ENDPOINTS.map((endpoint) => ({
      path: endpoint.path.replace('{city_id}', cityId),
      body: JSON.parse(
        jsonWriter(endpoint)(endpoint.resolve({ release, baseUrl }, { city_id: cityId }, {}).answer().body),
      ),
    })),
  };
}
