import { CLIMATE_GROUP } from '../../../release/climate-records.ts';
import { Z80 } from '../../../release/cost-estimates.ts';
import { errorOfScores } from '../../../release/quality-overall.ts';
import { readEdition } from '../../building/build/edition.ts';
import { releaseObservations } from '../../building/build/release-observations.ts';
import { readReleasePlaces } from '../../building/build/release-places.ts';
import { scoreReleasePlaces } from '../../building/build/release-quality.ts';
import { readCheckedFacts } from '../../building/facts/facts.ts';
import { readGoalposts } from '../../building/scores/goalposts.ts';
import type { Conventions, PlaceScore, ScoredPlaces } from '../../building/scores/place-scores.ts';
import type { GroupScore, QualityScore } from '../../building/scores/quality-score.ts';
import { readQualityWeights } from '../../building/scores/quality-weights.ts';
import { accuracyOf, coverageOfGroups } from './accuracy.ts';
import { markdownTable } from './markdown.ts';
import { regionsFromCountries, regionsOfOtherCountries } from './trials-of-scores.ts';

/** How well countries' scores predict those of their regions, and what the groups of cities are based on. */
export function scoresText(dataDirectory: string): string {
  const { conventions, scored, cities } = readScores(dataDirectory);
  return [
    intervalTable(conventions, scored),
    restTable(scored, conventions, cities),
    coverageSentence(scored, cities.length),
    pairsSentence(scored, cities),
  ].join('\n\n');
}

/** Points of the score, from 0 to 100. */
function intervalTable(conventions: Conventions, { errors, locals }: ScoredPlaces): string {
  const rows = errors.spreads
    .toSorted((left, right) => (left.metric < right.metric ? -1 : 1))
    .map(({ metric, places, countries, within, between }) => {
      const usual = errors.usualSpread(metric);
      const regions = regionsFromCountries(metric, locals, conventions, usual);
      const others = regionsOfOtherCountries(metric, locals, conventions, usual);
      const region = regions.length === 0 ? undefined : accuracyOf(regions);
      return [
        `\`${metric}\``,
        places,
        countries,
        within.toFixed(1),
        between.toFixed(1),
        region?.medianError.toFixed(1) ?? '',
        region?.baselineMedianError.toFixed(1) ?? '',
        region?.coverage.toFixed(2) ?? '',
        others.length === 0 ? '' : coverageOfGroups(others).toFixed(2),
      ];
    });
  return markdownTable(
    [
      ...['Indicator', '>Places', '>Countries', '>Spread within countries', '>among publishers'],
      ...['>Median error of the country’s score', '>of the world’s mean'],
      ...['>In the interval, regions left out', '>countries left out'],
    ],
    rows,
  );
}

const RESTS = [
  'the city',
  'its region, half or more',
  'its region, less than half',
  'the country alone',
  'an estimate',
] as const;
type Rest = (typeof RESTS)[number];

/** The basis of a city's group, by the share of its weight that was measured locally. */
export function restOf({ score, grains }: Pick<GroupScore, 'score' | 'grains'>): Rest {
  if (score === null) return 'an estimate';
  const { city = 0 } = grains;
  if (city >= 0.5) return 'the city';
  const local = localShare(grains);
  if (local >= 0.5) return 'its region, half or more';
  return local > 0 ? 'its region, less than half' : 'the country alone';
}

function localShare({ city = 0, metro = 0, region = 0 }: GroupScore['grains']): number {
  return city + metro + region;
}

/** Number of cities by the basis of each of their groups. */
function restTable(
  scored: ScoredPlaces,
  { weights }: Conventions,
  cities: readonly { key: string; country: string }[],
): string {
  const known = cities.map(
    ({ key, country }) => (scored.cities.get(key) ?? scored.countries.get(country))?.groups ?? [],
  );
  const others = known.filter((groups) => groups.every(({ grains }) => localShare(grains) === 0)).length;
  const byGroup = Map.groupBy(known.flat(), ({ group }) => group);
  const rows = [...weights.groups].flatMap(([group, weight]) => {
    const rests = Map.groupBy(byGroup.get(group) ?? [], restOf);
    const cells = RESTS.map((rest) => rests.get(rest)?.length ?? 0);
    return rests.size === 0 ? [] : [[group, weight, ...cells]];
  });
  return [
    markdownTable(['Group', '>Weight', ...RESTS.map((rest) => `>${rest}`)], rows),
    '',
    `${others} cities have no figure of their own or of an area around them in any group.`,
  ].join('\n');
}

function coverageSentence({ cities }: ScoredPlaces, all: number): string {
  const count = (least: number, more: number) =>
    [...cities.values()].filter((place) => localGroups(place, least) >= more).length;
  return `Of ${all} cities, ${count(1e-9, 3)} have local figures in at least three groups, ${count(0.5, 3)} for half or more of the weight of three groups, and ${count(1e-9, 1)} in at least one.`;
}

function localGroups({ groups }: PlaceScore, least: number): number {
  return groups.filter(({ score, grains }) => score !== null && localShare(grains) >= least).length;
}

function pairsSentence(
  { cities, countries }: ScoredPlaces,
  all: Parameters<typeof pairsToldApart>[1],
): string {
  const qualityOf = (key: string, country: string) => (cities.get(key) ?? countries.get(country))?.quality;
  const { apart, pairs } = pairsToldApart(qualityOf, all);
  return `Of ${pairs} pairs of cities of one country, ${apart} can be told apart by their overall scores.`;
}

/** How many pairs of cities of one country differ in their overall score by more than its 80 % interval. */
export function pairsToldApart(
  qualityOf: (city: string, country: string) => Pick<QualityScore, 'overall'> | undefined,
  cities: readonly { key: string; country: string }[],
): { apart: number; pairs: number } {
  let [apart, pairs] = [0, 0];
  for (const [country, ofCountry] of Map.groupBy(cities, (city) => city.country)) {
    const shared = [...Map.groupBy(ofCountry, ({ key }) => qualityOf(key, country)?.overall)].flatMap(
      ([overall, { length }]) =>
        overall === undefined || overall.score === null ? [] : { overall, score: overall.score, length },
    );
    for (const [index, left] of shared.entries()) {
      pairs += (left.length * (left.length - 1)) / 2;
      for (const right of shared.slice(index + 1)) {
        const both = left.length * right.length;
        pairs += both;
        const reach = Z80 * errorOfScores(left.overall, right.overall, true);
        if (Math.abs(left.score - right.score) > reach) apart += both;
      }
    }
  }
  return { apart, pairs };
}

/** The scores of a release of `data/` with their inputs, for evaluation. */
function readScores(dataDirectory: string) {
  const { year } = readEdition(dataDirectory);
  const places = readReleasePlaces(dataDirectory);
  const checked = readCheckedFacts(dataDirectory, places.keys);
  const goalposts = readGoalposts(dataDirectory, checked.metrics);
  const conventions = {
    // The score of a climate is its index, made when it is shown: there is nothing to evaluate.
    goalposts: goalposts.filter(({ group }) => group !== CLIMATE_GROUP),
    weights: readQualityWeights(dataDirectory, goalposts),
    year,
  };
  const observations = releaseObservations(checked, places, new Map(), year);
  return {
    conventions,
    scored: scoreReleasePlaces(places, observations, conventions),
    /** Keys of every city, with that of its country. */
    cities: places.cities.map(({ id, country }) => ({ key: `city/${id}`, country: `country/${country}` })),
  };
}
