import type { Ranking } from '../../engine/figures/ranking.ts';
import { bandWords } from '../../engine/summaries/ranks.ts';
import { GROUP_TITLES, MEASURE_TITLES, tenths, whole } from '../../engine/summaries/words.ts';
import { type Html, html } from '../html.ts';
import { heading, numeric, scrollTable } from '../table.ts';
import type { CityData } from './city-data.ts';

/** The ranks of the city, with all that are possible; of a part of an agglomeration, who has them. */
export function ranksSection({ city, detail, cost, quality }: CityData): Html | undefined {
  if (detail.part_of !== null)
    return html`<p>${city.name} is part of an urban agglomeration, which is ranked by its main city: <a href="/cities/${detail.part_of}">see its ranks</a>.</p>`;
  const rankings: [title: string, measure: string, ranking: Ranking][] = [
    [MEASURE_TITLES.cost, 'cost', cost.ranking],
    [MEASURE_TITLES.quality, 'quality', quality.score.ranking],
    ...Object.entries(quality.groups).map(
      ([group, { ranking }]) => [GROUP_TITLES[group] ?? group, group, ranking] as [string, string, Ranking],
    ),
  ];
  const ranked = rankings.flatMap(([title, measure, ranking]) =>
    ranking === null ? [] : [{ title, measure, ranking }],
  );
  if (ranked.length === 0) return undefined;
  return html`<details><summary>World ranks</summary>
${scrollTable({
  name: 'World ranks',
  caption:
    'Among urban agglomerations with at least 100,000 people; a smaller city as if it were one of them. Cities whose 80 % intervals overlap cannot be told apart.',
  columns: [
    heading('Measure'),
    numeric('Rank'),
    numeric('Of'),
    'In the world',
    numeric('Possible ranks'),
    numeric('Percentile'),
  ],
  rows: ranked.map(({ title, measure, ranking }) => [
    html`<a href="/rankings/${measure}">${title}</a>`,
    whole(ranking.rank),
    whole(ranking.of),
    bandWords(ranking, measure === 'cost'),
    `${whole(ranking.first)} to ${whole(ranking.last)}`,
    tenths(ranking.percentile),
  ]),
})}</details>`;
}
