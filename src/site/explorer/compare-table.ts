import { levelRows } from '../../engine/cost/shown-levels.ts';
import { pointsOf } from '../../engine/summaries/comparison.ts';
import { type Html, html, type Part } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { heading, numeric, type Row, scrollTable } from '../table.ts';
import type { ComparedCost, ComparedPlace, ComparedQuality } from './comparison.ts';
import { NO_BREAK_PERCENT } from './evidence-badge.ts';
import { levelNames } from './level-names.ts';

/* Three or more places: one table of each kind, with a column for each place. Two have tables of their own, with their intervals. */

interface Difference {
  value: number;
  significant: boolean;
}

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
          const difference = of === base ? undefined : of.difference?.[part];
          return cell(
            of.index?.[part]?.value,
            difference && { value: difference.percent, significant: difference.significant },
            messages,
            NO_BREAK_PERCENT,
          );
        }),
      ],
    }),
  );
  const based = places.map(
    ({ evidence }) => evidence !== null && html`<small>${figures.evidence[evidence]}</small>`,
  );
  const shown = { name: cost.name, caption: `${cost.newYork} ${words.tableCaption}`, places };
  return table(shown, [...rows, [figures.basedOn, ...based]], messages);
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
  const overall = places.map(({ score, difference }, index) =>
    cell(score.value, index === 0 ? null : pointsOf(difference), messages),
  );
  const shown = { name: quality.name, caption: `${words.scores} ${words.tableCaption}`, places };
  const total = { className: 'total', cells: [figures.parts.overall, ...overall] };
  return table(shown, [total, ...rows], messages);
}

function cell(
  value: number | null | undefined,
  difference: Difference | null | undefined,
  { figures: { tenths, signed } }: Messages,
  unit = '',
): Part {
  if (value == null) return '–';
  if (difference == null) return tenths(value);
  const { value: by, significant } = difference;
  return html`${tenths(value)} <small>${!significant && '≈\u00a0'}${signed(by)}${unit}</small>`;
}

function table(
  shown: { name: string; caption: string; places: readonly { place: ComparedPlace }[] },
  rows: readonly Row[],
  { cost }: Messages,
): Html {
  const { places, ...about } = shown;
  return scrollTable({
    ...about,
    className: 'side-by-side',
    columns: [heading(cost.category), ...places.map(({ place }) => numeric(place.name))],
    rows,
  });
}
