import { type CostInputs, UNITED_STATES } from '../../building/estimates/cost-inputs.ts';
import { readPriceHistory } from '../../building/estimates/national-price-levels.ts';
import {
  cityMoveVariance,
  ownMoves,
  pastPriceLevels,
  towards,
} from '../../building/estimates/past-levels.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { type Accuracy, accuracyOf, type Trial, worldTrial } from './accuracy.ts';
import { hundredths, markdownTable, percent } from './markdown.ts';

/** The table of the history: published figures of some years, predicted without them as the history does. */
export const HISTORY_ROWS = [
  ...rows('Price levels of countries, carried on', [1, 2, 3, 4, 5, 6, 7, 8], carriedLevels),
  ...rows('the same, between two levels two years apart', [1], (inputs) => levelsBetween(inputs, 1, 2)),
  ...rows('the same, between two levels three years apart', [1, 2], (inputs, years) =>
    levelsBetween(inputs, years, 3),
  ),
  ...rows('Price parities of American metros, unchanged', [1, 2, 3, 5, 7, 9], cityMoves),
];

function rows(
  target: string,
  horizons: readonly number[],
  trials: (inputs: CostInputs, years: number) => Trial[],
) {
  // Years from the figure that was used to the one that was left out.
  return horizons.map((years) => ({ target, years, trials: (inputs: CostInputs) => trials(inputs, years) }));
}

export function historyTable(inputs: CostInputs): string {
  return markdownTable(
    ['Left out', '>Years', '>Figures', '>Median error', '>of no change', '>In the interval'],
    HISTORY_ROWS.map((row) => historyCells(row, accuracyOf(row.trials(inputs)))),
  );
}

/** Errors are logarithms times 100, which is about per cent. */
export function historyCells(
  { target, years }: { target: string; years: number },
  { points, medianError, baselineMedianError, coverage }: Accuracy,
): (string | number)[] {
  return [target, years, points, percent(medianError), percent(baselineMedianError), hundredths(coverage)];
}

/** Published price levels, each predicted from those of some years before and earlier. */
function carriedLevels(inputs: CostInputs, years: number): Trial[] {
  const history = readPriceHistory(inputs.facts);
  return publishedLevels(inputs, history.priceLevel).flatMap(({ country, year, levels }): Trial[] => {
    const before = levels.get(year - years);
    const published = levels.get(year);
    if (before === undefined || published === undefined) return [];
    const known = new Map([...levels].filter(([of]) => of <= year - years));
    const then = { ...history, priceLevel: new Map([[country.key, known]]) };
    const level = pastPriceLevels(country, then, year + 1).find((one) => one.year === year);
    if (level === undefined) return [];
    const { log, drift } = level;
    return [worldTrial(Math.log(published.value), log, Math.log(before.value), drift)];
  });
}

/** Price levels between two others, as if the level had moved on a straight line. */
function levelsBetween(inputs: CostInputs, years: number, span: number): Trial[] {
  const { priceLevel } = readPriceHistory(inputs.facts);
  return publishedLevels(inputs, priceLevel).flatMap(({ year, levels }): Trial[] => {
    const [first, published, last] = [year - years, year, year - years + span].map((of) => levels.get(of));
    if (first === undefined || published === undefined || last === undefined) return [];
    const [start, end] = [Math.log(first.value), Math.log(last.value)];
    const from = year - years + 0.5;
    const level = {
      log: end,
      spot: 0,
      drift: 0,
      move: { real: end - start, from, until: from + span },
      period: String(year - years + span),
      sources: new Set<string>(),
    };
    return towards(level, 0, year + 1)
      .filter((one) => one.year === year)
      .map(({ log, drift }) => worldTrial(Math.log(published.value), log, start, drift));
  });
}

/** Parities of metropolitan areas, predicted from those of later years as if areas did not move against the country. */
function cityMoves(inputs: CostInputs, years: number): Trial[] {
  const american = inputs.cities.filter(({ country }) => country === UNITED_STATES);
  const series = new Set(ownMoves(american, inputs.facts, inputs.asOf).values());
  const variance = cityMoveVariance(years);
  return [...series].flatMap(({ grain, logs }): Trial[] => {
    const byYear = new Map(logs);
    return logs.flatMap(([year, log]) => {
      const later = byYear.get(year + years);
      return grain === 'metro' && later !== undefined ? [worldTrial(log, later, later, variance)] : [];
    });
  });
}

function publishedLevels(
  { countries }: CostInputs,
  priceLevel: ReadonlyMap<string, ReadonlyMap<number, Fact>>,
) {
  return countries.flatMap((country) => {
    const levels = priceLevel.get(country.key) ?? new Map<number, Fact>();
    return country.key === UNITED_STATES ? [] : [...levels.keys()].map((year) => ({ country, year, levels }));
  });
}
