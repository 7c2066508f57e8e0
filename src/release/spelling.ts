/** Both spellings are in use, and GeoNames has sometimes one, sometimes the other. */
const SHORT: Readonly<Record<string, string>> = {
  saint: 'st',
  sankt: 'st',
  sainte: 'ste',
  fort: 'ft',
  mount: 'mt',
  port: 'pt',
  santa: 'sta',
  santo: 'sto',
};

/** A folded name with `Saint`, `Fort` and the like abbreviated, so that both spellings are one. */
export function spelt(name: string): string {
  return LONG.test(name) ? name.replace(WORD, (word) => SHORT[word] ?? word) : name;
}

const LONG = new RegExp(`\\b(?:${Object.keys(SHORT).join('|')})\\b`);
const WORD = /[a-z]+/g;

/** Words between a name and what tells it from its namesakes, in German: `Freiburg im Breisgau`, `Frankfurt an der Oder`. */
const CONNECTING = new Set('im in am an a bei ob auf vor unter der dem den d i'.split(' '));

/**
 * The folded name of a German, Austrian or Swiss place without the words that connect its parts, because people write brackets, a
 * stroke or nothing instead: `Frankfurt (Oder)`, `Frankfurt/Oder`. The first word stays, and so does the last.
 */
export function withoutConnectingWords(name: string): string {
  const words = name.split(' ');
  return words.filter((word, at) => at === 0 || at === words.length - 1 || !CONNECTING.has(word)).join(' ');
}
