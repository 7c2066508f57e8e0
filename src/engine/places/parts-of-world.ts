import type { TSchema } from 'typebox';
import { CONTINENTS, type Continent } from '../../release/continents.ts';
import { fold } from '../../release/fold.ts';
import type { Country } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { namesIn } from './finding.ts';

/** Countries by continent and by UN M49 region: parameters of `/countries` and `/cities`. */

/**
 * Sub-regions of UN M49, then its intermediate regions, as ids, with their codes, by which CLDR names them in languages; null for
 * those that are found by their English name only.
 */
const SUBREGION_CODES = {
  'australia-and-new-zealand': '053',
  'central-asia': '143',
  'eastern-asia': '030',
  'eastern-europe': '151',
  'latin-america-and-the-caribbean': '419',
  melanesia: null,
  micronesia: null,
  'northern-africa': '015',
  'northern-america': '021',
  'northern-europe': '154',
  polynesia: null,
  'south-eastern-asia': '035',
  'southern-asia': '034',
  'southern-europe': '039',
  'sub-saharan-africa': '202',
  'western-asia': '145',
  'western-europe': '155',
  caribbean: '029',
  'central-america': '013',
  'eastern-africa': '014',
  'middle-africa': '017',
  'south-america': '005',
  'southern-africa': '018',
  'western-africa': '011',
} as const;
type Subregion = keyof typeof SUBREGION_CODES;
export const SUBREGIONS = Object.keys(SUBREGION_CODES) as [Subregion, ...Subregion[]];

/** The parts of the world that have names in languages, in the order of their codes: where two have one name, the later one counts. */
const CODES = Object.entries({
  ...SUBREGION_CODES,
  africa: '002',
  'north-america': '003',
  oceania: '009',
  asia: '142',
  europe: '150',
})
  .flatMap(([id, code]) => (code === null ? [] : [{ id, code }]))
  .sort((one, other) => Number(one.code) - Number(other.code));

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

/** What UN M49 calls otherwise; a part that has no list of its own leads to the one that it is in. */
const OTHER_NAMES: Readonly<Partial<Record<Continent | Subregion, string>>> = {
  'australia-and-new-zealand': 'australasia',
  'eastern-asia': 'east asia,far east',
  'eastern-europe': 'east europe,central and eastern europe,central europe',
  'latin-america-and-the-caribbean': 'latin america,latam',
  'northern-africa': 'north africa,maghreb',
  'northern-europe':
    'scandinavia,nordics,nordic countries,baltics,baltic states,baltic countries,skandinavien,scandinavie,escandinavia',
  'south-eastern-asia': 'southeast asia,south east asia,southeastern asia,sudostasien',
  'southern-asia': 'south asia,indian subcontinent',
  'southern-europe':
    'south europe,balkans,balkan,iberia,iberian peninsula,balkan peninsula,mediterranean europe',
  'sub-saharan-africa': 'subsaharan africa',
  'western-africa': 'west africa',
  'eastern-africa': 'east africa',
  'middle-africa': 'central africa',
  'western-asia':
    'middle east,near east,gulf states,arabian peninsula,caucasus,naher osten,moyen orient,oriente medio',
  'western-europe': 'west europe,benelux,alps',
  oceania: 'pacific islands,south pacific',
};

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
      ...Object.entries(OTHER_NAMES).flatMap(([id, others]) => others.split(',').map((name) => [name, id])),
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
