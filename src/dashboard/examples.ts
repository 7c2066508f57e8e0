import { getCostOfLiving } from '../api/cost/cost-of-living.ts';
import type { Endpoint } from '../api/endpoint.ts';
import { getCity } from '../api/places/cities.ts';
import { getQualityOfLife } from '../api/quality/quality-of-life.ts';
import type { Release } from '../catalogue/release.ts';
import { Asset } from '../http/asset.ts';
import { Problem } from '../http/problems.ts';
import type { Example } from './interface.ts';

/** Cities that a visitor without a key may look at; every other one takes a key. */
const CITIES = ['lisbon', 'london', 'new-york', 'tokyo', 'sydney', 'warsaw', 'nairobi'];
const ENDPOINTS: readonly Endpoint[] = [getCity, getCostOfLiving, getQualityOfLife];

/** What the API answers about a few cities, made once a release. */
export class Examples {
  #release: Release | undefined;
  readonly #assets = new Map<string, Asset>();

  /** {@link Example} as JSON. @throws Problem for a city that is none of the few */
  of(release: Release, baseUrl: string, cityId: string): Asset {
    if (this.#release !== release) this.#assets.clear();
    this.#release = release;
    let asset = this.#assets.get(cityId);
    if (asset === undefined) {
      asset = new Asset(
        'application/json; charset=utf-8',
        JSON.stringify(exampleOf(release, baseUrl, cityId)),
      );
      this.#assets.set(cityId, asset);
    }
    return asset;
  }
}

/** The same handlers, the same release. */
function exampleOf(release: Release, baseUrl: string, cityId: string): Example {
  const cities = CITIES.flatMap((id) => release.city(id) ?? []);
  if (!cities.some(({ id }) => id === cityId))
    throw new Problem('not_found', `Without a key there is ${CITIES.join(', ')}.`);
  return {
    cities: cities.map(({ id, name, country }) => ({
      id,
      name,
      country: release.country(country).name,
    })),
    answers: ENDPOINTS.map((endpoint) => ({
      path: endpoint.path.replace('{city_id}', cityId),
      body: JSON.parse(endpoint.answer({ release, baseUrl }, { city_id: cityId }, {}).render().json),
    })),
  };
}
