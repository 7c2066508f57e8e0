/** What lists of countries abbreviate: each word in the form of all its spellings, one or several words. */
const FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    rep: 'republic',
    dem: 'democratic',
    fed: 'federated federation federal',
    is: 'islands island isls islds',
    isl: 'islamic',
    st: 'saint',
    state: 'states sts',
    terr: 'territory territories',
    n: 'north northern',
    s: 'south southern',
    e: 'east eastern',
    w: 'west western',
    'peoples dem rep': 'pdr',
    'bolivarian rep': 'rb',
    'united state': 'us usa',
    'united kingdom': 'uk',
    'special administrative region': 'sar',
    // Articles.
    '': 'the of and',
  }).flatMap(([form, words]) =>
    words.split(' ').map((word): [string, string[]] => [word, form === '' ? [] : form.split(' ')]),
  ),
);
/** Of the names of countries, `Chad` and the like; codes are shorter. */
const SHORTEST_NAME = 4;

/**
 * The form that all ways to write the name of a country in lists have in common, of its folded name: `Korea, South`, `Congo (the
 * Democratic Republic of the)` and `Congo, Dem. Rep.` are the names in another order, in brackets, or abbreviated. Its words are
 * sorted, because no two countries differ in the order of words. Empty if a short word is left, which would be a code: `is` is
 * Iceland.
 */
export function countryForm(folded: string): string {
  let words = folded.split(' ').flatMap((word) => FORMS.get(word) ?? word);
  if (words.length === 1) return (words[0]?.length ?? 0) < SHORTEST_NAME ? '' : (words[0] ?? '');
  if (words.includes('u')) words = spelledOut(words);
  // Of islands, unless it is of a republic.
  if (words.includes('isl') && !words.includes('rep'))
    words = words.map((word) => (word === 'isl' ? 'is' : word));
  if (words.includes('america') && words.includes('united'))
    words = words.filter((word) => word !== 'america');
  return words.sort().join(' ');
}

/** `U.S.`, `U.S.A.` and `U.K.` have lost their dots. */
function spelledOut(words: readonly string[]): string[] {
  const [name, initials] = words.includes('k')
    ? [['united', 'kingdom'], new Set(['u', 'k'])]
    : [['united', 'state'], new Set(['u', 's', 'a'])];
  return [...words.filter((word) => !initials.has(word)), ...name];
}
