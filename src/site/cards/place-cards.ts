import type { City, Country } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import type { CostOfLiving, CountryCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import type { Body } from '../../engine/operations.ts';
import type { CountryQualityOfLife, QualityOfLife } from '../../engine/quality/quality-of-life.ts';
import { estimateOf } from '../../engine/summaries/document.ts';
import { measuredSentence } from '../../engine/summaries/sentences.ts';
import { counted, ENUMERATION, EVIDENCE_WORDS, lowerFirst } from '../../engine/summaries/words.ts';
import { localShare } from '../../release/measures.ts';
import { toMap } from '../explorer/equal-earth.ts';
import { type Card, COST_AXIS, MOST_ROWS, type Panel, QUALITY_AXIS, type RowsPanel } from './card.ts';

/** The responses that the card of a city shows. */
export interface CityAnswers {
  city: City;
  detail: { country: { name: string } };
  cost: CostOfLiving;
  quality: QualityOfLife;
}

export function cityCard({ city, detail: { country }, cost, quality }: CityAnswers): Card {
  return {
    title: city.name,
    subtitle: city.region === null ? country.name : `${city.region}, ${country.name}`,
    points: [pointOf(city)],
    panels: [
      costPanel(cost, cost.index?.overall.grain === 'country'),
      qualityPanel(quality, measuredSentence(quality.groups), !isLocal(quality.groups)),
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
export function countryCard({ country, detail, cities, cost, quality }: CountryAnswers): Card {
  return {
    title: country.name,
    subtitle: [detail.subregion ?? detail.region, counted(cities.length, 'city', 'cities')]
      .filter((part) => part !== null)
      .join(' · '),
    points: cities.map(pointOf),
    panels: [
      costPanel(cost, false),
      qualityPanel(quality, `Based on ${counted(indicators(quality.groups), 'national indicator')}.`, false),
    ],
  };
}

/** The compared cities, the first of them by their figures, with the names by which people tell them apart. */
export function comparisonCard(
  { cost, quality }: { cost: Body<'/data/cost-of-living'>; quality: Body<'/data/quality-of-life'> },
  release: Release,
): Card<RowsPanel> {
  const names = cost.cities.map(({ city }) => city.name);
  const rest = names.length - MOST_ROWS;
  return {
    title: ENUMERATION.format(rest > 0 ? [...names.slice(0, MOST_ROWS), `${rest} more`] : names),
    subtitle: 'Cost of living and quality of life',
    points: cost.cities.flatMap(({ city }) => release.city(city.id) ?? []).map(pointOf),
    panels: [
      {
        axis: COST_AXIS,
        rows: cost.cities.slice(0, MOST_ROWS).map(({ index }, at) => ({
          name: names[at] ?? '',
          figure: index?.overall ?? null,
          hollow: index?.overall.grain === 'country',
        })),
      },
      {
        axis: QUALITY_AXIS,
        rows: quality.cities.slice(0, MOST_ROWS).map(({ score }, at) => ({
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
): Panel {
  return {
    axis: COST_AXIS,
    figure: index?.overall ?? null,
    hollow,
    note:
      evidence === null
        ? (index_reason?.detail ?? 'No source has a price level.')
        : `Based on ${lowerFirst(EVIDENCE_WORDS[evidence])}.`,
  };
}

function qualityPanel(
  { score, groups }: Pick<QualityOfLife, 'score' | 'groups'>,
  based: string,
  hollow: boolean,
): Panel {
  return {
    axis: QUALITY_AXIS,
    figure: estimateOf(score),
    hollow,
    note: indicators(groups) === 0 ? 'No source has indicators.' : based,
  };
}

function indicators(groups: QualityOfLife['groups']): number {
  return Object.values(groups).reduce((sum, group) => sum + Object.keys(group.indicators).length, 0);
}

function isLocal(groups: QualityOfLife['groups']): boolean {
  return Object.values(groups).some((group) =>
    Object.values(group.indicators).some(({ grain }) => grain !== 'country'),
  );
}

function pointOf({ longitude, latitude }: City) {
  const [x, y] = toMap(longitude, latitude).map(Math.round) as [number, number];
  return { x, y };
}
