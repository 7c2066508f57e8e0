import type { TSchema } from 'typebox';
import { CONTINENTS, type Continent } from '../../release/continents.ts';
import { fold } from '../../release/fold.ts';
import type { Country } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { namesIn } from './finding.ts';
import PARTS from './parts-of-world.json' with { type: 'json' };

/** Countries by continent and by UN M49 region: parameters of `/countries` and `/cities`. */

/*
 * parts-of-world.json has the sub-regions of UN M49, then its intermediate regions, as ids; the continents that have a name in languages;
 * and of each its code, by which CLDR names it in languages (null: it is found by its English name only), and what UN M49 calls
 * otherwise. A part that has no list of its own leads to the one that it is in.
 */
type Subregion = keyof typeof PARTS.subregions;
export const SUBREGIONS = Object.keys(PARTS.subregions) as [Subregion, ...Subregion[]];

const NAMED_PARTS = Object.entries({ ...PARTS.subregions, ...PARTS.continents });

/** In the order of their codes: where two parts have one name, the later one counts. */
const CODES = NAMED_PARTS.flatMap(([id, { code }]) => (code === null ? [] : [{ id, code }])).sort(
  (one, other) => Number(one.code) - Number(other.code),
);

/** @param places what is listed: `countries` */
export function worldParameters(places: string): Record<string, TSchema> {
  return {
    continent: field.optional.text(
      `Only ${places} on this continent (GeoNames); separate several by commas: ${CONTINENTS.join(', ')}.`,
      { minLength: 1, maxLength: 100 },
      'europe',
    ),
    subregion: field.optional.text(
      `Only ${places} in this sub-region or intermediate region of UN M49 (DataHub); separate several by commas: ${SUBREGIONS.join(', ')}.`,
      { minLength: 1, maxLength: 400 },
      'southern-europe',
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
  const name = fold(text).replace(/^the /, '');
  const id = namesOfParts().get(name) ?? partOfWorldId(name);
  const continent = CONTINENTS.find((known) => known === id);
  if (continent !== undefined) return { continent };
  const subregion = SUBREGIONS.find((known) => known === id);
  return subregion && { subregion };
}

const LANGUAGES = 'ar cs da de el en es fi fr he hi hu id it ja ko nl no pl pt ro ru sv th tr uk vi zh'.split(
  ' ',
);
let names: Map<string, string> | undefined;

/** The ids of parts of the world by their names, folded. Created on first use. */
function namesOfParts(): ReadonlyMap<string, string> {
  names ??= new Map(
    [
      ...LANGUAGES.flatMap((language) => {
        const named = new Intl.DisplayNames(language, { type: 'region' });
        return CODES.map(({ code, id }) => [named.of(code), id]);
      }),
      ...NAMED_PARTS.flatMap(([id, { other_names: others }]) => others.map((name) => [name, id])),
    ].map(([name = '', id = '']) => [fold(name), id]),
  );
  return names;
}

function regionIds({ subregion, intermediate_region }: Country['detail']): string[] {
  return [subregion, intermediate_region].flatMap((name) => (name === null ? [] : [partOfWorldId(name)]));
}

/** `South-eastern Asia`: `south-eastern-asia` */
export function partOfWorldId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
