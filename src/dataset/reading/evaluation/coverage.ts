import { mean, sampleStandardDeviation } from 'simple-statistics';
import { CATEGORIES } from '../../../release/cost-basket.ts';
import { type CostInputs, UNITED_STATES } from '../../building/estimates/cost-inputs.ts';
import { accuracyOf, coverageByGroup, type Trial } from './accuracy.ts';
import { hundredths, markdownTable } from './markdown.ts';
import { testedRents } from './rent-interval-factors.ts';
import { americanMetros, canadianCities, categoryTrials, japanesePrefectures } from './trials-of-indices.ts';
import { RENTS_LEFT_OUT, type RentTrial } from './trials-of-rents.ts';

/** Each place is compared with so many others of its group: all pairs of 7,700 rents would be 30 million. */
const PARTNERS = 20;

interface CoverageRow {
  name: string;
  trials: readonly Trial[];
  /** How many places they are pairs of. Half as many pairs share no place. */
  pairsOf?: number;
}

const isAmerican = ({ country }: RentTrial) => country === UNITED_STATES;
export const isPublishedElsewhere = (trial: RentTrial) => !isAmerican(trial) && !trial.derived;
export const isDerivedElsewhere = (trial: RentTrial) => !isAmerican(trial) && trial.derived;
export const isOfAllTenanciesInAmerica = (trial: RentTrial) =>
  isAmerican(trial) && trial.kind === 'all_tenancies';
const CLASSES = {
  'published outside the United States': isPublishedElsewhere,
  'derived from official figures': isDerivedElsewhere,
  'American, of all tenancies': isOfAllTenanciesInAmerica,
  'American, of new leases': (trial: RentTrial) => isAmerican(trial) && trial.kind === 'new_lease',
};

/** Whether official figures are in the 80 % intervals, for each class of intervals that they can test. */
export function coverageTable(inputs: CostInputs): string {
  const categories = categoryTrials(inputs);
  const rows: CoverageRow[] = [
    ...CATEGORIES.filter((category) => category !== 'housing').map((category) => ({
      name: `${category}, left out with its index`,
      trials: categories.filter((trial) => trial.category === category),
    })),
    ...RENTS_LEFT_OUT.filter((leftOut) => leftOut !== 'figure').flatMap((leftOut): CoverageRow[] => {
      const trials = testedRents(inputs, leftOut);
      const ofCities = trials.filter(({ ofArea }) => !ofArea);
      const ofAreas = leftOut === 'city' ? [] : trials.filter(({ ofArea }) => ofArea);
      // What was left out together is unknown at the same time; nothing else is a comparison of two unknown places.
      const together = ofCities.map((trial) => ({ ...trial, group: `${trial.group} ${trial.without}` }));
      const pairs = pairsOf(together, leftOut === 'country');
      return [
        { name: `rents of cities, ${leftOut} left out`, trials: ofCities },
        ...Object.entries(CLASSES).map(([name, isOf]) => ({
          name: `of them ${name}`,
          trials: ofCities.filter(isOf),
        })),
        { name: 'pairs that were left out together', trials: pairs, pairsOf: ofCities.length },
        { name: `rents of areas, ${leftOut} left out`, trials: ofAreas },
      ];
    }),
    ...Object.entries({
      'American metros': americanMetros('basket', true)(inputs),
      'Japanese prefectures': japanesePrefectures('basket', true)(inputs),
      'Canadian cities': canadianCities('basket')(inputs),
    }).map(([name, trials]) => ({
      name: `pairs of ${name}, basket`,
      trials: pairsOf(trials, true),
      pairsOf: trials.length,
    })),
  ];
  return markdownTable(
    [
      '80 % intervals of',
      '>Figures',
      '>Countries',
      '>Held',
      '>By chance',
      '>Each country alike',
      '>By chance',
    ],
    rows
      .filter(({ trials }) => trials.length > 0)
      .map(({ name, trials, pairsOf: places }) => {
        const shares = coverageByGroup(trials.map((trial) => ({ ...trial, group: countryOf(trial) })));
        return [
          name,
          trials.length,
          shares.length,
          hundredths(accuracyOf(trials).coverage),
          byChance(Math.sqrt((0.8 * 0.2) / (places === undefined ? trials.length : places / 2))),
          hundredths(mean(shares)),
          shares.length < COUNTRIES_FOR_CHANCE
            ? ''
            : byChance(sampleStandardDeviation(shares) / Math.sqrt(shares.length)),
        ];
      }),
  );
}

/** The group of a rent is its country and its series. */
function countryOf({ group }: Trial): string {
  return group.split(' ')[0] ?? group;
}

/**
 * Two places of a group are compared as responses do: their own variances add up, whatever they share cancels.
 *
 * @param centred whether the figures are less the mean of their group, and the variances of them, too
 */
export function pairsOf(trials: readonly Trial[], centred = false): Trial[] {
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
            variance:
              (left.variance + right.variance) * (centred ? members.length / (members.length - 1) : 1),
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

/** Fewer do not say by how much countries differ. */
const COUNTRIES_FOR_CHANCE = 5;

/** Where 19 of 20 shares lie if 0.8 is the truth. */
function byChance(standardError: number): string {
  const reach = 1.96 * standardError;
  return `${hundredths(0.8 - reach)}–${hundredths(Math.min(1, 0.8 + reach))}`;
}
