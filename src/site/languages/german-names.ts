import type { Band } from '../../engine/catalogue/rank-pool.ts';
import type { Evidence } from '../../release/cost-estimates.ts';
import type { Grain } from '../../release/grain.ts';
import type { Household } from '../../release/household-budgets.ts';
import type { MeasureId } from '../../release/measures.ts';
import { MOST_BURDEN } from '../../release/pay.ts';
import NAMES from './german-names.json' with { type: 'json' };

/** German names of what figures are about. */

export const MEASURES: Readonly<Record<MeasureId, string>> = NAMES.measures;

export const PARTS: Readonly<Record<string, string>> = {
  ...MEASURES,
  education: MEASURES.education_cost,
  overall: 'Insgesamt',
};

export const HOUSEHOLDS: Readonly<Record<Household, string>> = NAMES.households;

export const SHARES: Readonly<Record<Grain, string>> = NAMES.shares;

export const EVIDENCE: Readonly<Record<Evidence | 'national', string>> = NAMES.evidence;

export const SCORE_BANDS: Readonly<Record<Band, string>> = NAMES.scoreBands;

export const COST_BANDS: Readonly<Record<Band, string>> = NAMES.costBands;

export const TOGETHER: Readonly<Record<string, string>> = { Goods: 'Waren', Services: 'Dienstleistungen' };

/** Whom pay is for, as in src/release/pay.ts. */
export const COVERS: Readonly<Record<string, string>> = NAMES.covers;

export const ELEMENTS: Readonly<Record<string, string>> = NAMES.elements;

export const SHORT_ELEMENTS: Readonly<Record<string, string>> = NAMES.shortElements;

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

/** Why earnings and what they buy are unknown, by code. */
export const PAY_REASONS: Readonly<Record<string, (name: string) => string>> = {
  no_earnings: (name) =>
    `Keine unserer Quellen hat vergleichbare Verdienste für ${name} oder das Land; wir können daher nicht sagen, wie weit sie reichen.`,
  stale_earnings: (name) => `Die Verdienste, die für ${name} oder das Land veröffentlicht sind, sind zu alt.`,
  no_exchange_rate: (name) =>
    `Für die Zeit der Verdienste, die für ${name} oder das Land veröffentlicht sind, gibt es keinen Wechselkurs.`,
  no_price_level: (name) => `Das Niveau der Preise oder Mieten in ${name} ist unbekannt oder zu ungewiss.`,
  no_base: () => 'Die Vergleichsstadt hat keinen Verdienst.',
  too_uncertain: (name) => `Welchen Teil des Verdienstes die Miete in ${name} kostet, ist zu ungewiss.`,
  other_homes: (name) =>
    `Eine Wohnung mit einem Schlafzimmer vom Standard des Budgets würde in ${name} mehr als ${MOST_BURDEN} % des mittleren Verdienstes kosten, mehr als an jedem Ort, für den beides amtlich bekannt ist. Die meisten Menschen wohnen dort also anders: geteilt, einfacher oder im Eigentum. Welchen Teil des Verdienstes das kostet, ist nicht bekannt.`,
};
