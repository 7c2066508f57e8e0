import fastJson from 'fast-json-stringify';
import Type, { type Static } from 'typebox';
import type { City, Release } from '../catalogue/release.ts';
import { cityReference } from './cities.ts';
import { qualityOfLifeFigures } from './city-figures.ts';
import type { Endpoint } from './endpoint.ts';
import { citedSources, coverageOf, metricOf, toFigure } from './figures.ts';
import { resolveCityOrThrow } from './place-resolution.ts';
import { CityReference, Coverage, Figure, part, ReleaseVersion, resource, Sources } from './schemas.ts';

/** In the order in which people ask. */
export const QUALITY_GROUPS = [
  'healthcare',
  'safety',
  'environment',
  'education',
  'infrastructure',
  'economy',
  'mobility',
  'climate',
  'hardship',
] as const;

const Group = part('One group of indicators.', {
  indicators: Type.Record(Type.String(), Figure, {
    description:
      'By metric id: of each the most local and most recent figure. Empty when no source covers the city.',
  }),
});

export const QualityOfLife = resource('QualityOfLife', 'Quality-of-life metrics for one city.', {
  city: CityReference,
  release: ReleaseVersion,
  groups: part('Indicators by group.', {
    healthcare: Group,
    safety: Group,
    environment: Group,
    education: Group,
    infrastructure: Group,
    economy: Group,
    mobility: Group,
    climate: Group,
    hardship: Group,
  } satisfies Record<(typeof QUALITY_GROUPS)[number], typeof Group>),
  coverage: Coverage,
  sources: Sources,
});

const stringify = fastJson(QualityOfLife as object);

export const getQualityOfLife: Endpoint = {
  operationId: 'getQualityOfLife',
  path: '/data/quality-of-life/{city_id}',
  tag: 'City data',
  summary: 'Get quality-of-life metrics for one city',
  description:
    'Published indicators by group, each with the place that was really measured (`grain`), its period and its source. Most are national: cities of one country then share them, and `grain` says so.',
  scope: 'quality-of-life:read',
  parameters: Type.Object({
    city_id: Type.String({ description: 'City id, or `geonames:<id>`.', examples: ['lisbon'] }),
  }),
  query: Type.Object({}, { additionalProperties: false }),
  response: QualityOfLife,
  problems: ['city_not_found', 'place_withdrawn'],
  examples: [{ name: 'byId', summary: 'By id', parameters: { city_id: 'lisbon' }, query: {} }],
  answer({ release }, { city_id = '' }) {
    const { place, canonical } = resolveCityOrThrow(release, city_id);
    return {
      key: `data/quality-of-life/${place.id}`,
      render: () => ({ json: stringify(qualityOfLife(release, place)) }),
      ...(canonical ? {} : { contentLocation: `/data/quality-of-life/${place.id}` }),
    };
  },
};

function qualityOfLife(release: Release, city: City): Static<typeof QualityOfLife> {
  const best = qualityOfLifeFigures(release, city);
  const group = (name: string) => ({
    indicators: Object.fromEntries(
      best
        .filter((observation) => metricOf(release, observation).grouping === name)
        .map((observation) => [observation.metric, toFigure(release, observation)]),
    ),
  });
  return {
    city: cityReference(release, city),
    release: release.version,
    groups: Object.fromEntries(QUALITY_GROUPS.map((name) => [name, group(name)])) as Static<
      typeof QualityOfLife
    >['groups'],
    coverage: coverageOf(release, 'quality_of_life', best),
    sources: citedSources(
      release,
      best.flatMap(({ source }) => source.split(' ')),
    ),
  };
}
