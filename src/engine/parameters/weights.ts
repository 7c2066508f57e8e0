import * as field from '../field.ts';
import { invalidParameter } from '../problems.ts';

/** The parameter `weights`. */
export function weightsParameter(description: string) {
  return field.optional.text(description, { minLength: 1, maxLength: 400 });
}

/**
 * The requested shares, scaled to add up to 1. Throws a Problem that names what is wrong.
 *
 * @param weighed the names of what can be weighed, what they are called (`categories`), and a share of one of them: `housing:0.4`
 */
export function sharesOf<Name extends string>(
  text: string,
  { names, plural, example }: { names: readonly Name[]; plural: string; example: string },
): Record<Name, number> {
  const asked = new Map<Name, number>();
  for (const item of text.split(',')) {
    const [, named = '', digits = ''] = /^\s*([a-z]+)\s*:\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/.exec(item) ?? [];
    const name = names.find((known) => known === named);
    if (name === undefined)
      throw invalidParameter(
        'weights',
        `must list shares such as ${example}, separated by commas; the ${plural} are ${names.join(', ')}`,
      );
    if (asked.has(name)) throw invalidParameter('weights', `names ${name} twice`);
    asked.set(name, Number(digits));
  }
  const sum = [...asked.values()].reduce((total, share) => total + share, 0);
  if (sum === 0) throw invalidParameter('weights', 'must have a share above 0');
  return Object.fromEntries(names.map((name) => [name, (asked.get(name) ?? 0) / sum])) as Record<
    Name,
    number
  >;
}

/** The canonical text of shares: equal shares have equal texts. */
export function canonicalShares<Name extends string>(
  shares: Readonly<Record<Name, number>>,
  names: readonly Name[],
): string {
  return names.map((name) => shares[name]).join(',');
}
