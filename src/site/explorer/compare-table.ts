import { levelRows } from '../../engine/cost/shown-levels.ts';
import { percentOf, pointsOf } from '../../engine/summaries/comparison.ts';
import type { Difference } from '../../engine/summaries/document.ts';
import { type Html, html, type Part } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { heading, numeric, type Row, scrollTable } from '../table.ts';
import type { ComparedCost, ComparedPlace, ComparedQuality } from './comparison.ts';
import { levelNames } from './level-names.ts';
import { NO_BREAK_PERCENT } from './marks.ts';

/* Three or more places: one table of each kind, with a column for each place. Two have tables of their own, with their intervals. */

/** Levels by category, from the overall one. */
export function levelsTable(places: readonly ComparedCost[], messages: Messages): Html {
  const { compare: words, cost, figures } = messages;
  const [base] = places;
  const rows = levelRows(
    (part) => {
      const values = places.map(({ index }) => index?.[part]?.value);
      return values.every((value) => value === undefined) ? null : values;
    },
    places.map(({ index_notes: notes }) => notes),
  ).map(
    ({ part, together }): Row => ({
      className: part === 'overall' ? 'total' : undefined,
      cells: [
        levelNames(part, together, messages).title,
        ...places.map((of) => {
          const difference = of === base ? null : percentOf(of.difference?.[part] ?? undefined);
          return cell(of.index?.[part]?.value, difference, messages, NO_BREAK_PERCENT);
        }),
      ],
    }),
  );
  const based = places.map(
    ({ evidence }) => evidence !== null && html`<small>${figures.evidence[evidence]}</small>`,
  );
  const caption = `${cost.newYork} ${words.tableCaption}`;
  return table(cost.name, caption, places, [...rows, [figures.basedOn, ...based]], messages);
}

/** Scores by group, from the overall one. */
export function scoresTable(places: readonly ComparedQuality[], messages: Messages): Html {
  const { compare: words, quality, figures } = messages;
  const [base] = places;
  const groups = Object.keys(base?.groups ?? {}) as (keyof ComparedQuality['groups'])[];
  const rows = groups
    .filter((group) => places.some((of) => of.groups[group].score !== null))
    .map((group) => [
      figures.groups[group] ?? group,
      ...places.map((of) => {
        const { score, difference } = of.groups[group];
        return cell(score, of === base ? null : difference, messages);
      }),
    ]);
  const overall = places.map((of) =>
    cell(of.score.value, of === base ? null : pointsOf(of.difference), messages),
  );
  const total = { className: 'total', cells: [figures.parts.overall, ...overall] };
  return table(quality.name, `${words.scores} ${words.tableCaption}`, places, [total, ...rows], messages);
}

function cell(
  value: number | null | undefined,
  difference: Pick<Difference, 'value' | 'significant'> | null | undefined,
  { figures: { tenths, signed } }: Messages,
  unit = '',
): Part {
  if (value == null) return '–';
  if (difference == null) return tenths(value);
  const { value: by, significant } = difference;
  return html`${tenths(value)} <small>${!significant && '≈\u00a0'}${signed(by)}${unit}</small>`;
}

function table(
  name: string,
  caption: string,
  places: readonly { place: ComparedPlace }[],
  rows: readonly Row[],
  { cost }: Messages,
): Html {
  return scrollTable({
    name,
    caption,
    className: 'side-by-side',
    columns: [heading(cost.category), ...places.map(({ place }) => numeric(place.name))],
    rows,
  });
}
