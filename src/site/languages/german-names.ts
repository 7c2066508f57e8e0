import type { Band } from '../../engine/catalogue/rank-pool.ts';
import type { Evidence } from '../../release/cost-estimates.ts';
import type { Grain } from '../../release/grain.ts';
import type { Household } from '../../release/household-budgets.ts';
import type { MeasureId } from '../../release/measures.ts';
import { MOST_BURDEN } from '../../release/pay.ts';

/** German names of what figures are about. */

export const MEASURES: Readonly<Record<MeasureId, string>> = {
  cost: 'Lebenshaltungskosten',
  housing: 'Wohnen',
  utilities: 'Nebenkosten',
  food: 'Lebensmittel',
  restaurants: 'Restaurants und Hotels',
  transport: 'Verkehr',
  communication: 'Kommunikation',
  recreation: 'Freizeit',
  clothing: 'Kleidung',
  health: 'Gesundheit (Preise)',
  education_cost: 'Bildung (Preise)',
  budget_one: 'Monatsbudget für eine Person',
  budget_couple: 'Monatsbudget für ein Paar',
  budget_family: 'Monatsbudget für eine Familie',
  earnings: 'Verdienst (USD pro Monat)',
  purchasing_power: 'Kaufkraft',
  rent_burden: 'Miete in % des Verdienstes',
  quality: 'Lebensqualität',
  healthcare: 'Gesundheitswesen',
  safety: 'Sicherheit',
  environment: 'Umwelt',
  education: 'Bildung',
  infrastructure: 'Infrastruktur',
  economy: 'Wirtschaft',
  mobility: 'Mobilität',
  climate: 'Klima',
  hardship: 'Geringe Erschwernis',
  resident_climate: 'Klima für Einwohner',
};

export const PARTS: Readonly<Record<string, string>> = {
  ...MEASURES,
  education: MEASURES.education_cost,
  overall: 'Insgesamt',
};

export const HOUSEHOLDS: Readonly<Record<Household, string>> = {
  one: 'eine Person',
  couple: 'ein Paar',
  family: 'eine vierköpfige Familie',
};

export const SHARES: Readonly<Record<Grain, string>> = {
  city: 'die Stadt',
  metro: 'ihren Großraum',
  region: 'ihre Region',
  country: 'ihr Land',
};

export const EVIDENCE: Readonly<Record<Evidence | 'national', string>> = {
  official_local: 'Amtliche Zahlen der Stadt',
  official_regional: 'Amtliche Zahlen der Region',
  derived_from_official: 'Von Dritten aus amtlichen Zahlen berechnete Mieten',
  modelled_from_national_rents: 'Preise des Landes und Mieten anderer Städte',
  national: 'Preise des Landes',
  modelled: 'Preise des Landes',
};

export const SCORE_BANDS: Readonly<Record<Band, string>> = {
  top_tenth: 'bestes Zehntel',
  top_quarter: 'bestes Viertel',
  top_half: 'bessere Hälfte',
  middle_half: 'mittlere Hälfte',
  bottom_half: 'schlechtere Hälfte',
  bottom_quarter: 'schlechtestes Viertel',
  bottom_tenth: 'schlechtestes Zehntel',
};

export const COST_BANDS: Readonly<Record<Band, string>> = {
  top_tenth: 'teuerstes Zehntel',
  top_quarter: 'teuerstes Viertel',
  top_half: 'teurere Hälfte',
  middle_half: 'mittlere Hälfte',
  bottom_half: 'günstigere Hälfte',
  bottom_quarter: 'günstigstes Viertel',
  bottom_tenth: 'günstigstes Zehntel',
};

export const TOGETHER: Readonly<Record<string, string>> = { Goods: 'Waren', Services: 'Dienstleistungen' };

/** Whom pay is for, as in src/release/pay.ts. */
export const COVERS: Readonly<Record<string, string>> = {
  'employees in all occupations; hourly pay is counted for 2,080 hours a year':
    'Beschäftigte aller Berufe; Stundenlohn auf 2.080 Stunden im Jahr gerechnet',
  'employees, with part-time work counted as a share of a full-time job':
    'Beschäftigte, Teilzeit auf Vollzeit umgerechnet',
  'employees, men and women; in some countries with part-time work as it is paid':
    'Beschäftigte, Männer und Frauen; in manchen Ländern Teilzeit wie bezahlt',
  'employees of formal employers in the region': 'Beschäftigte angemeldeter Arbeitgeber in der Region',
  'employees with a statutory minimum wage': 'Beschäftigte mit gesetzlichem Mindestlohn',
  'people in households, with and without work': 'Menschen in Haushalten, mit und ohne Arbeit',
};

export const ELEMENTS: Readonly<Record<string, string>> = {
  temperature_mean: 'Mitteltemperatur',
  temperature_max: 'Mittel der täglichen Höchsttemperaturen',
  temperature_min: 'Mittel der täglichen Tiefsttemperaturen',
  precipitation: 'Niederschlag: Regen und geschmolzener Schnee',
  wet_days: 'Tage mit mindestens 1 mm Niederschlag',
  sunshine: 'Sonnenstunden',
  relative_humidity: 'Mittlere relative Luftfeuchte, aus Dampfdruck und Mitteltemperatur der Station',
};

export const SHORT_ELEMENTS: Readonly<Record<string, string>> = {
  precipitation: 'Niederschlag',
  wet_days: 'Regentage',
  sunshine: 'Sonnenschein',
  relative_humidity: 'Luftfeuchte',
};

const ZONES: Readonly<Record<string, string>> = {
  A: 'tropisch',
  B: 'trocken',
  C: 'gemäßigt',
  D: 'kalt',
  E: 'polar',
};
const SECOND: Readonly<Record<string, string>> = {
  Af: 'Regenwald',
  Am: 'Monsun',
  Aw: 'Savanne',
  BW: 'Wüste',
  BS: 'Steppe',
  s: 'trockener Sommer',
  w: 'trockener Winter',
  f: 'ohne Trockenzeit',
  ET: 'Tundra',
  EF: 'Frost',
};
const THIRD: Readonly<Record<string, string>> = {
  h: 'heiß',
  k: 'kalt',
  a: 'heißer Sommer',
  b: 'warmer Sommer',
  c: 'kühler Sommer',
  d: 'sehr kalter Winter',
};

/** `Csb`: gemäßigt, trockener Sommer, warmer Sommer. */
export function koppenTitle(symbol: string): string {
  const [zone = '', second = '', third = ''] = symbol;
  return [ZONES[zone], SECOND[zone + second] ?? SECOND[second], THIRD[third]]
    .filter((word) => word !== undefined)
    .join(', ');
}

/** What the price level of a past year is based on, by the notes of src/release/past-index.ts. */
const BASES: readonly (readonly [RegExp, string])[] = [
  [/^price level of (\d+) as published$/, 'Preisniveau von $1 wie veröffentlicht'],
  [
    /^price level of (\d+), carried by consumer prices and exchange rates$/,
    'Preisniveau von $1, mit Verbraucherpreisen und Wechselkursen fortgeschrieben',
  ],
  [/^on the line from (\S+) to (\S+)$/, 'auf der Linie von $1 bis $2'],
  [/^price level of (\d+) from GDP per head$/, 'Preisniveau von $1 aus dem BIP pro Kopf'],
  [/^the United States are the base of price levels$/, 'die USA sind die Basis der Preisniveaus'],
  [/^the index of this release$/, 'der Index dieses Datenstands'],
  [/^moved against the country by an official index$/, 'mit einem amtlichen Index gegenüber dem Land bewegt'],
];

export function basisOf(note: string): string {
  const [pattern, words] = BASES.find(([english]) => english.test(note)) ?? [];
  return pattern === undefined || words === undefined ? note : note.replace(pattern, words);
}

/** Why there is no price level, by code. */
export const REASONS: Readonly<Record<string, string>> = {
  no_source: 'Keine Quelle hat Zahlen des Landes.',
  no_price_level: 'Für das Land ist seit 2015 kein Preisniveau veröffentlicht.',
  stale: 'Das letzte Preisniveau des Landes ist zu alt, oder eine Abwertung oder ein Krieg hat es überholt.',
  conflict: 'Amtliche Zahlen widersprechen einander.',
  too_uncertain: 'Es wäre zu ungewiss: Das 80‑%‑Intervall umfasst mehr als den Faktor 3,2.',
};

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
