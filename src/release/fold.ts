import anyAscii from 'any-ascii';

/** Their transliterations are English words, among them names: of 💥 Boom in Belgium. */
const PICTURES = /\p{Extended_Pictographic}/gu;

/**
 * The form in which names are compared: ASCII letters and digits, lower case, single spaces. `München`, `MUNCHEN`
 * and `munchen` fold alike, and so do scripts that have a transliteration (`Москва` and `moskva`). Apostrophes vanish,
 * because people do not type them, and half of them transcribe a letter that English drops (`Xi’an`).
 */
export function fold(name: string): string {
  return (isAscii(name) ? name : anyAscii(name.normalize('NFC').replace(PICTURES, ' ')))
    .toLowerCase()
    .replace(/['`"]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/**
 * The name in lower case and in its own script, with single spaces between words; undefined if all its letters are Latin. What is
 * typed in a script is compared with names in that script first: a transliteration may say something else in Latin letters.
 */
export function inOwnScript(name: string): string | undefined {
  if (isAscii(name) || !/(?!\p{Script=Latin})\p{L}/u.test(name)) return undefined;
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Most names are ASCII, and have nothing to transliterate. */
function isAscii(name: string): boolean {
  for (let index = 0; index < name.length; index++) if (name.charCodeAt(index) > 127) return false;
  return true;
}

/** The form of a text that names are searched by: in its own script, or folded. */
export function searched(text: string): string {
  return inOwnScript(text) ?? fold(text);
}
