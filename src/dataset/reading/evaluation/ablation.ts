import { type CostEstimates, isKnown } from '../../../release/cost-estimates.ts';
import { estimateCostIndex, rentsOfCities } from '../../building/estimates/cost-index.ts';
import type { CostCity, CostInputs } from '../../building/estimates/cost-inputs.ts';
import { accuracyColumns, accuracyHeadings, FEWEST } from './accuracy.ts';
import { markdownTable, percent } from './markdown.ts';
import { type RentTrial, rentTrials, sourceTrials } from './trials-of-rents.ts';

/** A smaller difference (ln) does not count as a change. */
const CHANGED = 0.005;
/**
 * How much each source of rents and baskets changes: the index of all cities without the source, compared with the index; and how
 * well the source's own rents are predicted without it and with it, leaving out the rents of their city.
 */
export function ablation(inputs: CostInputs): string {
  const sources = new Set(
    [...inputs.rentSeries, ...inputs.regionalSeries, ...inputs.comparableRents].map(({ source }) => source),
  );
  const rents = rentsOfCities(inputs);
  const all = estimateCostIndex(inputs, rents);
  const rows = [...sources].sort().map((source) => {
    const changes = changesFrom(withoutSource(inputs, source, rents), all);
    return [source, ...cellsOfChanges(changes), ...cellsOfRents(inputs, source)];
  });
  return markdownTable(
    [
      ...['Source', '>Cities changed', '>Median change', 'Largest change by it', '>Its rents'],
      ...['>Rank correlation without it', '>with it', '>In the interval without it', '>with it'],
    ],
    rows,
  );
}

/**
 * The index without the figures of a source. Only the rents of countries with figures of it are computed again.
 *
 * @param rents of all countries, with the source
 */
export function withoutSource(
  inputs: CostInputs,
  source: string,
  rents: ReturnType<typeof rentsOfCities>,
): CostEstimates {
  const places = new Set(inputs.facts.filter((fact) => fact.source === source).map(({ place }) => place));
  const changed = new Set(
    inputs.cities
      .filter(({ key, areas }) => places.has(key) || areas.some((area) => places.has(area)))
      .map(({ country }) => country),
  );
  const facts = inputs.facts.filter((fact) => fact.source !== source);
  return estimateCostIndex(
    { ...inputs, facts },
    new Map([...rents].filter(([country]) => !changed.has(country))),
  );
}

/** How accurate the expected rents are without one of their parts, if rents of regions and countries are left out. */
export function ablationOfExpectation(inputs: CostInputs): string {
  const changed = (change: (city: CostCity) => Partial<CostCity>): CostInputs => ({
    ...inputs,
    cities: inputs.cities.map((city) => ({ ...city, ...change(city) })),
  });
  const variants: [string, CostInputs][] = [
    ['all', inputs],
    ['without the incomes of regions', changed(() => ({ regionalIncome: null }))],
    ['without the distance to the sea', changed(() => ({ coastKm: Number.POSITIVE_INFINITY }))],
  ];
  const leftOut = ['region', 'country'] as const;
  const rows = variants.map(([name, variant]) => {
    const trials = leftOut.map((of) => rentTrials(variant, of).filter(({ ofArea }) => !ofArea));
    return [name, ...accuracyColumns(SHOWN, trials)];
  });
  return markdownTable(['Expected rents', ...accuracyHeadings(SHOWN, leftOut)], rows);
}

const SHOWN = ['Rank correlation', 'In the interval'] as const;

function cellsOfChanges(changes: readonly { city: string; log: number }[]): (string | number)[] {
  const sizes = changes.map(({ log }) => Math.abs(log)).sort((left, right) => left - right);
  const most = changes.find(({ log }) => Math.abs(log) === sizes.at(-1));
  if (most === undefined) return [0, '', ''];
  return [
    changes.length,
    percent(sizes[sizes.length >> 1] ?? 0),
    `${most.city} ${most.log > 0 ? '+' : '−'}${percent(Math.abs(most.log))}`,
  ];
}

function cellsOfRents(inputs: CostInputs, source: string): (string | number)[] {
  const isOfSource = (trial: RentTrial) => trial.source === source && !trial.ofArea;
  const without = sourceTrials(inputs, source).filter(isOfSource);
  const withIt = rentTrials(inputs, 'city').filter(isOfSource);
  if (Math.min(without.length, withIt.length) < FEWEST) return ['', '', '', '', ''];
  return [withIt.length, ...accuracyColumns(SHOWN, [without, withIt])];
}

/** The cities whose overall levels (ln) differ, and the second level less the first. */
function changesFrom(without: CostEstimates, all: CostEstimates): { city: string; log: number }[] {
  return [...all.cities].flatMap(([key, cost]) => {
    const before = without.cities.get(key);
    if (!isKnown(cost) || !isKnown(before)) return [];
    const log = cost.overall.log - before.overall.log;
    return Math.abs(log) < CHANGED ? [] : [{ city: key.slice('city/'.length), log }];
  });
}
