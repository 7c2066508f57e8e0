import { readFileSync, writeFileSync } from 'node:fs';
import { readCostInputs } from '../../building/build/release-cost-inputs.ts';
import type { CostInputs } from '../../building/estimates/cost-inputs.ts';
import { writeRentIntervals } from '../../building/estimates/rent-intervals.ts';
import { ablation, ablationOfExpectation } from './ablation.ts';
import { type Accuracy, accuracyOf, type Trial } from './accuracy.ts';
import {
  coverageTable,
  isDerivedElsewhere,
  isOfAllTenanciesInAmerica,
  isPublishedElsewhere,
} from './coverage.ts';
import { budgetTable, payErrorsText } from './evaluate-budgets.ts';
import { scoresText } from './evaluate-scores.ts';
import { historyTable } from './history-trials.ts';
import { hundredths, markdownTable, percent, withGenerated } from './markdown.ts';
import { rentIntervalFactors, testedRents } from './rent-interval-factors.ts';
import { rentsByCountry, rentsByKind } from './rents-by-country.ts';
import {
  americanBasket,
  americanHousing,
  canadianCities,
  japaneseBasket,
  japaneseHousing,
} from './trials-of-indices.ts';
import {
  austrianSurcharges,
  basketsWithoutTheSurvey,
  marketRents,
  priceLevelsDevalued,
  priceLevelsFromIncome,
} from './trials-of-nations.ts';
import type { RentsLeftOut, RentTrial } from './trials-of-rents.ts';
import { wellKnownCities } from './well-known-cities.ts';

/** Official figures that the estimates predict without having seen them. */
export interface Evaluation {
  leftOut: 'one city' | 'one region' | 'one country' | 'one source' | 'never used';
  /** The predicted figures. */
  target: string;
  /** The inputs of the prediction. */
  from: string;
  trials: (inputs: CostInputs) => Trial[];
  /** Figures that are cut off at a bound only show the order: errors and coverage have no meaning. */
  ranksOnly?: true;
  /** A footnote for the line. */
  remark?: string;
}

const INDEX_OF_HOUSING =
  'An office’s index of housing spreads far less than rents (see step 6). Its scale, and the scatter from which its interval follows, are learned from the other places of the index; the one that is predicted has no part in it.';
const JAPANESE_PREFECTURES = `${INDEX_OF_HOUSING} Most prefectures lie below the average of the country, which Tokyo makes: who knew the mean of the other prefectures would be nearer to the middle ones, and further from the rest (median error smaller, root mean square larger than that of the line from rents).`;
const CANADIAN_CITIES = `${INDEX_OF_HOUSING} Fourteen cities, among them two of the far north that no model of size foresees.`;

/** The lines of the accuracy table. The intervals should hold in 80 of 100 cases. */
export const EVALUATIONS: readonly Evaluation[] = [
  ...rentEvaluations('city', 'other cities of the country'),
  ...rentEvaluations('region', 'cities of other regions of the country'),
  ...rentEvaluations('country', 'size, capital, coast and income'),
  ...lines('one country', 'size, coast and income', {
    'American metros, housing (BEA)': americanHousing.withoutTheCountry,
    'American metros, basket (BEA)': americanBasket.withoutTheCountry,
  }),
  ...lines(
    'one country',
    'size, capital, coast and income',
    {
      'Japanese prefectures, housing': japaneseHousing.withoutTheCountry,
      'Japanese prefectures, basket': japaneseBasket.withoutTheCountry,
    },
    { remark: JAPANESE_PREFECTURES },
  ),
  ...lines('one source', 'fair market rents, Census rents', {
    'American metros, housing, without the BEA': americanHousing.withoutParities,
    'American metros, basket, without the BEA': americanBasket.withoutParities,
  }),
  ...lines(
    'one source',
    'rents of 26 cities',
    {
      'Japanese prefectures, housing, from rents': japaneseHousing.withoutTheIndex,
      'Japanese prefectures, basket, without the index': japaneseBasket.withoutTheIndex,
    },
    { remark: JAPANESE_PREFECTURES },
  ),
  ...lines('one source', 'price level of the economy, which is the baseline', {
    'National baskets, without the survey of 2021': basketsWithoutTheSurvey,
  }),
  ...lines('one country', 'survey of prices; baseline: the same rent everywhere', {
    'Rents of a two-bedroom flat in countries with official ones': marketRents,
  }),
  ...lines('one source', 'inflation of the year before and exchange rate; baseline: the old level', {
    'Price levels a devaluation later': priceLevelsDevalued,
  }),
  ...lines('one country', 'GDP per head; baseline: the mean of all countries', {
    'National price levels': priceLevelsFromIncome,
  }),
  ...lines(
    'never used',
    'rents of 12 cities',
    {
      'Canadian cities 2019, all items': canadianCities.basket,
      'Canadian cities 2019, shelter': canadianCities.shelter,
    },
    { remark: CANADIAN_CITIES },
  ),
  ...lines(
    'never used',
    'everything',
    { 'Austrian foreign service, surcharge over Vienna': austrianSurcharges },
    { ranksOnly: true, remark: 'Only cities more expensive than Vienna are listed, priced for diplomats.' },
  ),
];

/** @param trialsOf by the predicted figures */
function lines(
  leftOut: Evaluation['leftOut'],
  from: string,
  trialsOf: Readonly<Record<string, Evaluation['trials']>>,
  more: Pick<Evaluation, 'ranksOnly' | 'remark'> = {},
): Evaluation[] {
  return Object.entries(trialsOf).map(([target, trials]) => ({ leftOut, target, from, trials, ...more }));
}

/** The lines of rents: published ones and computed ones outside the United States, and Census rents of American places. */
function rentEvaluations(leftOut: Exclude<RentsLeftOut, 'figure'>, from: string): Evaluation[] {
  const trials = (isOf: (trial: RentTrial) => boolean) => (inputs: CostInputs) =>
    testedRents(inputs, leftOut).filter((trial) => !trial.ofArea && isOf(trial));
  return lines(`one ${leftOut}`, from, {
    'Published rents outside the United States': trials(isPublishedElsewhere),
    'Rents derived from official figures': trials(isDerivedElsewhere),
    'Census rents of American places': trials(isOfAllTenanciesInAmerica),
  });
}

type Tables = readonly (readonly [name: string, table: (inputs: CostInputs) => string])[];

/** What options show instead of the cost index. */
const PARTS = {
  /** The budgets of families: docs/budgets.md. */
  budgets: [['budgets', budgetTable]],
  /** The effects of the parts of the expected rents and of each source, which takes minutes. */
  sources: [
    ['expectation', ablationOfExpectation],
    ['sources', ablation],
  ],
  history: [['history', historyTable]],
  wellKnown: [['well-known-cities', wellKnownCities]],
} as const satisfies Record<string, Tables>;
type Part = keyof typeof PARTS;

const COST_INDEX: Tables = [
  ['accuracy', accuracyTable],
  ['rents-by-country', rentsByCountry],
  ['rents-by-kind', rentsByKind],
  ['coverage', coverageTable],
  ...PARTS.history,
  ...PARTS.wellKnown,
];

export interface EvaluateOptions extends Partial<Record<Part, true>> {
  /** Path of a page: the tables go between its markers. */
  update?: string;
  /** Instead of the cost index the scores of the quality of life: docs/quality-of-life.md. */
  quality?: true;
  /** Only the widths of the intervals of rents: they are written to data/estimates/rent-intervals.tsv. */
  intervals?: true;
}

/** `data evaluate`: prints the tables and, with a page, also writes them between their markers. */
export function evaluateCommand(
  dataDirectory: string,
  print: (text: string) => void,
  { update, intervals, quality, ...only }: EvaluateOptions,
): void {
  const write = (name: string, text: string) => {
    print(`${text}\n\n`);
    if (update !== undefined) writeFileSync(update, withGenerated(readFileSync(update, 'utf8'), name, text));
  };
  if (quality) {
    write('accuracy', scoresText(dataDirectory));
    return;
  }
  const inputs = readCostInputs(dataDirectory);
  if (intervals) {
    writeRentIntervals(dataDirectory, rentIntervalFactors(inputs));
    return;
  }
  const part = (Object.keys(PARTS) as Part[]).find((name) => only[name]);
  const tables: Tables = part === undefined ? COST_INDEX : PARTS[part];
  for (const [name, table] of tables) write(name, table(inputs));
  if (only.budgets) print(`${payErrorsText(inputs)}\n`);
}

/** The accuracy of the cost index from official figures alone, as a Markdown table. */
function accuracyTable(inputs: CostInputs): string {
  const table = markdownTable(
    [
      ...['Left out', 'Official figures predicted', 'From', '>Points', '>Rank correlation', '>within'],
      ...['>Median error', '>of baseline', '>In the interval'],
    ],
    EVALUATIONS.map((evaluation) => accuracyCells(evaluation, accuracyOf(evaluation.trials(inputs)))),
  );
  return [table, '', ...REMARKS.map((remark, index) => `${FOOTNOTES[index]} ${remark}  `)].join('\n');
}

const FOOTNOTES = '¹²³⁴⁵⁶⁷⁸⁹';
const REMARKS = [...new Set(EVALUATIONS.flatMap(({ remark }) => remark ?? []))];

/** One line of the table; errors are logarithms times 100, which is about per cent. */
export function accuracyCells(
  { leftOut, target, from, ranksOnly, remark }: Evaluation,
  { points, rankCorrelation, rankCorrelationWithin, medianError, baselineMedianError, coverage }: Accuracy,
): (string | number)[] {
  return [
    leftOut,
    remark === undefined ? target : `${target}${FOOTNOTES[REMARKS.indexOf(remark)] ?? ''}`,
    from,
    points,
    hundredths(rankCorrelation),
    hundredths(rankCorrelationWithin),
    ...(ranksOnly
      ? ['', '', '']
      : [percent(medianError), percent(baselineMedianError), hundredths(coverage)]),
  ];
}
