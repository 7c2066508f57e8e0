import type { Ranking } from '../../engine/figures/ranking.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { heading, numeric, scrollTable } from '../table.ts';
import type { CityData } from './city-data.ts';

/** The ranks of the city, with all that are possible; of a part of an agglomeration, who has them. */
export function ranksSection(
  { city, detail, cost, quality }: CityData,
  { ranks: words, figures }: Messages,
): Html | undefined {
  const { whole, tenths, measures, groups } = figures;
  if (detail.part_of !== null) return html`<p>${words.partOf(city.name, `/cities/${detail.part_of}`)}</p>`;
  const rankings: [title: string, measure: string, ranking: Ranking][] = [
    [measures.cost, 'cost', cost.ranking],
    [measures.quality, 'quality', quality.score.ranking],
    ...Object.entries(quality.groups).map(
      ([group, { ranking }]) => [groups[group] ?? group, group, ranking] as [string, string, Ranking],
    ),
  ];
  const ranked = rankings.flatMap(([title, measure, ranking]) =>
    ranking === null ? [] : [{ title, measure, ranking }],
  );
  if (ranked.length === 0) return undefined;
  return html`<details><summary>${words.title}</summary>
${scrollTable({
  name: words.title,
  caption: words.caption,
  columns: [
    heading(words.measure),
    numeric(words.rank),
    numeric(words.of),
    words.inTheWorld,
    numeric(words.possible),
    numeric(words.percentile),
  ],
  rows: ranked.map(({ title, measure, ranking }) => [
    html`<a href="/rankings/${measure}">${title}</a>`,
    whole(ranking.rank),
    whole(ranking.of),
    words.band(ranking, measure === 'cost'),
    words.range(ranking.first, ranking.last),
    tenths(ranking.percentile),
  ]),
})}</details>`;
}
