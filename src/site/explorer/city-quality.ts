import { estimateOf } from '../../engine/summaries/document.ts';
import { localShare } from '../../release/measures.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { wrongFigure } from '../report-page.ts';
import { chart, heading, numeric, scrollTable, words as wordy } from '../table.ts';
import type { CityData } from './city-data.ts';
import { axisRow, evidenceBadge, intervalMark, scoreAxis, scoreScale } from './marks.ts';

/** Scores by group, and the figures behind them. */
export function qualitySection(data: CityData, messages: Messages): Html {
  const { city, quality } = data;
  const { quality: words, figures } = messages;
  const titleOf = (group: string) => figures.groups[group] ?? group;
  const { score, groups, weights } = quality;
  const shown = Object.entries(groups).flatMap(([name, group]) => {
    const { figure, hollow } = scoreOf(group);
    return figure === null ? [] : { name, group, figure, hollow };
  });
  return html`<section><h2 id="quality-of-life">${words.title}</h2>
<p>${words.sentence(score)} ${score.value !== null && html`${figures.measured}: ${evidenceBadge({ score: score.value, measured: score.measured }, messages)}.`} ${words.national(city.name)}</p>
${scrollTable({
  name: words.name,
  className: 'marks',
  caption: `${words.caption} ${words.legend}`,
  columns: [
    heading(words.group),
    chart(figures.chart),
    numeric(words.score),
    numeric(figures.interval80),
    figures.measured,
    numeric(words.weight),
  ],
  rows: [
    ...shown.map(({ name, group, figure, hollow }) => [
      html`${titleOf(name)}${group.caveat !== null && html` <small>${words.caveatInShort(group.caveat)}</small>`}`,
      intervalMark(figure, scoreScale, { hollow }),
      figures.tenths(figure.value),
      figures.interval(figure),
      evidenceBadge(group, messages),
      `${figures.whole(100 * (weights[name as keyof typeof weights] ?? 0))} %`,
    ]),
    axisRow(scoreAxis(messages), messages),
  ],
})}
${shown.map(({ name, group: { caveat } }) => caveat !== null && html`<p>${words.caveatOf(titleOf(name), caveat)}</p>`)}
<div>${Object.entries(groups).map(([name, { indicators }]) => indicatorList(titleOf(name), Object.entries(indicators), data, messages))}</div>
</section>`;
}

type Group = CityData['quality']['groups'][keyof CityData['quality']['groups']];

/** The score of a group, or the estimate of one that was not measured. */
export function scoreOf(group: Group) {
  const figure = estimateOf({ ...group, value: group.score }) ?? group.estimate;
  return { figure, hollow: group.score === null || localShare(group) === 0 };
}

type Indicator = Group['indicators'][string];

function indicatorList(
  group: string,
  indicators: [metric: string, Indicator][],
  { city, detail, quality }: CityData,
  messages: Messages,
): Html | undefined {
  if (indicators.length === 0) return undefined;
  const { quality: words, figures } = messages;
  return html`<details><summary>${words.figures(group, indicators.length)}</summary>
${scrollTable({
  name: words.figuresOf(group),
  columns: [
    wordy(words.figure),
    numeric(figures.value),
    figures.inUnit,
    figures.place,
    figures.time,
    figures.source,
  ],
  rows: indicators.map(([id, { title, value, unit, place, grain, period, sources }]) => [
    html`<a href="/metrics/${id}">${figures.metric(id, title)}</a>`,
    figures.decimals(Number(value.toPrecision(4)), 3),
    figures.unit(unit),
    grain === 'country' ? detail.country.name : place,
    figures.period(period),
    html`${sources.map((source) => html`<a href="/sources/${source}">${source}</a> `)}${wrongFigure({ place: `city/${city.id}`, release: quality.release, metric: id, value: String(value), source: sources.join(' ') }, messages)}`,
  ]),
})}</details>`;
}

/** The ranks of the city, with all that are possible; of a part of an agglomeration, who has them. */
export function ranksSection(
  { city, detail, cost, quality }: CityData,
  { ranks: words, figures }: Messages,
): Html | undefined {
  const { whole, tenths, measures, groups } = figures;
  if (detail.part_of !== null) return html`<p>${words.partOf(city.name, `/cities/${detail.part_of}`)}</p>`;
  const ranked = [
    { title: measures.cost, measure: 'cost', ranking: cost.ranking },
    { title: measures.quality, measure: 'quality', ranking: quality.score.ranking },
    ...Object.entries(quality.groups).map(([measure, { ranking }]) => ({
      title: groups[measure] ?? measure,
      measure,
      ranking,
    })),
  ].flatMap(({ ranking, ...about }) => (ranking === null ? [] : { ...about, ranking }));
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
