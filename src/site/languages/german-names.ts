import type { Band } from '../../engine/catalogue/rank-pool.ts';
import type { Evidence } from '../../release/cost-estimates.ts';
import type { Grain } from '../../release/grain.ts';
import type { Household } from '../../release/household-budgets.ts';
import type { MeasureId } from '../../release/measures.ts';
import NAMES from './german-names.json' with { type: 'json' };

/** German names of what figures are about. */

export const MEASURES: Readonly<Record<MeasureId, string>> = NAMES.measures;

export const PARTS: Readonly<Record<string, string>> = {
  ...MEASURES,
  education: MEASURES.education_cost,
  overall: NAMES.groups.overall,
};

export const GROUPS: Readonly<Record<string, string>> = { ...MEASURES, ...NAMES.groups };

export const HOUSEHOLDS: Readonly<Record<Household, string>> = NAMES.households;

export const SHARES: Readonly<Record<Grain, string>> = NAMES.shares;

export const EVIDENCE: Readonly<Record<Evidence | 'national', string>> = NAMES.evidence;

export const SCORE_BANDS: Readonly<Record<Band, string>> = NAMES.scoreBands;

export const COST_BANDS: Readonly<Record<Band, string>> = NAMES.costBands;

export const TOGETHER: Readonly<Record<string, string>> = NAMES.together;

/** Whom pay is for, as in src/release/pay.ts. */
export const COVERS: Readonly<Record<string, string>> = NAMES.covers;

export const ELEMENTS: Readonly<Record<string, string>> = NAMES.elements;

const ZONES: Readonly<Record<string, string>> = NAMES.zones;
const SECOND: Readonly<Record<string, string>> = NAMES.second;
const THIRD: Readonly<Record<string, string>> = NAMES.third;

/** `Csb`: gemäßigt, trockener Sommer, warmer Sommer. */
export function koppenTitle(symbol: string): string {
  const [zone = '', second = '', third = ''] = symbol;
  return [ZONES[zone], SECOND[zone + second] ?? SECOND[second], THIRD[third]]
    .filter((word) => word !== undefined)
    .join(', ');
}

/** What the price level of a past year is based on, by the notes of src/release/past-index.ts. */
const BASES = Object.entries(NAMES.bases).map(([english, words]) => [new RegExp(english), words] as const);

export function basisOf(note: string): string {
  const [pattern, words] = BASES.find(([english]) => english.test(note)) ?? [];
  return pattern === undefined || words === undefined ? note : note.replace(pattern, words);
}

/** Why there is no price level, by code. */
export const REASONS: Readonly<Record<string, string>> = NAMES.reasons;
