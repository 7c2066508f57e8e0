import { OperatorError } from '../../../process/operator-error.ts';
import { compareText } from '../../../release/best-figures.ts';
import type { BuildStep } from '../../../release/build-progress.ts';
import { countryForm } from '../../../release/country-form.ts';
import { fold } from '../../../release/fold.ts';
import { withoutKindOfRegion } from '../../../release/kinds-of-region.ts';
import { packNames } from '../../../release/name-index.ts';
import { toSourceRecord } from '../../../release/source.ts';
import { cityClimates } from '../climate/city-climate.ts';
import type { CostInputs } from '../estimates/cost-inputs.ts';
import { readCheckedFacts, shownFacts, withoutSources } from '../facts/facts.ts';
import { checkExcludedSources } from '../facts/source-catalogue.ts';
import { overlayFacts, withOverlay } from '../overlay/overlay-facts.ts';
import { readGoalposts } from '../scores/goalposts.ts';
import { readQualityWeights } from '../scores/quality-weights.ts';
import type { LeftOut } from '../scores/regional-figures.ts';
import type { CostEstimation } from './cost-estimation.ts';
import { type OwnRelease, ownVersion } from './data-hash.ts';
import type { readEdition } from './edition.ts';
import { payMeasures } from './pay-measures.ts';
import { plainMeasures } from './plain-measures.ts';
import { costInputs } from './release-cost-inputs.ts';
import { releaseFigures } from './release-figures.ts';
import type { TableRows } from './release-file.ts';
import { climateMeasures, qualityMeasures } from './release-measures.ts';
import { releaseObservations } from './release-observations.ts';
import { namesOfCities, type ReleasePlaces, readReleasePlaces } from './release-places.ts';
import { releaseQuality } from './release-quality.ts';

/** What a release has, table by table: the order counts for the content hash. */
export async function* releaseTables(
  dataDirectory: string,
  { places, observations, metrics, estimation, year, ...figures }: ReturnType<typeof figuresOfRelease>,
  note: (step: BuildStep) => void,
): AsyncGenerator<TableRows> {
  note('quality');
  const goalposts = readGoalposts(dataDirectory, metrics);
  const weights = readQualityWeights(dataDirectory, goalposts);
  const quality = releaseQuality(places, observations, { goalposts, weights, year });
  note('release');
  const sources = [...figures.sources.values()].sort((left, right) => compareText(left.id, right.id));
  yield ['source', sources.map(toSourceRecord)];
  yield ['unit', [...figures.units].map(([id, title]) => ({ id, title }))];
  const { series, positionsOf } = releaseFigures(observations, metrics);
  const positioned = [...metrics.values()].map((metric) => ({ ...metric, ...positionsOf(metric.id) }));
  yield ['metric', positioned.map((metric) => ({ ...metric, grouping: metric.group }))];
  yield ['country', countryRows(places)];
  yield ['city', cityRows(places)];
  yield ['city_names', [figures.cityNames]];
  yield ['iata', places.iata];
  yield ['qualifier', qualifierRows(places)];
  yield ['island', islandRows(places)];
  yield ['area', places.areas];
  yield ['city_area', places.cityAreas];
  yield ['retired', places.retired];
  yield ['series', series];
  yield ['figure', observations];
  note('costs');
  // After everything else, because a thread may still be estimating them.
  const costs = await estimation.tables();
  yield ['cost', costs.estimates];
  yield ['cost_basis', costs.bases];
  yield ['household_basket', costs.baskets];
  yield ['home_rent', costs.rents];
  yield ['goalpost', goalposts];
  yield ['quality_weight', weights.rows];
  yield [
    'quality_part',
    quality.parts.map(({ grouping, record }, id) => ({ id, grouping, record: JSON.stringify(record) })),
  ];
  yield ['quality', [...quality.places].map(([place, parts]) => ({ place, parts: parts.join(' ') }))];
  yield ['climate_station', figures.climateStations];
  yield ['climate', figures.climates];
  yield ['measure', costs.measures];
  yield ['measure', payMeasures(places, observations, costs, year)];
  yield ['measure', qualityMeasures(places.cities, quality, figures.climateMeasures)];
  yield ['plain_measure', figures.plainMeasures];
}

/**
 * The places and figures of a release, and its estimates of costs. Facts, and climates as objects, are not among them: nothing needs them
 * later, and they take 125 MB.
 */
export function figuresOfRelease(
  dataDirectory: string,
  edition: ReturnType<typeof readEdition>,
  own: OwnRelease | undefined,
  startEstimation: (inputs: CostInputs) => CostEstimation,
) {
  const excluded = own?.excludedSources ?? [];
  checkExcludedSources(dataDirectory, excluded);
  const places = readReleasePlaces(dataDirectory, excluded);
  // Packing takes 80 MB for a moment: now, there is room.
  const cityNames = packNames(namesOfCities(places.cities));
  const ours = withoutSources(readCheckedFacts(dataDirectory, places.keys), excluded);
  checkCitationsOf(places, ours.sources);
  const estimation = startEstimation(costInputs(dataDirectory, edition.published, places, ours.facts));
  const imported = own === undefined ? undefined : overlayFacts(own.home);
  const all = imported === undefined ? ours : withOverlay(ours, places.keys, imported);
  const importsNothing = imported?.facts.length === 0 && imported.withdrawn.length === 0;
  const isOurs = own === undefined || (importsNothing && excluded.length === 0);
  const { facts: _, ...shown } = shownFacts(all);
  const climate = cityClimates(dataDirectory, places, ours.sources);
  const leftOut: LeftOut[] = [];
  const { year } = edition;
  const observations = releaseObservations(all, places, climate.cities, year, (one) => leftOut.push(one));
  return {
    ...shown,
    places,
    cityNames,
    climateStations: climate.stations,
    climates: [...climate.cities].map(([city, record]) => ({ city, record: JSON.stringify(record) })),
    climateMeasures: climateMeasures(places.cities, climate),
    plainMeasures: plainMeasures(places.cities, observations, climate),
    estimation,
    observations,
    version: isOurs ? edition.version : ownVersion(edition.version, own),
    leftOut,
    year,
  };
}

/** Refuses places that cite a source which the release lacks: every response with them would fail. */
function checkCitationsOf({ countries, cities }: ReleasePlaces, sources: ReadonlyMap<string, unknown>): void {
  const check = (place: string, value: unknown, isSource = false): void => {
    if (typeof value === 'string' && isSource && !sources.has(value))
      throw new OperatorError(
        `${place} cites the source ${value}, which the release does not have: data/sources.json lacks it, or LDS_SOURCES_EXCLUDE leaves it out.`,
      );
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value))
      check(place, member, name === 'source' || name === 'sources' || (isSource && Array.isArray(value)));
  };
  for (const { id, detail } of countries) check(`country/${id}`, detail);
  for (const { id, detail } of cities) check(`city/${id}`, detail);
}

function countryRows({ countries }: ReleasePlaces) {
  return countries.map(({ id, country, detail, names }, position) => ({
    position,
    id,
    alpha2: country.iso2,
    alpha3: country.iso3,
    numeric: country.numeric === '' ? null : country.numeric,
    name: country.name,
    names: `|${foldedEach(names).join('|')}|`,
    wikidata: country.wikidataId === '' ? null : country.wikidataId,
    part_of: countries.find((state) => state.country.iso2 === country.partOf)?.id ?? null,
    detail: JSON.stringify(detail),
  }));
}

function* cityRows({ cities }: ReleasePlaces) {
  const shown = cities.map(({ city }) => fold(city.name));
  const nameRanks = ranksByName(
    cities.map(({ city }) => city.name),
    shown,
  );
  for (const [rank, { id, city, country, region, isCapital, partOf, detail }] of cities.entries()) {
    yield {
      rank,
      id,
      geonames_id: city.geonamesId,
      country,
      name: city.name,
      region,
      latitude: city.latitude,
      longitude: city.longitude,
      population: city.population === 0 ? null : city.population,
      is_capital: isCapital ? 1 : 0,
      kind: city.feature,
      part_of: partOf,
      iata: detail.airports.map(({ code }) => code).join(' ') || null,
      name_rank: nameRanks[rank] ?? rank,
      detail: JSON.stringify(detail),
    };
  }
}

function qualifierRows({ countries, regions }: ReleasePlaces) {
  const rows = new Map<string, { name: string; country: string; region: string }>();
  const add = (names: readonly string[], country: string, region: string) => {
    for (const name of foldedEach(names))
      rows.getOrInsert(`${name}|${country}|${region}`, { name, country, region });
  };
  for (const { id, country, names } of countries) {
    const forms = names.map((name) => countryForm(fold(name)));
    add([...names, ...forms, id, country.iso2, country.iso3], id, '');
  }
  for (const { country, name, names } of regions) {
    const bare = names.map((each) => withoutKindOfRegion(fold(each).split(' ')).join(' '));
    add([...names, ...bare], country, name);
  }
  return rows.values();
}

function islandRows({ islands }: ReleasePlaces) {
  return islands.flatMap(({ names, ...box }) =>
    foldedEach(names).map((name) => ({ ...box, name, title: names[0] ?? name })),
  );
}

/** The position of each city in the order of names, by rank. */
function ranksByName(names: readonly string[], folded: readonly string[]): number[] {
  const order = names.map((_, rank) => rank);
  order.sort(
    (left, right) =>
      compareText(folded[left] ?? '', folded[right] ?? '') ||
      compareText(names[left] ?? '', names[right] ?? '') ||
      left - right,
  );
  const ranks: number[] = [];
  for (const [position, rank] of order.entries()) ranks[rank] = position;
  return ranks;
}

function foldedEach(names: readonly string[]): string[] {
  return [...new Set(names.map(fold))].filter((name) => name !== '');
}
