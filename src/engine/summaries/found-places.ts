import { MEASURES, type MeasureId } from '../../release/measures.ts';
import { PLAIN_MEASURES, type PlainMeasure } from '../../release/plain-measures.ts';
import type { Asked } from '../ask.ts';
import type { Body } from '../operations.ts';
import { numberText } from './cells.ts';
import { citationOf } from './citation.ts';
import { type Column, estimateOf, moneyOf, type Row, type SummaryDocument } from './document.ts';
import { CONDITION_TITLES, MEASURE_TITLES, NUMBERS, SHORT_EVIDENCE } from './words.ts';

/** A page of the list of cities. */
export type FoundCities = Pick<Asked<Body<'/cities'>>, 'body' | 'release' | 'total' | 'excluded'>;

/** Cities that a search found, with the requested figures. Their sources are in the data of each city. */
export function citiesDocument(found: FoundCities, options: { url?: string } = {}): SummaryDocument {
  const { body: cities, total = cities.length, excluded = 0, release } = found;
  const shown = MEASURES.filter((measure) => cities.some(({ figures }) => figures?.[measure] != null));
  const conditions = PLAIN_MEASURES.filter((measure) =>
    cities.some((city) => conditionOf(city, measure) !== undefined),
  );
  const month = cities[0]?.conditions?.month;
  const withBudget = cities.some(({ figures }) => figures?.budget != null);
  return {
    title: 'Cities found',
    conclusion: [
      `${total === 1 ? 'One city' : `${numberText(total)} cities`} found${cities.length < total ? `; these are the first ${numberText(cities.length)}` : ''}.`,
      month !== undefined && `High, rain and sunshine are those of ${NUMBERS.month(month - 1)}.`,
      excluded > 0 &&
        `${numberText(excluded)} more are left out because they lack a figure that the search needs.`,
    ].filter((sentence) => sentence !== false),
    tables: [
      {
        id: 'cities',
        title: 'Cities, with 80 % intervals',
        columns: [
          ...PLACE_COLUMNS,
          ...(withBudget ? [BUDGET_COLUMN] : []),
          ...shown.flatMap(figureColumns),
          ...conditions.map((measure) => ({
            id: measure,
            title: CONDITION_TITLES[measure],
            kind: 'number' as const,
          })),
        ],
        rows: cities.map((city) => rowOf(city, shown, conditions)),
      },
    ],
    citation: citationOf(release, [], options.url),
  };
}

const BUDGET_COLUMN: Column = { id: 'budget_per_month', title: 'Needed a month', kind: 'money' };

const PLACE_COLUMNS: readonly Column[] = [
  { id: 'id', title: 'Id', kind: 'text' },
  { id: 'name', title: 'City', kind: 'text' },
  { id: 'region', title: 'Region', kind: 'text' },
  { id: 'country', title: 'Country', kind: 'text' },
  { id: 'population', title: 'Population', kind: 'number' },
];

/** Only price levels have evidence. */
function figureColumns(measure: MeasureId): Column[] {
  const title = MEASURE_TITLES[measure];
  return [
    { id: measure, title, kind: 'estimate' },
    { id: `${measure}_grain`, title: `Grain of ${title}`, kind: 'text', dataOnly: true },
    ...(measure === 'cost'
      ? [{ id: 'cost_evidence', title: 'Evidence', kind: 'text' as const, words: SHORT_EVIDENCE }]
      : []),
  ];
}

type FoundCity = FoundCities['body'][number];

/** Null if the city has none; undefined if nobody asked. */
export function conditionOf({ conditions }: FoundCity, measure: PlainMeasure): number | null | undefined {
  return (conditions as Partial<Record<PlainMeasure, number | null>> | undefined)?.[measure];
}

function rowOf(city: FoundCity, shown: readonly MeasureId[], conditions: readonly PlainMeasure[]): Row {
  const { id, name, region, country, population, figures } = city;
  const cells = shown.flatMap((measure): [string, Row[string]][] => {
    const figure = figures?.[measure];
    if (figure == null) return [];
    return [
      [measure, estimateOf(figure)],
      [`${measure}_grain`, figure.grain],
    ];
  });
  const plain = conditions.map((measure) => [measure, conditionOf(city, measure) ?? null]);
  return {
    id,
    name,
    region,
    country: country.name,
    population,
    // Whose budget it is, the search says.
    budget_per_month: figures?.budget && moneyOf(figures.budget, figures.budget.currency ?? ''),
    cost_evidence: figures?.cost?.evidence,
    ...Object.fromEntries(cells),
    ...Object.fromEntries(plain),
  };
}
