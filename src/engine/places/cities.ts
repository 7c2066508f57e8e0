import Type, { type Static } from 'typebox';
import { bestByMetric } from '../../release/best-figures.ts';
import type { City } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { citing, countByGrain, toFigure } from '../figures/figures.ts';
import { costOfLivingFigures, qualityOfLifeFigures } from '../figures/place-figures.ts';
import {
  byGrain,
  byMetric,
  CountryReference,
  Figure,
  PlaceId,
  ReleaseVersion,
  resource,
  Sources,
  UTC_OFFSET,
} from '../schemas.ts';
import { lowerFirst } from '../summaries/words.ts';
import { answerAbout, cityReference, resolveCityOrThrow } from './place-resolution.ts';
import { utcOffsets } from './time-zone.ts';

export const summaryFields = {
  id: PlaceId,
  name: field.text('Name in GeoNames.'),
  country: CountryReference,
  region: field.textOrNull(
    'First-level region, such as a state, province or district (GeoNames); null if GeoNames names none.',
  ),
  latitude: field.number('Degrees north, WGS 84 (GeoNames).'),
  longitude: field.number('Degrees east, WGS 84 (GeoNames).'),
  population: field.integerOrNull(
    'Inhabitants according to GeoNames, which states no year; some counts are older than others. Null if GeoNames has no count.',
  ),
  is_capital: field.flag('Whether the city is the capital of its country (GeoNames).'),
  kind: field.text(
    'GeoNames feature code, such as PPLC (capital), PPLA (seat of a first-level region), PPL (populated place) or PPLX (section of a city).',
  ),
  part_of: field.textOrNull(
    'Id of the main city of the urban agglomeration that the place is part of; null for main cities and all others.',
  ),
  iata: field.nullable(
    field.list(
      Type.String({ pattern: '^[A-Z]{3}$' }),
      'IATA codes of the airports with scheduled flights that serve the city (OurAirports), large ones first, then the nearest; `iata:<code>` is accepted wherever a city id is. Null if no airport names the city, which does not mean that none is near.',
    ),
  ),
};

const coverageCounts = byGrain((place) => field.integer(`Measured for ${lowerFirst(place)}`));

export const CityDetail = resource('City', 'Detailed information about one city.', {
  ...summaryFields,
  ascii_name: field.text('Name in ASCII (GeoNames).'),
  alternative_names: field.list(
    Type.String(),
    'Other names and spellings in many languages (GeoNames), and a few common abbreviations that we added.',
  ),
  region_code: field.textOrNull('GeoNames code of the first-level region; null without one.'),
  geonames_id: field.integer('GeoNames id; `geonames:<id>` is accepted wherever a city id is.'),
  airports: field.list(
    field.part('An airport that serves the city.', {
      code: field.text('IATA code.'),
      name: field.text('Name (OurAirports).'),
      distance_km: field.number('Great-circle distance from the city\u2019s coordinates.'),
      serves: field.list(
        PlaceId,
        'Ids of all cities that it serves; the first is the one that `iata:<code>` means.',
      ),
      sources: field.list(Type.String(), 'Ids in `sources`.'),
    }),
    'The airports of `iata`.',
  ),
  time_zone: field.part('Time zone.', {
    id: field.text('IANA time zone (GeoNames).'),
    standard_offset: field.text(
      'UTC offset of standard time, such as `+09:00` (IANA data in Node.js).',
      UTC_OFFSET,
    ),
    daylight_offset: field.textOrNull(
      'UTC offset of daylight-saving time; null if the clocks do not change.',
      UTC_OFFSET,
    ),
  }),
  elevation_m: field.numberOrNull(
    'Metres above sea level, as in `figures.elevation`; null if no source has it.',
  ),
  population_record: field.part('Where `population` comes from.', {
    modified: field.text(
      'Day on which GeoNames last changed its record of this place; not the date of a census.',
      {
        format: 'date',
      },
    ),
    note: field.textOrNull('Why the GeoNames figure was not used; null if it was.'),
    sources: field.list(Type.String(), 'Ids in `sources`.'),
  }),
  agglomeration: field.partOrNull(
    'The urban agglomeration around the city, with its population in a stated year; null if no source has one.',
    {
      name: field.text('Name used by the United Nations.'),
      population: field.integer(
        'Inhabitants of the agglomeration, to the nearest thousand; countries draw its limits in different ways.',
      ),
      year: field.text('Year of `population`.', { pattern: '^\\d{4}$' }),
      sources: field.list(Type.String(), 'Ids in `sources`.'),
    },
  ),
  figures: byMetric(Figure, 'Figures about the city itself, such as its elevation, by metric id.'),
  links: field.part('URLs of the API\u2019s data about this city.', {
    self: field.text('This resource.', { format: 'uri' }),
    country: field.text('Its country.', { format: 'uri' }),
    cost_of_living: field.text('Its cost-of-living data.', { format: 'uri' }),
    quality_of_life: field.text('Its quality-of-life data.', { format: 'uri' }),
  }),
  coverage: field.part(
    'How many figures were measured for this city, for an area around it, and for its country.',
    {
      cost_of_living: field.part(
        'Figures in the cost-of-living data, by the kind of place that was measured.',
        coverageCounts,
      ),
      quality_of_life: field.part(
        'Figures in the quality-of-life data, by the kind of place that was measured.',
        coverageCounts,
      ),
    },
  ),
  release: ReleaseVersion,
  sources: Sources,
});

export const getCity: Endpoint<typeof CityDetail> = {
  ...described('getCity'),
  path: '/cities/{city_id}',
  scope: 'places:read',
  query: field.only({}),
  response: CityDetail,
  resolve({ release, baseUrl }, { city_id = '' }) {
    return answerAbout(resolveCityOrThrow(release, city_id), { path: '/cities' }, (place) =>
      cityDetail(release, place, baseUrl),
    );
  },
};

/** The fields that a city has in a list, too. */
export function citySummary(release: Release, city: City) {
  return {
    ...cityReference(release, city),
    region: city.region,
    latitude: city.latitude,
    longitude: city.longitude,
    population: city.population,
    is_capital: city.isCapital,
    kind: city.kind,
    part_of: city.partOf,
    iata: city.iata === null ? null : [...city.iata],
  };
}

function cityDetail(release: Release, city: City, baseUrl: string): Static<typeof CityDetail> {
  const {
    airports,
    time_zone: zone,
    population_record_modified: modified,
    population_record_note: note,
    agglomeration,
    sources,
    ...described
  } = release.detailRecord(city);
  const elevation = bestByMetric(release.observations(city), release.year).get('elevation');
  const { prices, indicators } = costOfLivingFigures(release, city);
  const figures = elevation === undefined ? {} : { elevation: toFigure(release, elevation) };
  return citing(release, {
    ...citySummary(release, city),
    ...described,
    geonames_id: city.geonamesId,
    airports: airports.map(withSources),
    time_zone: { id: zone, ...utcOffsets(zone, release.publishedAt) },
    elevation_m: elevation?.value ?? null,
    population_record: { modified, note, sources },
    agglomeration: agglomeration && withSources(agglomeration),
    figures,
    links: {
      self: `${baseUrl}/cities/${city.id}`,
      country: `${baseUrl}/countries/${city.country}`,
      cost_of_living: `${baseUrl}/data/cost-of-living/${city.id}`,
      quality_of_life: `${baseUrl}/data/quality-of-life/${city.id}`,
    },
    coverage: {
      cost_of_living: countByGrain([...prices, ...indicators]),
      quality_of_life: countByGrain(qualityOfLifeFigures(release, city)),
    },
    release: release.version,
  });
}

/** As responses name sources. */
function withSources<Part extends { source: string }>({ source, ...part }: Part) {
  return { ...part, sources: [source] };
}
