import type { Static } from 'typebox';
import { type CostOfLiving, getCostOfLiving } from '../../api/cost/cost-of-living.ts';
import { type CityHistory, getCityHistory } from '../../api/history/history.ts';
import { type CityDetail, getCity } from '../../api/places/cities.ts';
import { resolveCityOrThrow } from '../../api/places/place-resolution.ts';
import { getQualityOfLife, type QualityOfLife } from '../../api/quality/quality-of-life.ts';
import { getSimilarCities, type SimilarCities } from '../../api/similar/similar-cities.ts';
import type { City } from '../../catalogue/release.ts';
import type { PageRequest } from '../site-page.ts';
import { evidenceSentence, fullName, interval, measuredWords, tenths } from './words.ts';

/** What the page and its twins are made from: the responses about the city. */
export interface CityData {
  city: City;
  detail: Static<typeof CityDetail>;
  cost: CostOfLiving;
  quality: QualityOfLife;
  history: Static<typeof CityHistory>;
  similar: Static<typeof SimilarCities>;
}

/** Towns are like other towns: larger cities are what people ask for. */
export const SIMILAR = { limit: 8, min_population: 100_000 };

export function dataOf(
  request: PageRequest,
  city = resolveCityOrThrow(request.release, request.parameters.city_id ?? '').place,
): CityData {
  const parameters = { city_id: city.id };
  return {
    city,
    detail: getCity.resolve(request, parameters, {}).answer().body as CityData['detail'],
    cost: getCostOfLiving.resolve(request, parameters, {}).answer().body as CostOfLiving,
    quality: getQualityOfLife.resolve(request, parameters, {}).answer().body as QualityOfLife,
    history: getCityHistory.resolve(request, parameters, {}).answer().body as CityData['history'],
    similar: getSimilarCities.resolve(request, parameters, SIMILAR).answer().body as CityData['similar'],
  };
}

/** The city in two sentences. */
export function summary({ city, detail, cost: { index, index_reason, evidence } }: CityData): string {
  if (index === null || evidence === null)
    return `${city.name} has no price level: ${index_reason?.detail ?? 'no source has one'}`;
  const { overall } = index;
  if (city.id === 'new-york')
    return `All other cities are compared with ${city.name}: its price level is 100.`;
  return `The price level of ${city.name} is ${tenths(overall.value)}, where New York is 100 (80 % interval: ${interval(overall)}). ${evidenceSentence(evidence, city.name, detail.country.name)}`;
}

/** One row for each estimate, score, price and indicator, for a spreadsheet. */
export function figuresOf({ city, cost, quality }: CityData) {
  const row = (group: string, id: string, figure: Partial<Record<string, unknown>>) => ({
    city_id: city.id,
    group,
    id,
    value: figure.value ?? null,
    low: figure.low ?? null,
    high: figure.high ?? null,
    unit: figure.unit ?? null,
    period: figure.period ?? null,
    grain: figure.grain ?? null,
    place: figure.place ?? null,
    method: figure.method ?? null,
    sources: Array.isArray(figure.sources) ? figure.sources.join(' ') : null,
  });
  return [
    ...Object.entries(cost.index ?? {}).map(([part, figure]) =>
      row('price_level', part, { ...figure, unit: 'New York = 100' }),
    ),
    ...cost.prices.map((price) =>
      row('price', price.item, { ...price, value: price.amount, unit: `${price.currency} per ${price.per}` }),
    ),
    ...Object.entries(cost.indicators).map(([id, figure]) => row('indicator', id, figure)),
    row('score', 'overall', { ...quality.score, unit: '0 to 100' }),
    ...Object.entries(quality.groups).map(([name, group]) =>
      row('score', name, { ...group, value: group.score, unit: '0 to 100' }),
    ),
    ...Object.values(quality.groups).flatMap(({ indicators }) =>
      Object.entries(indicators).map(([id, figure]) => row('indicator', id, figure)),
    ),
  ];
}

export function markdown(data: CityData, { release, publicUrl }: PageRequest): string {
  const { city, cost, quality } = data;
  const lines = [`# ${fullName(release, city)}`, '', summary(data), ''];
  if (cost.index !== null) {
    lines.push(
      '| Price level (New York is 100) | estimate | 80 % interval | measured for |',
      '|---|--:|--:|---|',
    );
    for (const [part, figure] of Object.entries(cost.index))
      lines.push(`| ${part} | ${tenths(figure.value)} | ${interval(figure)} | ${figure.grain} |`);
    lines.push('');
  }
  lines.push('| Quality of life (0 to 100) | score | 80 % interval | measured for |', '|---|--:|--:|---|');
  const { score } = quality;
  if (score.value !== null)
    lines.push(
      `| overall | ${tenths(score.value)} | ${interval({ low: score.low ?? 0, high: score.high ?? 0 })} | |`,
    );
  for (const [name, group] of Object.entries(quality.groups))
    if (group.score !== null)
      lines.push(
        `| ${name} | ${tenths(group.score)} | ${interval({ low: group.low ?? 0, high: group.high ?? 0 })} | ${measuredWords(group.measured)} |`,
      );
  lines.push('', `Data release ${release.version}, ${publicUrl}/cities/${city.id}`, '');
  return lines.join('\n');
}
