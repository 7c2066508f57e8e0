import { CATEGORIES } from '../../../release/cost-basket.ts';
import type { CostInputs } from '../../building/estimates/cost-inputs.ts';
import { accuracyOf, coverageOfGroups, type Trial } from './accuracy.ts';
import { hundredths, markdownTable } from './markdown.ts';
import { americanBasket, canadianCities, categoryTrials, japaneseBasket } from './trials-of-indices.ts';
import { RENTS_LEFT_OUT, rentTrials } from './trials-of-rents.ts';

/** Each place is compared with so many others of its group: all pairs of 7,700 rents would be 30 million. */
const PARTNERS = 20;

interface CoverageRow {
  name: string;
  trials: readonly Trial[];
  /** How many places they are pairs of. Half as many pairs share no place. */
  pairsOf?: number;
}

/** Whether official figures are in the 80 % intervals, for each class of intervals that they can test. */
export function coverageTable(inputs: CostInputs): string {
  const categories = categoryTrials(inputs);
  const rows: CoverageRow[] = [
    ...CATEGORIES.filter((category) => category !== 'housing').map((category) => ({
      name: `${category}, left out with its index`,
      trials: categories.filter((trial) => trial.category === category),
    })),
    ...RENTS_LEFT_OUT.filter((leftOut) => leftOut !== 'figure').flatMap((leftOut): CoverageRow[] => {
      const trials = rentTrials(inputs, leftOut);
      const ofCities = trials.filter(({ ofArea }) => !ofArea);
      const ofAreas = leftOut === 'city' ? [] : trials.filter(({ ofArea }) => ofArea);
      return [
        { name: `rents of cities, ${leftOut} left out`, trials: ofCities },
        { name: 'pairs of them', trials: pairsOf(ofCities), pairsOf: ofCities.length },
        { name: `rents of areas, ${leftOut} left out`, trials: ofAreas },
      ];
    }),
    ...Object.entries({
      'American metros': americanBasket.withoutParities(inputs),
      'Japanese prefectures': japaneseBasket.withoutTheIndex(inputs),
      'Canadian cities': canadianCities.basket(inputs),
    }).map(([name, trials]) => ({
      name: `pairs of ${name}, basket`,
      trials: pairsOf(trials),
      pairsOf: trials.length,
    })),
  ];
  return markdownTable(
    ['80 % intervals of', '>Figures', '>Countries', '>Held', '>Each country alike', '>By chance'],
    rows
      .filter(({ trials }) => trials.length > 0)
      .map(({ name, trials, pairsOf: places }) => [
        name,
        trials.length,
        new Set(trials.map(countryOf)).size,
        hundredths(accuracyOf(trials).coverage),
        hundredths(coverageOfGroups(trials.map((trial) => ({ ...trial, group: countryOf(trial) })))),
        byChance(places === undefined ? trials.length : places / 2),
      ]),
  );
}

/** The group of a rent is its country and its series. */
function countryOf({ group }: Trial): string {
  return group.split(' ')[0] ?? group;
}

/** Two places of a group are compared as responses do: their own variances add up, whatever they share cancels. */
export function pairsOf(trials: readonly Trial[]): Trial[] {
  return [...Map.groupBy(trials, ({ group }) => group).values()].flatMap((members) =>
    members.flatMap((left, at) =>
      partners(at, members.length).flatMap((other): Trial[] => {
        const right = members[other];
        if (right === undefined) return [];
        return [
          {
            group: left.group,
            observed: left.observed - right.observed,
            predicted: left.predicted - right.predicted,
            baseline: left.baseline - right.baseline,
            variance: left.variance + right.variance,
          },
        ];
      }),
    ),
  );
}

/** Positions at even distances behind one, all others if there are few. */
function partners(at: number, members: number): number[] {
  const count = Math.min(PARTNERS, members - 1);
  return Array.from(
    { length: count },
    (_, index) => (at + 1 + Math.floor((index * (members - 1)) / count)) % members,
  );
}

/** Where 19 of 20 shares of so many independent figures lie if 0.8 is the truth. */
function byChance(figures: number): string {
  const reach = 1.96 * Math.sqrt((0.8 * 0.2) / figures);
  return `${hundredths(0.8 - reach)}–${hundredths(Math.min(1, 0.8 + reach))}`;
}
