import type { Static } from 'typebox';
import type { CityHistory, CountryHistory } from '../history/history.ts';
import { numberText } from './cells.ts';
import { citationOf } from './citation.ts';
import { estimateOf, type SummaryDocument, type SummaryTable } from './document.ts';
import { unitInWords } from './words.ts';

type History = Static<typeof CityHistory> | Static<typeof CountryHistory>;
type Observation = History['observations'][number];

/**
 * The figures of a place over time. Several metrics become a list with the latest figure of each: ask for one of
 * them to see its periods.
 *
 * @param limit at most this many figures, the latest ones; all if absent
 */
export function historyDocument(
  history: History,
  { limit, url }: { limit?: number; url?: string } = {},
): SummaryDocument {
  const { observations, release, sources } = history;
  const place = 'city' in history ? history.city : history.country;
  const metrics = new Set(observations.map(({ metric }) => metric));
  const [metric] = metrics;
  const ofOne = metrics.size === 1;
  const table = ofOne
    ? periodsTable(observations.slice(-(limit ?? observations.length)))
    : metricsTable(observations);
  const left = ofOne ? observations.length - table.rows.length : 0;
  return {
    title: ofOne ? `${place.name}: ${observations[0]?.title ?? metric}` : `${place.name} over time`,
    conclusion: [
      ...(ofOne ? changeSentences(observations) : [countSentence(observations.length, metrics.size)]),
      ...(left > 0 ? [`The ${left} earliest figures are left out.`] : []),
    ],
    tables: [table],
    citation: citationOf(release, sources, url),
  };
}

function countSentence(figures: number, metrics: number): string {
  if (figures === 0) return 'There are no figures.';
  return `${numberText(figures)} figures of ${numberText(metrics)} metrics. Ask for a metric to see its periods.`;
}

/**
 * From the first to the last figure of each series: those of different places, notes, units or sources are not compared, unless
 * they are estimates, whose years have notes and sources of their own.
 */
function changeSentences(observations: readonly Observation[]): string[] {
  const series = Map.groupBy(observations, ({ place, note, unit, sources, method }) =>
    method === 'estimated' ? place : [place, note, unit, sources.join()].join('\t'),
  );
  return [...series.values()].flatMap((figures) => {
    const [first, last] = [figures[0], figures.at(-1)];
    if (first === undefined || last === undefined || first === last || series.size > MOST_SENTENCES)
      return [];
    const unit = unitInWords(last.unit);
    return [
      `${last.place}${last.note === null || last.method === 'estimated' ? '' : ` (${last.note})`}: ${numberText(first.value)} in ${first.period ?? 'an unknown period'}, ${numberText(last.value)} in ${last.period ?? 'an unknown period'} (${unit}).`,
    ];
  });
}

const MOST_SENTENCES = 3;

function periodsTable(observations: readonly Observation[]): SummaryTable {
  return {
    id: 'periods',
    title: 'Figures by period',
    columns: [
      { id: 'metric', title: 'Metric', kind: 'text', dataOnly: true },
      { id: 'period', title: 'Period', kind: 'text' },
      { id: 'value', title: 'Value', kind: observations[0]?.method === 'estimated' ? 'estimate' : 'number' },
      { id: 'unit', title: 'Unit', kind: 'unit' },
      { id: 'place', title: 'Measured for', kind: 'text' },
      { id: 'grain', title: 'Grain', kind: 'text', dataOnly: true },
      { id: 'method', title: 'Method', kind: 'text' },
      { id: 'note', title: 'Note', kind: 'text' },
      { id: 'sources', title: 'Source', kind: 'text' },
    ],
    rows: observations.map(({ latest: _, ...figure }) => ({
      ...figure,
      value: estimateOf(figure) ?? figure.value,
    })),
  };
}

function metricsTable(observations: readonly Observation[]): SummaryTable {
  const byMetric = Map.groupBy(observations, ({ metric }) => metric);
  return {
    id: 'metrics',
    title: 'Metrics, with the latest figure of each',
    columns: [
      { id: 'metric', title: 'Metric', kind: 'text' },
      { id: 'figures', title: 'Figures', kind: 'number' },
      { id: 'from', title: 'From', kind: 'text' },
      { id: 'period', title: 'Latest', kind: 'text' },
      { id: 'value', title: 'Value', kind: 'number' },
      { id: 'unit', title: 'Unit', kind: 'unit' },
      { id: 'place', title: 'Measured for', kind: 'text' },
    ],
    rows: [...byMetric].map(([metric, figures]) => {
      const { latest: _, ...last } = figures.at(-1) ?? {};
      return { ...last, metric, figures: figures.length, from: figures[0]?.period };
    }),
  };
}
