import type { City, Country } from '../../engine/catalogue/place.ts';
import type { CountryCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import type { CountryQualityOfLife, QualityOfLife } from '../../engine/quality/quality-of-life.ts';
import { estimateOf } from '../../engine/summaries/document.ts';
import type { Grain } from '../../release/grain.ts';
import { localShare } from '../../release/measures.ts';
import type { CityFigures } from '../explorer/city-data.ts';
import type { ReadableComparison } from '../explorer/comparison.ts';
import { pointOf } from '../explorer/equal-earth.ts';
import type { PlaceCost } from '../explorer/pay.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';
import { type Card, COST_AXIS, MOST_ROWS, type Panel, QUALITY_AXIS, type RowsPanel } from './card.ts';

export function cityCard({ city, detail, cost, quality }: CityFigures, messages: Messages): Card {
  const { name } = detail.country;
  const grains = grainsOf(quality);
  const count = (...among: Grain[]) => grains.filter((grain) => among.includes(grain)).length;
  const ofCountry = count('country');
  const measured = messages.card.measured(grains.length, count('city', 'metro'), count('region'), ofCountry);
  return {
    title: city.name,
    subtitle: city.region === null ? name : `${city.region}, ${name}`,
    points: [pointOf(city)],
    panels: [
      costPanel(cost, cost.index?.overall.grain === 'country', messages),
      qualityPanel(quality, ofCountry === grains.length, measured, messages),
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
      qualityPanel(quality, false, messages.country.indicators(grainsOf(quality).length), messages),
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
  { index, evidence, index_reason }: PlaceCost,
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

function qualityPanel(quality: Quality, hollow: boolean, based: string, { card: words }: Messages): Panel {
  const note = grainsOf(quality).length === 0 ? words.noIndicators : based;
  return { axis: QUALITY_AXIS, figure: estimateOf(quality.score), hollow, note };
}

type Quality = Pick<QualityOfLife, 'score' | 'groups'>;

/** Of each indicator. */
function grainsOf({ groups }: Quality): Grain[] {
  return Object.values(groups).flatMap(({ indicators }) =>
    Object.values(indicators).map(({ grain }) => grain),
  );
}
