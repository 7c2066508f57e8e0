import anyAscii from 'any-ascii';

/**
 * The form in which names are compared: ASCII letters and digits, lower case, single spaces. `München`, `MUNCHEN`
 * and `munchen` fold alike, and so do scripts that have a transliteration (`Москва` and `moskva`). Apostrophes vanish,
 * because people do not type them, and half of them transcribe a letter that English drops (`Xi’an`).
 */
export function fold(name: string): string {
  return (isAscii(name) ? name : anyAscii(name.normalize('NFC')))
    .toLowerCase()
    .replace(/['`"]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Most names are ASCII, and have nothing to transliterate. */
function isAscii(name: string): boolean {
  for (let index = 0; index < name.length; index++) if (name.charCodeAt(index) > 127) return false;
  return true;
}
