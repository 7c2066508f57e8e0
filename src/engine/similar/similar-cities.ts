import Type, { type Static, type TSchema } from 'typebox';
import { COST_MEASURES, type MeasureId, type NamedMeasure } from '../../release/measures.ts';
import { roundTo } from '../../release/round-to.ts';
import { PROFILE, type SimilarCity } from '../catalogue/city-profiles.ts';
import type { City } from '../catalogue/place.ts';
import { LEAST_PEOPLE } from '../catalogue/ranks.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { type Column, cityFeature, fieldColumns, type Table } from '../formats/table.ts';
import { queryText } from '../parameters/query-text.ts';
import { summaryFields } from '../places/cities.ts';
import { filterCountry } from '../places/city-list.ts';
import { columnName, FIGURE_COLUMNS, MeasuredFigure, shownFigures } from '../places/finding.ts';
import { answerAbout, cityReference, resolveCityOrThrow } from '../places/place-resolution.ts';
import { invalidParameter } from '../problems.ts';
import { byName, CityReference, ReleaseVersion, resource } from '../schemas.ts';

const DEFAULT_LIMIT = 10;
const MOST_CITIES = 50;
/** How many parts a response names as most alike, and as most different. */
const NAMED_PARTS = 3;

const MEASURES_OF_PROFILE = PROFILE.map(({ measure }) => measure);
const ARE_COSTS: ReadonlySet<MeasureId> = new Set(COST_MEASURES);

const REASONS = ['no_figures', 'weak_evidence', 'no_candidates'] as const;
type Reason = (typeof REASONS)[number];

function byPart<Schema extends TSchema>(description: string, schema: Schema) {
  return byName(MEASURES_OF_PROFILE, schema, description);
}
const partNames = (description: string) => field.list(Type.String(), description);
const profileFigures = (whose: string) =>
  byPart(
    `Figures of ${whose} by part, as in \`/cities\`. Its cost-of-living and quality-of-life data have their sources.`,
    field.nullable(MeasuredFigure),
  );

const SimilarCitySchema = resource('SimilarCity', 'A similar city, and why it is similar.', {
  city: CityReference,
  region: summaryFields.region,
  population: field.integerOrNull('Inhabitants according to GeoNames; null if GeoNames has no count.'),
  distance: field.number(
    'How different the two cities are: the square root of the sum of `parts.*.contribution`, and of twice the weight of each part in `missing`, which is what two arbitrary cities differ by. 0 means alike in every part.',
  ),
  uncertainty: field.number(
    'Share of the squared distance that comes from the uncertainty of the figures instead of their differences, 0 to 1.',
  ),
  most_alike: partNames(
    `The ${NAMED_PARTS} parts in which the two cities differ least, in spreads, the most alike first.`,
  ),
  most_different: partNames(
    `Up to ${NAMED_PARTS} parts in which the two cities differ most, in spreads, the most different first; parts without a difference are left out.`,
  ),
  parts: byPart(
    'What each part adds to the distance.',
    field.part('One part of the distance.', {
      difference: field.number(
        'How far this city is above the requested city, in spreads; above 0 means more expensive or better.',
      ),
      contribution: field.number(
        'What the part adds to the squared distance: its weight times the sum of the squared difference and its squared standard error, in spreads.',
      ),
    }),
  ),
  figures: profileFigures('the city'),
});

export const SimilarCities = resource('SimilarCities', 'The cities that are most similar to one city.', {
  city: CityReference,
  release: ReleaseVersion,
  reason: field.oneOfOrNull(
    REASONS,
    'Why `similar` is empty; null if it is not. no_figures: the city has no price level; no_candidates: no other city that matches the request has firm figures. weak_evidence is no longer used: a modelled price level adds its uncertainty to the distance.',
  ),
  missing: partNames('The parts of the profile for which the city has no figure; `parts` lacks them.'),
  among: field.integer(
    'Number of cities that were compared: those with figures for every part and firm evidence, one per agglomeration.',
  ),
  profile: byPart(
    'The parts that are compared: price categories and quality-of-life groups.',
    field.part('A part of the profile.', {
      weight: field.number('How much the part counts; the weights add up to 1.'),
      spread: field.number(
        'The standard deviation among cities with firm evidence, which is one spread: a factor for price levels, points for scores.',
      ),
    }),
  ),
  figures: profileFigures('the requested city'),
  similar: field.list(SimilarCitySchema, 'Most similar first; at the same distance, the larger city first.'),
});

const FIGURES = FIGURE_COLUMNS.filter(({ path }) =>
  MEASURES_OF_PROFILE.some((measure) => path.startsWith(`figures.${measure}.`)),
).map(({ name, path }) => ({ name, path: `similar.${path}` }));

const SIMILAR_TABLE: Table = {
  items: 'similar',
  file: 'similar-cities',
  columns: [
    { name: 'similar_to', path: 'city.id' },
    { name: 'id', path: 'similar.city.id' },
    { name: 'name', path: 'similar.city.name' },
    { name: 'country_id', path: 'similar.city.country.id' },
    { name: 'country_name', path: 'similar.city.country.name' },
    ...fieldColumns(['region', 'population', 'distance', 'uncertainty'], 'similar.'),
    ...fieldColumns(['most_alike', 'most_different'], 'similar.'),
    ...MEASURES_OF_PROFILE.flatMap(partColumns),
    ...FIGURES,
    { name: 'release', path: 'release' },
  ],
  feature: (release, { city }: Static<typeof SimilarCitySchema>) => cityFeature(release, city.id),
};

function partColumns(measure: NamedMeasure): Column[] {
  const name = columnName(measure);
  return [
    { name: `${name}_difference_spreads`, path: `similar.parts.${measure}.difference` },
    { name: `${name}_contribution`, path: `similar.parts.${measure}.contribution` },
  ];
}

const similarParameters = field.only({
  limit: field.optional.integer(`How many cities to return. Default: ${DEFAULT_LIMIT}.`, {
    minimum: 1,
    maximum: MOST_CITIES,
    examples: [5],
  }),
  country: field.optional.text(
    'Only cities of this country: its id, ISO 3166-1 code or name.',
    { minLength: 1, maxLength: 100 },
    'spain',
  ),
  elsewhere: field.optional.oneOf(
    ['true', 'false'],
    '`true`: only cities of other countries. Default: cities of the same country are included.',
    'true',
  ),
  min_population: field.optional.integer(
    'Only cities with at least this many inhabitants. Default: 100,000, or all with `country`.',
    { minimum: 0, maximum: 1e9, examples: [200000] },
  ),
});

export const getSimilarCities: Endpoint<typeof SimilarCities> = {
  ...described('getSimilarCities'),
  path: '/data/similar/{city_id}',
  scope: 'cost-of-living:read',
  scopesFor: () => ['quality-of-life:read'],
  query: similarParameters,
  response: SimilarCities,
  table: SIMILAR_TABLE,
  problems: ['unknown_country'],
  resolve({ release }, { city_id = '' }, query) {
    const found = resolveCityOrThrow(release, city_id);
    const asked = similarQuery(release, found.place, query as SimilarQuery);
    const at = { path: '/data/similar', query: asked.canonical };
    return answerAbout(found, at, (place) => similarCities(release, place, asked));
  },
};

type SimilarQuery = Static<typeof similarParameters>;
type Asked = ReturnType<typeof similarQuery>;

function similarQuery(release: Release, city: City, query: SimilarQuery) {
  const country = query.country === undefined ? undefined : filterCountry(release, query.country);
  // Who likes a city looks for another one, and not for a village beside it; but many countries have no other large one.
  const fewest = country === undefined ? LEAST_PEOPLE : 0;
  const { limit = DEFAULT_LIMIT, min_population: minPopulation = fewest } = query;
  const elsewhere = query.elsewhere === 'true';
  if (elsewhere && country === city.country)
    throw invalidParameter('elsewhere', 'excludes the country that the parameter country asks for');
  return {
    limit,
    minPopulation,
    accepts: (other: City) =>
      (country === undefined || other.country === country) && !(elsewhere && other.country === city.country),
    /** In canonical form, the same for every way to ask for the same cities. */
    canonical: queryText({
      limit: limit === DEFAULT_LIMIT ? undefined : String(limit),
      country,
      elsewhere: elsewhere ? 'true' : undefined,
      min_population: minPopulation === fewest ? undefined : String(minPopulation),
    }),
  };
}

function similarCities(release: Release, city: City, asked: Asked): Static<typeof SimilarCities> {
  const { profiles } = release;
  const isKnown = profiles.isKnown(city);
  const { similar, among } = isKnown ? profiles.nearest(city, asked.limit, asked) : { similar: [], among: 0 };
  const reason: Reason | null = !isKnown ? 'no_figures' : among === 0 ? 'no_candidates' : null;
  return {
    city: cityReference(release, city),
    release: release.version,
    reason,
    missing: profiles.missing(city),
    among,
    profile: Object.fromEntries(
      PROFILE.map(({ measure, weight }, position) => {
        const spread = profiles.spreads[position] ?? 1;
        const shown = ARE_COSTS.has(measure) ? Math.exp(spread) : spread;
        return [measure, { weight: roundTo(weight, 1e6), spread: roundTo(shown, 1e5) }];
      }),
    ),
    figures: shownFigures(release, city, { shown: MEASURES_OF_PROFILE, budget: undefined }),
    similar: similar.map((each) => explained(release, each)),
  };
}

function explained(release: Release, similar: SimilarCity): Static<typeof SimilarCitySchema> {
  const { city, distance, uncertainty } = similar;
  const parts = similar.parts.map(({ measure, difference, contribution }) => ({
    measure,
    difference: roundTo(difference, 1e3),
    contribution: roundTo(contribution, 1e6),
  }));
  const byDifference = parts.toSorted(
    (left, right) => Math.abs(left.difference) - Math.abs(right.difference),
  );
  const names = (of: typeof parts) => of.map(({ measure }) => measure);
  return {
    city: cityReference(release, city),
    region: city.region,
    population: city.population,
    distance: roundTo(distance, 1e4),
    uncertainty: roundTo(uncertainty, 1e3),
    most_alike: names(byDifference.slice(0, NAMED_PARTS)),
    most_different: names(
      byDifference
        .slice(-NAMED_PARTS)
        .reverse()
        .filter(({ difference }) => difference !== 0),
    ),
    parts: Object.fromEntries(
      parts.map(({ measure, difference, contribution }) => [measure, { difference, contribution }]),
    ),
    figures: shownFigures(release, city, { shown: MEASURES_OF_PROFILE, budget: undefined }),
  };
}
