import { qualitySentence } from '../../engine/summaries/sentences.ts';
import {
  counted,
  decimals,
  GROUP_TITLES,
  interval,
  lowerFirst,
  periodInWords,
  tenths,
  unitInWords,
  whole,
} from '../../engine/summaries/words.ts';
import { type Html, html } from '../html.ts';
import { type Reported, wrongFigure } from '../report-page.ts';
import { CHART, heading, numeric, scrollTable, words } from '../table.ts';
import type { CityData } from './city-data.ts';
import { EVIDENCE_LEGEND, evidenceBadge } from './evidence-badge.ts';
import { intervalMark, scoreScale } from './interval-marks.ts';

/** Scores by group, and the figures behind them. */
export function qualitySection({ city, quality }: CityData): Html {
  const { score, groups, weights } = quality;
  const shown = Object.entries(groups).filter(
    ([, { score: points, estimate }]) => (points ?? estimate) !== null,
  );
  return html`<section><h2 id="quality-of-life">Quality of life</h2>
<p>${qualitySentence(score)} ${overallEvidence(quality)} A score based on national figures alone doesn’t say how ${city.name} differs from other cities in its country.</p>
${scrollTable({
  name: 'Scores',
  className: 'marks',
  caption: `Scores from 0 to 100 with 80 % intervals. A hollow dot is based only on national figures, or estimated. ${EVIDENCE_LEGEND}`,
  columns: [
    heading('Group'),
    CHART,
    numeric('Score'),
    numeric('80 % interval'),
    'Measured for',
    numeric('Weight'),
  ],
  rows: shown.map(([name, group]) => {
    const points = group.score ?? group.estimate?.value ?? null;
    const range = group.score === null ? group.estimate : group;
    const known = points !== null && range?.low != null && range.high != null;
    const ends = { low: range?.low ?? 0, high: range?.high ?? 0 };
    const { city: local, metro, region } = group.measured;
    const hollow = group.score === null || local + metro + region === 0;
    return [
      html`${GROUP_TITLES[name] ?? name}${group.caveat !== null && html` <small>${group.caveat.split(':')[0]}</small>`}`,
      known && intervalMark({ value: points, ...ends }, scoreScale, { hollow }),
      points !== null && tenths(points),
      known && interval(ends),
      evidenceBadge(group),
      `${whole(100 * (weights[name as keyof typeof weights] ?? 0))} %`,
    ];
  }),
})}
${shown.map(([name, { caveat }]) => caveat !== null && html`<p>${GROUP_TITLES[name] ?? name}: ${lowerFirst(caveat)}</p>`)}
<div>${Object.entries(groups).map(([name, { indicators }]) => indicatorList(name, Object.entries(indicators), { place: `city/${city.id}`, release: quality.release }))}</div>
</section>`;
}

/** What the overall score was measured for. */
function overallEvidence({ score }: CityData['quality']): Html | undefined {
  return score.value === null
    ? undefined
    : html`Measured for: ${evidenceBadge({ score: score.value, measured: score.measured })}.`;
}

function indicatorList(
  name: string,
  indicators: [
    string,
    {
      title: string;
      value: number;
      unit: string;
      place: string;
      period: string | null;
      sources: readonly string[];
    },
  ][],
  reported: Reported,
): Html | undefined {
  if (indicators.length === 0) return undefined;
  return html`<details><summary>${GROUP_TITLES[name]}: ${counted(indicators.length, 'figure')}</summary>
${scrollTable({
  name: `Figures of ${name}`,
  columns: [words('Figure'), numeric('Value'), 'Unit', 'Place', 'Period', 'Source'],
  rows: indicators.map(([id, { title, value, unit, place, period, sources }]) => [
    html`<a href="/metrics/${id}">${title}</a>`,
    decimals(Number(value.toPrecision(4)), 3),
    unitInWords(unit),
    place,
    periodInWords(period),
    html`${sources.map((source) => html`<a href="/sources/${source}">${source}</a> `)}${wrongFigure({ ...reported, metric: id, value: String(value), source: sources.join(' ') })}`,
  ]),
})}</details>`;
}
