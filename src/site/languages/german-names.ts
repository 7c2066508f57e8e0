import WORDS from './german-metrics.json' with { type: 'json' };
import NAMES from './german-names.json' with { type: 'json' };

/** German names that need more than a table. */

/** By metric; metrics of a category have the title of their kind and the name of the category. */
export const METRICS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(WORDS.by_category).flatMap(([metric, title]) =>
      Object.entries(WORDS.categories).map(([category, words]) => [
        `${metric}_${category}`,
        `${title}: ${words}`,
      ]),
    ),
  ),
  ...WORDS.metrics,
};

export const PARTS: Readonly<Record<string, string>> = {
  ...NAMES.measures,
  education: NAMES.measures.education_cost,
  overall: NAMES.groups.overall,
};

export function priceName(category: string): string {
  return PARTS[category]?.replace(/ \(.*\)$/, '') ?? category;
}

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
