import { levelRows } from '../../engine/cost/shown-levels.ts';
import type { Body } from '../../engine/operations.ts';
import { pointsOf } from '../../engine/summaries/comparison.ts';
import { type Html, html, type Part } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import { heading, numeric, type Row, scrollTable } from '../table.ts';
import { NO_BREAK_PERCENT } from './evidence-badge.ts';
import { levelNames } from './level-names.ts';

/* Three or more cities: one table of each kind, with a column for each city. Two have tables of their own, with their intervals. */

interface Difference {
  value: number;
  significant: boolean;
}

/** Levels by category, from the overall one. */
export function levelsTable(cities: Body<'/data/cost-of-living'>['cities'], messages: Messages): Html {
  const { compare: words, cost, figures } = messages;
  const [base] = cities;
  const rows = levelRows(
    (part) => {
      const values = cities.map(({ index }) => index?.[part]?.value);
      return values.every((value) => value === undefined) ? null : values;
    },
    cities.map(({ index_notes: notes }) => notes),
  ).map(
    ({ part, together }): Row => ({
      className: part === 'overall' ? 'total' : undefined,
      cells: [
        levelNames(part, together, messages).title,
        ...cities.map((city) => {
          const difference = city === base ? undefined : city.difference?.[part];
          return cell(
            city.index?.[part]?.value,
            difference && { value: difference.percent, significant: difference.significant },
            messages,
            NO_BREAK_PERCENT,
          );
        }),
      ],
    }),
  );
  const based = cities.map(
    ({ evidence }) => evidence !== null && html`<small>${figures.evidence[evidence]}</small>`,
  );
  const shown = { name: cost.name, caption: `${cost.newYork} ${words.tableCaption}`, cities };
  return table(shown, [...rows, [figures.basedOn, ...based]], messages);
}

/** Scores by group, from the overall one. */
export function scoresTable(cities: Body<'/data/quality-of-life'>['cities'], messages: Messages): Html {
  const { compare: words, quality, figures } = messages;
  const [base] = cities;
  const groups = Object.keys(base?.groups ?? {}) as (keyof (typeof cities)[number]['groups'])[];
  const rows = groups
    .filter((group) => cities.some((city) => city.groups[group].score !== null))
    .map((group) => [
      figures.groups[group] ?? group,
      ...cities.map((city) => {
        const { score, difference } = city.groups[group];
        return cell(score, city === base ? null : difference, messages);
      }),
    ]);
  const overall = cities.map(({ score, difference }, index) =>
    cell(score.value, index === 0 ? null : pointsOf(difference), messages),
  );
  const shown = { name: quality.name, caption: `${words.scores} ${words.tableCaption}`, cities };
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
  shown: { name: string; caption: string; cities: readonly { city: { name: string } }[] },
  rows: readonly Row[],
  { cost }: Messages,
): Html {
  const { cities, ...about } = shown;
  return scrollTable({
    ...about,
    className: 'side-by-side',
    columns: [heading(cost.category), ...cities.map(({ city }) => numeric(city.name))],
    rows,
  });
}
