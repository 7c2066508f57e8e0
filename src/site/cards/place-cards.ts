import type { City, Country } from '../../engine/catalogue/place.ts';
import type { CostOfLiving, CountryCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import type { CountryQualityOfLife, QualityOfLife } from '../../engine/quality/quality-of-life.ts';
import { estimateOf } from '../../engine/summaries/document.ts';
import type { Grain } from '../../release/grain.ts';
import { localShare } from '../../release/measures.ts';
import type { ReadableComparison } from '../explorer/comparison.ts';
import { toMap } from '../explorer/equal-earth.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../page-request.ts';
import { type Card, COST_AXIS, MOST_ROWS, type Panel, QUALITY_AXIS, type RowsPanel } from './card.ts';

/** The responses that the card of a city shows. */
export interface CityAnswers {
  city: City;
  detail: { country: { name: string } };
  cost: CostOfLiving;
  quality: QualityOfLife;
}

export function cityCard(
  { city, detail: { country }, cost, quality }: CityAnswers,
  messages: Messages,
): Card {
  return {
    title: city.name,
    subtitle: city.region === null ? country.name : `${city.region}, ${country.name}`,
    points: [pointOf(city)],
    panels: [
      costPanel(cost, cost.index?.overall.grain === 'country', messages),
      qualityPanel(
        quality,
        grainsOf(quality.groups).every((grain) => grain === 'country'),
        measuredWhere(quality.groups, messages),
        messages,
      ),
    ],
  };
}

export interface CountryAnswers {
  country: Country;
  detail: { region: string | null; subregion: string | null };
  cities: readonly City[];
  cost: CountryCostOfLiving;
  quality: CountryQualityOfLife;
}

/** National figures are a country’s own, so its dots are solid. */
export function countryCard(
  { country, detail, cities, cost, quality }: CountryAnswers,
  messages: Messages,
): Card {
  return {
    title: country.name,
    subtitle: [detail.subregion ?? detail.region, messages.rankings.cities(cities.length)]
      .filter((part) => part !== null)
      .join(' · '),
    points: cities.map(pointOf),
    panels: [
      costPanel(cost, false, messages),
      qualityPanel(quality, false, messages.country.indicators(grainsOf(quality.groups).length), messages),
    ],
  };
}

/** The compared places, the first of them by their figures, with the names by which people tell them apart. */
export function comparisonCard(
  { cost, quality }: ReadableComparison,
  { release, messages }: PageRequest,
): Card<RowsPanel> {
  const { compare: words, figures } = messages;
  const names = cost.places.map(({ place }) => place.name);
  const rest = names.length - MOST_ROWS;
  return {
    title: figures.list(rest > 0 ? [...names.slice(0, MOST_ROWS), words.more(rest)] : names),
    subtitle: words.both,
    points: cost.places.flatMap((of) => ('city' in of ? (release.city(of.place.id) ?? []) : [])).map(pointOf),
    panels: [
      {
        axis: COST_AXIS,
        rows: cost.places.slice(0, MOST_ROWS).map(({ index }, at) => ({
          name: names[at] ?? '',
          figure: index?.overall ?? null,
          hollow: index?.overall.grain === 'country',
        })),
      },
      {
        axis: QUALITY_AXIS,
        rows: quality.places.slice(0, MOST_ROWS).map(({ score }, at) => ({
          name: names[at] ?? '',
          figure: estimateOf(score),
          hollow: localShare(score) === 0,
        })),
      },
    ],
  };
}

function costPanel(
  { index, evidence, index_reason }: Omit<CostOfLiving | CountryCostOfLiving, 'city' | 'country'>,
  hollow: boolean,
  { card: words, cost, figures }: Messages,
): Panel {
  return {
    axis: COST_AXIS,
    figure: index?.overall ?? null,
    hollow,
    note: evidence === null ? cost.unknown(index_reason) : words.basedOn(figures.evidence[evidence]),
  };
}

function qualityPanel(
  { score, groups }: Pick<QualityOfLife, 'score' | 'groups'>,
  hollow: boolean,
  based: string,
  { card: words }: Messages,
): Panel {
  return {
    axis: QUALITY_AXIS,
    figure: estimateOf(score),
    hollow,
    note: grainsOf(groups).length === 0 ? words.noIndicators : based,
  };
}

function measuredWhere(groups: QualityOfLife['groups'], { card: words }: Messages): string {
  const grains = grainsOf(groups);
  const count = (...among: Grain[]) => grains.filter((grain) => among.includes(grain)).length;
  return words.measured(grains.length, count('city', 'metro'), count('region'), count('country'));
}

/** Of each indicator. */
function grainsOf(groups: QualityOfLife['groups']): Grain[] {
  return Object.values(groups).flatMap(({ indicators }) =>
    Object.values(indicators).map(({ grain }) => grain),
  );
}

function pointOf({ longitude, latitude }: City) {
  const [x, y] = toMap(longitude, latitude).map(Math.round) as [number, number];
  return { x, y };
}
