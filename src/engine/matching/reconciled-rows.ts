import type { Wanted } from './matching.ts';

/* A matched table, and how a client makes it of the answers of `/reconcile`. The browser has this file too. */

export type Value = string | number | null;

/** What a matched table says of a row. Only a matched one has figures; the others have the cities to choose among. */
export interface MatchedRow {
  status: 'matched' | 'check' | 'unknown';
  score: number | null;
  candidates: readonly { id: string; name: string }[];
  /** By TABLE_PROPERTY_IDS. */
  values: readonly Value[];
}

/** The properties that are added to a table. */
export const TABLE_PROPERTY_IDS = [
  'id',
  'name',
  'region',
  'country_code',
  'cost_index',
  'monthly_budget',
  'quality_of_life',
  'population',
  'latitude',
  'longitude',
] as const;
/** How many cities a row lists to choose among. */
export const MOST_CHOICES = 5;
/** The columns that are added to a table. The prefix keeps them apart from those that it has. */
export const ADDED_COLUMNS: readonly string[] = [
  'lds_status',
  'lds_score',
  'lds_candidates',
  ...TABLE_PROPERTY_IDS.map((id) => (id === 'monthly_budget' ? 'lds_monthly_budget_usd' : `lds_${id}`)),
];

/** The cells of ADDED_COLUMNS. A text that a spreadsheet would read as a formula gets an apostrophe; the table's own cells stay. */
function addedCells({ status, score, candidates, values }: MatchedRow): string[] {
  const ids = candidates.map(({ id }) => id).join(' ');
  return [status, score, ids, ...values].map((value) =>
    typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? ''),
  );
}

/** A row with ADDED_COLUMNS after the columns of the header. What a row has beyond them stays, at its end. */
export function filledRow(header: readonly string[], cells: readonly string[], match: MatchedRow): string[] {
  return [...header.map((_, at) => cells[at] ?? ''), ...addedCells(match), ...cells.slice(header.length)];
}

/** What `/reconcile` answers, as far as tables need it. */
interface Candidate {
  id: string;
  name: string;
  description: string;
  score: number;
  match: boolean;
}
type Extension = Record<string, Record<string, readonly { str?: string; int?: number; float?: number }[]>>;

/** Asks `/reconcile`, with a form of one field. */
export type AskReconcile = (field: 'queries' | 'extend', value: object) => Promise<unknown>;

/** Matches rows with two requests: names to ids, then ids to figures. */
export async function reconciledRows(wanted: readonly Wanted[], ask: AskReconcile): Promise<MatchedRow[]> {
  if (wanted.length === 0) return [];
  const queries = Object.fromEntries(wanted.map((each, at) => [`q${at}`, queryOf(each)]));
  const answers = (await ask('queries', queries)) as Record<string, { result: readonly Candidate[] }>;
  const results = wanted.map((_, at) => answers[`q${at}`]?.result ?? []);
  const ids = results.flatMap(([first]) => (first?.match === true ? [first.id] : []));
  const figures = await figuresOf(ids, ask);
  return results.map((result) => {
    const [first] = result;
    const candidates = result.map(({ id, name, description }) => ({ id, name: `${name}, ${description}` }));
    return rowOf(candidates, first?.score, first?.match === true ? figures.get(first.id) : undefined);
  });
}

/** @param values of the place that the row means; undefined if it means none for sure */
export function rowOf(
  candidates: MatchedRow['candidates'],
  score: number | undefined,
  values: readonly Value[] | undefined,
): MatchedRow {
  const status = values === undefined ? 'check' : 'matched';
  return {
    status: candidates.length === 0 ? 'unknown' : status,
    score: score ?? null,
    candidates: values === undefined ? candidates : [],
    values: values ?? TABLE_PROPERTY_IDS.map(() => null),
  };
}

/** The values of TABLE_PROPERTY_IDS of each id. */
export async function figuresOf(ids: readonly string[], ask: AskReconcile): Promise<Map<string, Value[]>> {
  if (ids.length === 0) return new Map();
  const properties = TABLE_PROPERTY_IDS.map((id) => ({ id }));
  const { rows } = (await ask('extend', { ids: [...new Set(ids)], properties })) as { rows: Extension };
  return new Map(
    Object.entries(rows).map(([id, row]) => [
      id,
      TABLE_PROPERTY_IDS.map((property) => {
        const [value] = row[property] ?? [];
        return value?.str ?? value?.int ?? value?.float ?? null;
      }),
    ]),
  );
}

function queryOf({ text, countries = [], regions = [] }: Wanted): object {
  const properties = [
    ...countries.map((v) => ({ pid: 'country', v })),
    ...regions.map((v) => ({ pid: 'region', v })),
  ];
  return { query: text, type: 'city', limit: MOST_CHOICES, properties };
}
