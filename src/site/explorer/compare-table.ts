import { levelRows } from '../../engine/cost/shown-levels.ts';
import type { Body } from '../../engine/operations.ts';
import { pointsOf } from '../../engine/summaries/comparison.ts';
import { EVIDENCE_WORDS, GROUP_TITLES, signed, tenths } from '../../engine/summaries/words.ts';
import { type Html, html, type Part } from '../html.ts';
import { heading, numeric, type Row, scrollTable } from '../table.ts';

/* Three or more cities: one table of each kind, with a column for each city. Two have tables of their own, with their intervals. */

const CAPTION =
  'The small figure is the difference from the first city; ≈ means that the two cannot be told apart. The 80 % intervals are in the downloads.';

interface Difference {
  value: number;
  significant: boolean;
}

/** Levels by category, from the overall one. */
export function levelsTable(cities: Body<'/data/cost-of-living'>['cities']): Html {
  const [base] = cities;
  const rows = levelRows(
    (part) => {
      const values = cities.map(({ index }) => index?.[part]?.value);
      return values.every((value) => value === undefined) ? null : values;
    },
    cities.map(({ index_notes: notes }) => notes),
  ).map(
    ({ part, title }): Row => ({
      className: part === 'overall' ? 'total' : undefined,
      cells: [
        title,
        ...cities.map((city) => {
          const difference = city === base ? undefined : city.difference?.[part];
          return cell(
            city.index?.[part]?.value,
            difference && { value: difference.percent, significant: difference.significant },
            ' %',
          );
        }),
      ],
    }),
  );
  const based = cities.map(
    ({ evidence }) => evidence !== null && html`<small>${EVIDENCE_WORDS[evidence]}</small>`,
  );
  return table('Price levels', `New York is 100. ${CAPTION}`, cities, [...rows, ['Based on', ...based]]);
}

/** Scores by group, from the overall one. */
export function scoresTable(cities: Body<'/data/quality-of-life'>['cities']): Html {
  const [base] = cities;
  const groups = Object.keys(base?.groups ?? {}) as (keyof (typeof cities)[number]['groups'])[];
  const rows = groups
    .filter((group) => cities.some((city) => city.groups[group].score !== null))
    .map((group) => [
      GROUP_TITLES[group] ?? group,
      ...cities.map((city) => {
        const { score, difference } = city.groups[group];
        return cell(score, city === base ? null : difference);
      }),
    ]);
  const overall = cities.map(({ score, difference }, index) =>
    cell(score.value, index === 0 ? null : pointsOf(difference)),
  );
  return table('Scores', `Scores from 0 to 100. ${CAPTION}`, cities, [
    { className: 'total', cells: ['Overall', ...overall] },
    ...rows,
  ]);
}

function cell(value: number | null | undefined, difference: Difference | null | undefined, unit = ''): Part {
  if (value == null) return '–';
  if (difference == null) return tenths(value);
  const { value: by, significant } = difference;
  return html`${tenths(value)} <small>${!significant && '≈ '}${signed(by)}${unit}</small>`;
}

function table(
  name: string,
  caption: string,
  cities: readonly { city: { id: string; name: string } }[],
  rows: readonly Row[],
): Html {
  return scrollTable({
    name,
    className: 'side-by-side',
    caption,
    columns: [heading('Category'), ...cities.map(({ city }) => numeric(city.name))],
    rows,
  });
}
