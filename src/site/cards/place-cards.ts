import type { City, Country } from '../../engine/catalogue/place.ts';
import type { CostOfLiving, CountryCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import type { CountryQualityOfLife, QualityOfLife } from '../../engine/quality/quality-of-life.ts';
import { estimateOf } from '../../engine/summaries/document.ts';
import { measuredSentence } from '../../engine/summaries/sentences.ts';
import { counted, EVIDENCE_WORDS, lowerFirst } from '../../engine/summaries/words.ts';
import { toMap } from '../explorer/equal-earth.ts';
import { type Card, COST_AXIS, type Panel, QUALITY_AXIS } from './card.ts';

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

export function pointOf({ longitude, latitude }: City) {
  const [x, y] = toMap(longitude, latitude).map(Math.round) as [number, number];
  return { x, y };
}
