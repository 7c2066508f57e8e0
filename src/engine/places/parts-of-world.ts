import Type, { type TSchema } from 'typebox';
import { CONTINENTS, type Continent } from '../../release/continents.ts';
import { fold } from '../../release/fold.ts';
import type { Country } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { namesIn } from './finding.ts';

/** Countries by continent and by UN M49 region: parameters of `/countries` and `/cities`. */

/** Sub-regions of UN M49, then its intermediate regions, as ids. */
export const SUBREGIONS = [
  'australia-and-new-zealand',
  'central-asia',
  'eastern-asia',
  'eastern-europe',
  'latin-america-and-the-caribbean',
  'melanesia',
  'micronesia',
  'northern-africa',
  'northern-america',
  'northern-europe',
  'polynesia',
  'south-eastern-asia',
  'southern-asia',
  'southern-europe',
  'sub-saharan-africa',
  'western-asia',
  'western-europe',
  'caribbean',
  'central-america',
  'eastern-africa',
  'middle-africa',
  'south-america',
  'southern-africa',
  'western-africa',
] as const;
type Subregion = (typeof SUBREGIONS)[number];

/** @param places what is listed: `countries` */
export function worldParameters(places: string): Record<string, TSchema> {
  return {
    continent: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: `Only ${places} on this continent (GeoNames); separate several by commas: ${CONTINENTS.join(', ')}.`,
        examples: ['europe'],
      }),
    ),
    subregion: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description: `Only ${places} in this sub-region or intermediate region of UN M49 (DataHub); separate several by commas: ${SUBREGIONS.join(', ')}.`,
        examples: ['southern-europe'],
      }),
    ),
  };
}

/** The countries that `continent` and `subregion` let through, by id; undefined if the request has neither. */
export function countriesAsked(
  { countries }: Release,
  query: Readonly<Record<string, unknown>>,
  canonical: URLSearchParams,
): ReadonlySet<string> | undefined {
  const continents = namesIn(query, 'continent', CONTINENTS, canonical);
  const subregions = namesIn(query, 'subregion', SUBREGIONS, canonical);
  if (continents === undefined && subregions === undefined) return undefined;
  const wanted = countries.filter(
    ({ detail }) =>
      (continents === undefined || continents.includes(detail.continent)) &&
      (subregions === undefined || subregions.some((id) => regionIds(detail).includes(id))),
  );
  return new Set(wanted.map(({ id }) => id));
}

/** The part of the world that a text names, as a parameter and its value; undefined if it names none. */
export function partOfWorldNamed(
  text: string,
): { continent: Continent } | { subregion: Subregion } | undefined {
  const id = partOfWorldId(fold(text));
  const continent = CONTINENTS.find((known) => known === id);
  if (continent !== undefined) return { continent };
  const subregion = SUBREGIONS.find((known) => known === id);
  return subregion && { subregion };
}

function regionIds({ subregion, intermediate_region }: Country['detail']): string[] {
  return [subregion, intermediate_region].flatMap((name) => (name === null ? [] : [partOfWorldId(name)]));
}

/** `South-eastern Asia`: `south-eastern-asia` */
export function partOfWorldId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
