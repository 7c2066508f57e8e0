import { readFileSync, writeFileSync } from 'node:fs';
import { readCostInputs } from '../../building/build/release-cost-inputs.ts';
import type { CostInputs } from '../../building/estimates/cost-inputs.ts';
import { writeRentIntervals } from '../../building/estimates/rent-intervals.ts';
import { recordTable, texts, word, yesOrNo } from '../../building/files/records.ts';
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
import { americanMetros, canadianCities, japanesePrefectures } from './trials-of-indices.ts';
import {
  austrianSurcharges,
  basketsWithoutTheSurvey,
  marketRents,
  priceLevelsDevalued,
  priceLevelsFromIncome,
} from './trials-of-nations.ts';
import { RENTS_LEFT_OUT, type RentsLeftOut, type RentTrial } from './trials-of-rents.ts';
import { wellKnownCities } from './well-known-cities.ts';

const INDEX_OF_HOUSING =
  'An office’s index of housing spreads far less than rents (see step 6). Its scale, and the scatter from which its interval follows, are learned from the other places of the index; the one that is predicted has no part in it.';
/** Footnotes, in the order in which lines have them. */
const REMARKS = {
  japan: `${INDEX_OF_HOUSING} Most prefectures lie below the average of the country, which Tokyo makes: who knew the mean of the other prefectures would be nearer to the middle ones, and further from the rest (median error smaller, root mean square larger than that of the line from rents).`,
  canada: `${INDEX_OF_HOUSING} Fourteen cities, among them two of the far north that no model of size foresees.`,
  austria: 'Only cities more expensive than Vienna are listed, priced for diplomats.',
};

type LeftOut = `one ${Exclude<RentsLeftOut, 'figure'>}` | 'one source' | 'never used';

/** Official figures that the estimates predict without having seen them, as evaluations.tsv names them. */
const TRIALS = {
  published_rents: rents(isPublishedElsewhere),
  derived_rents: rents(isDerivedElsewhere),
  american_rents: rents(isOfAllTenanciesInAmerica),
  american_housing: americanMetros('housing', false),
  american_basket: americanMetros('basket', false),
  japanese_housing: japanesePrefectures('housing', false),
  japanese_basket: japanesePrefectures('basket', false),
  american_housing_from_rents: americanMetros('housing', true),
  american_basket_from_rents: americanMetros('basket', true),
  japanese_housing_from_rents: japanesePrefectures('housing', true),
  japanese_basket_from_rents: japanesePrefectures('basket', true),
  baskets_without_survey: basketsWithoutTheSurvey,
  market_rents: marketRents,
  devaluations: priceLevelsDevalued,
  levels_from_income: priceLevelsFromIncome,
  canadian_basket: canadianCities('basket'),
  canadian_housing: canadianCities('housing'),
  austrian_surcharges: austrianSurcharges,
} satisfies Record<string, (inputs: CostInputs, leftOut: LeftOut) => Trial[]>;

const LINES = recordTable('evaluations', {
  leftOut: word<LeftOut>(['one city', 'one region', 'one country', 'one source', 'never used']),
  /** The predicted figures, and the inputs of the prediction. */
  ...texts('target', 'from'),
  trials: word(Object.keys(TRIALS) as (keyof typeof TRIALS)[]),
  /** Figures that are cut off at a bound only show the order: errors and coverage have no meaning. */
  ranksOnly: yesOrNo,
  remark: word(['', ...(Object.keys(REMARKS) as (keyof typeof REMARKS)[])]),
});
type Evaluation = ReturnType<typeof LINES.read>[number];

/** The lines of the accuracy table. The intervals should hold in 80 of 100 cases. */
export const EVALUATIONS = LINES.read(import.meta.dirname).map((line) => ({
  ...line,
  trials: (inputs: CostInputs): Trial[] => TRIALS[line.trials](inputs, line.leftOut),
}));

function rents(isOf: (trial: RentTrial) => boolean) {
  return (inputs: CostInputs, of: LeftOut): Trial[] => {
    const leftOut = RENTS_LEFT_OUT.find((each) => of === `one ${each}`);
    if (leftOut === undefined) throw new Error(`no rents are predicted with ${of} left out`);
    return testedRents(inputs, leftOut).filter((trial) => !trial.ofArea && isOf(trial));
  };
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
  const remarks = Object.values(REMARKS).map((remark, index) => `${FOOTNOTES[index]} ${remark}  `);
  return [table, '', ...remarks].join('\n');
}

const FOOTNOTES = '¹²³⁴⁵⁶⁷⁸⁹';

/** One line of the table; errors are logarithms times 100, which is about per cent. */
export function accuracyCells(
  { leftOut, target, from, ranksOnly, remark }: Omit<Evaluation, 'trials'>,
  { points, rankCorrelation, rankCorrelationWithin, medianError, baselineMedianError, coverage }: Accuracy,
): (string | number)[] {
  return [
    leftOut,
    target + (FOOTNOTES[Object.keys(REMARKS).indexOf(remark)] ?? ''),
    from,
    points,
    hundredths(rankCorrelation),
    hundredths(rankCorrelationWithin),
    ...(ranksOnly
      ? ['', '', '']
      : [percent(medianError), percent(baselineMedianError), hundredths(coverage)]),
  ];
}
