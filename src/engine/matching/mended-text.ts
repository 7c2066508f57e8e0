import ENTITIES from './entities.json' with { type: 'json' };

/**
 * A text of a table as it was before a program read it in the wrong encoding: `MÃ¼nchen`, `M&uuml;nchen`, `M%C3%BCnchen`. What
 * cannot have come about so stays.
 */
export function mendedText(text: string): string {
  return reencoded(withoutEntities(withoutPercents(text)));
}

/** Two or more characters that UTF-8 has become in Windows-1252 or ISO 8859-1. */
const REENCODED = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u0178\u0192\u02c6\u02dc\u2013-\u2122]/;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
/** By character: its byte, of those where Windows-1252 is not ISO 8859-1. */
const WINDOWS_1252: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, at) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + at)),
    0x80 + at,
  ]),
);

function reencoded(text: string): string {
  if (!REENCODED.test(text)) return text;
  const bytes = [...text].map((each) => WINDOWS_1252.get(each) ?? each.charCodeAt(0));
  if (bytes.some((byte) => byte > 0xff)) return text;
  try {
    return UTF8.decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}

/** By the end of an entity: the accent that it puts on the letter before. */
const MARKS: Readonly<Record<string, string>> = ENTITIES.marks;
const LETTERS: Readonly<Record<string, string>> = ENTITIES.letters;
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z])([a-z]{2,5}));/giu;

function withoutEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity, decimal, hexadecimal, letter, mark) => {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : undefined;
    if (code !== undefined) return code <= 0x10_ffff ? String.fromCodePoint(code) : entity;
    const combined = MARKS[mark];
    return combined === undefined
      ? (LETTERS[entity.slice(1, -1)] ?? entity)
      : (letter + combined).normalize();
  });
}

function withoutPercents(text: string): string {
  if (!/%[\dA-F]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
