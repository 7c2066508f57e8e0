import anyAscii from 'any-ascii';

/**
 * The characters in the fonts of cards: Latin letters with their marks, digits, punctuation. `scripts/card-fonts.mjs` reduces the
 * fonts to them.
 */
export const LETTERS =
  /^(?:[ -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u01c3\u01c5-\u024f\u0259\u1e00-\u1e9b\u1e9d-\u1eff\u2010-\u2027\u2212\u2248]|\u0303|\u0304|\u0307|\u0308|\u0327)$/;
/** A letter with the marks that follow it. */
const CLUSTER = /\P{M}\p{M}*/gu;
const MARKS = /\p{M}/gu;
/** The average width of a character in em: in sentences, and in bold names with many capitals. */
const [WIDTH, BOLD_WIDTH] = [0.51, 0.63];

/**
 * The text in characters that the fonts have: `H̱olon` becomes `Holon`, because they lack that mark, and other scripts become
 * Latin letters. A missing character would be an empty box.
 */
export function lettered(text: string): string {
  return text.normalize('NFC').replace(CLUSTER, (cluster) => {
    if (Array.from(cluster).every((character) => LETTERS.test(character))) return cluster;
    return anyAscii(cluster.replace(MARKS, ''));
  });
}

/** The number of characters that fit in a line. */
export function charactersIn(width: number, size: number, bold = false): number {
  return Math.floor(width / (size * (bold ? BOLD_WIDTH : WIDTH)));
}
