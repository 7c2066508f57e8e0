import Type, { type Static, type TSchema } from 'typebox';
import { FIRM_EVIDENCE, PROFILE, type SimilarCity } from '../../catalogue/city-profiles.ts';
import type { City, Release } from '../../catalogue/release.ts';
import { invalidParameter } from '../../http/problems.ts';
import { roundTo } from '../../release/cost-estimates.ts';
import { COST_MEASURES, type MeasureId } from '../../release/measures.ts';
import type { Endpoint } from '../endpoint.ts';
import { type Column, cityFeature, type Table } from '../formats/table.ts';
import { queryText } from '../parameters/query-text.ts';
import { cityReference, filterCountry } from '../places/cities.ts';
import { FIGURE_COLUMNS, MeasuredFigure, shownFigures } from '../places/finding.ts';
import { resolveCityOrThrow } from '../places/place-resolution.ts';
import {
  CityReference,
  MAX_ID_LENGTH,
  nullable,
  part,
  ReleaseVersion,
  resource,
  textOrNull,
} from '../schemas.ts';

const DEFAULT_LIMIT = 10;
const MOST_CITIES = 50;
/** How many parts are named as most alike, and as most different. */
const NAMED_PARTS = 3;

const MEASURES_OF_PROFILE = PROFILE.map(({ measure }) => measure);
const ARE_COSTS: ReadonlySet<MeasureId> = new Set(COST_MEASURES);

const REASONS = ['no_figures', 'weak_evidence', 'no_candidates'] as const;
type Reason = (typeof REASONS)[number];

function byPart<Schema extends TSchema>(description: string, schema: Schema) {
  return Type.Record(Type.String(), schema, { description });
}
const partNames = (description: string) => Type.Array(Type.String(), { description });
const profileFigures = (whose: string) =>
  byPart(
    `The figures of ${whose} by part, as in the figures of \`/cities\`; their sources are in its cost-of-living and quality-of-life data.`,
    nullable(MeasuredFigure),
  );

const SimilarCitySchema = resource('SimilarCity', 'A city that is similar to another, and why.', {
  city: CityReference,
  region: textOrNull('First-level region: state, province, district (GeoNames); null where it names none.'),
  population: nullable(
    Type.Integer({ description: 'Persons, as GeoNames records them; null where it has none.' }),
  ),
  distance: Type.Number({
    description:
      'How unlike the two are: the square root of the sum of `parts.*.contribution`. 0 is alike in all. The same in both directions.',
  }),
  uncertainty: Type.Number({
    description:
      'The share of the squared distance that is uncertainty of the figures, and not a difference between them: 0 to 1.',
  }),
  most_alike: partNames(
    `The ${NAMED_PARTS} parts in which the two differ least, in spreads, the most alike first.`,
  ),
  most_different: partNames(
    `Up to ${NAMED_PARTS} parts in which the two differ most, in spreads, the most different first; none without a difference.`,
  ),
  parts: byPart(
    'What each part adds to the distance.',
    part('One part of the distance.', {
      difference: Type.Number({
        description:
          'How far this city is above the one asked for, in spreads: above 0 means more expensive or better.',
      }),
      contribution: Type.Number({
        description:
          'What the part adds to the squared distance: its weight times the sum of the squared difference and the squared standard error of it, in spreads.',
      }),
    }),
  ),
  figures: profileFigures('the city'),
});

export const SimilarCities = resource('SimilarCities', 'The cities that are most like one city.', {
  city: CityReference,
  release: ReleaseVersion,
  reason: nullable(
    Type.Enum([...REASONS], {
      description:
        'Why `similar` is empty: `no_figures`, the city lacks the parts in `missing`; `weak_evidence`, its price level is modelled; `no_candidates`, no other city that the request admits has firm figures. Null where it is not empty.',
    }),
  ),
  missing: partNames('The parts of the profile that the city has no figure of.'),
  among: Type.Integer({
    description: 'How many cities the nearest were chosen from: those with all parts, on firm evidence.',
  }),
  profile: byPart(
    'The parts that are compared: categories of prices, and groups of the quality of life.',
    part('A part of the profile.', {
      weight: Type.Number({ description: 'How much it counts; the weights add up to 1.' }),
      spread: Type.Number({
        description:
          'One spread, the standard deviation among cities on firm evidence: of a price level the factor between the two, of a score the points.',
      }),
    }),
  ),
  figures: profileFigures('the city asked for'),
  similar: Type.Array(SimilarCitySchema, { description: 'Nearest first; of equal ones, the largest.' }),
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
    { name: 'region', path: 'similar.region' },
    { name: 'population', path: 'similar.population' },
    { name: 'distance', path: 'similar.distance' },
    { name: 'uncertainty', path: 'similar.uncertainty' },
    { name: 'most_alike', path: 'similar.most_alike' },
    { name: 'most_different', path: 'similar.most_different' },
    ...MEASURES_OF_PROFILE.flatMap(partColumns),
    ...FIGURES,
    { name: 'release', path: 'release' },
  ],
  feature: (release, { city }: Static<typeof SimilarCitySchema>) => cityFeature(release, city.id),
};

function partColumns(measure: MeasureId): Column[] {
  const name = measure === 'education_cost' ? 'cost_education' : `${kindOf(measure)}_${measure}`;
  return [
    { name: `${name}_difference_spreads`, path: `similar.parts.${measure}.difference` },
    { name: `${name}_contribution`, path: `similar.parts.${measure}.contribution` },
  ];
}

function kindOf(measure: MeasureId) {
  return ARE_COSTS.has(measure) ? 'cost' : 'quality';
}

export const getSimilarCities: Endpoint = {
  operationId: 'getSimilarCities',
  path: '/data/similar/{city_id}',
  tag: 'City data',
  summary: 'Find the cities that are most like one city',
  description: [
    'The nearest cities in the profile of prices by category and quality of life by group, with the distance explained part by part.',
    `Only cities that have every part, and a price level on official evidence (${FIRM_EVIDENCE.join(', ')}), are compared; parts of cities and former places are left out.`,
    'Where the city itself lacks a part or has a modelled price level, the list is empty and `reason` says why.',
    'Uncertainty counts as distance, so that no city is near for being little known.',
  ].join(' '),
  scope: 'cost-of-living:read',
  scopesFor: () => ['quality-of-life:read'],
  parameters: Type.Object({
    city_id: Type.String({
      maxLength: MAX_ID_LENGTH,
      description: 'City id, `geonames:<id>`, or a name such as `Lisbon, Portugal`.',
      examples: ['lisbon'],
    }),
  }),
  query: Type.Object(
    {
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MOST_CITIES,
          description: `How many cities to return. Default: ${DEFAULT_LIMIT}.`,
          examples: [5],
        }),
      ),
      country: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Only cities of this country: its id, ISO 3166-1 code or name.',
          examples: ['spain'],
        }),
      ),
      elsewhere: Type.Optional(
        Type.Enum(['true', 'false'], {
          description:
            '`true`: only cities of other countries. Otherwise, cities of the same country are included.',
          examples: ['true'],
        }),
      ),
      min_population: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1e9,
          description:
            'Only cities with at least this many inhabitants. Without it, small towns are included.',
          examples: [200000],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: SimilarCities,
  table: SIMILAR_TABLE,
  problems: ['city_not_found', 'place_withdrawn', 'unknown_country'],
  examples: [
    {
      name: 'largeCitiesElsewhere',
      summary: 'Large cities of other countries',
      parameters: { city_id: 'lisbon' },
      query: { elsewhere: 'true', min_population: 200000, limit: 2 },
    },
  ],
  resolve({ release }, { city_id = '' }, query) {
    const { place, canonical } = resolveCityOrThrow(release, city_id);
    const asked = askedOf(release, place, query as SimilarQuery);
    const path = `/data/similar/${place.id}${asked.canonical}`;
    return {
      key: path,
      answer: () => ({ body: similarCities(release, place, asked) }),
      ...(canonical ? {} : { contentLocation: path }),
    };
  },
};

interface SimilarQuery {
  limit?: number;
  country?: string;
  elsewhere?: 'true' | 'false';
  min_population?: number;
}

interface Asked {
  limit: number;
  accepts: (other: City) => boolean;
  /** The query, the same for every way to ask for the same. */
  canonical: string;
}

function askedOf(release: Release, city: City, query: SimilarQuery): Asked {
  const { limit = DEFAULT_LIMIT, min_population: minPopulation = 0 } = query;
  const country = query.country === undefined ? undefined : filterCountry(release, query.country);
  const elsewhere = query.elsewhere === 'true';
  if (elsewhere && country === city.country)
    throw invalidParameter('elsewhere', 'excludes the country that the parameter country asks for');
  return {
    limit,
    accepts: (other) =>
      (country === undefined || other.country === country) &&
      !(elsewhere && other.country === city.country) &&
      (other.population ?? 0) >= minPopulation,
    canonical: queryText({
      limit: limit === DEFAULT_LIMIT ? undefined : String(limit),
      country,
      elsewhere: elsewhere ? 'true' : undefined,
      min_population: minPopulation === 0 ? undefined : String(minPopulation),
    }),
  };
}

function similarCities(
  release: Release,
  city: City,
  { limit, accepts }: Asked,
): Static<typeof SimilarCities> {
  const { profiles } = release;
  const unfit = profiles.unfit(city);
  const { similar, among } =
    unfit === undefined ? profiles.nearest(city, limit, accepts) : { similar: [], among: 0 };
  const reason: Reason | null = unfit ?? (among === 0 ? 'no_candidates' : null);
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
    figures: shownFigures(release, city, MEASURES_OF_PROFILE),
    similar: similar.map((each) => explained(release, each)),
  };
}

function explained(release: Release, similar: SimilarCity): Static<typeof SimilarCitySchema> {
  const { city, distance, uncertainty, differences, contributions } = similar;
  const parts = MEASURES_OF_PROFILE.map((measure, position) => ({
    measure,
    difference: roundTo(differences[position] ?? 0, 1e3),
    contribution: roundTo(contributions[position] ?? 0, 1e6),
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
    figures: shownFigures(release, city, MEASURES_OF_PROFILE),
  };
}
