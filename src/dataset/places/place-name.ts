import anyAscii from 'any-ascii';

/**
 * A name as it is compared: `São João d'Aldeia` → `sao joao d aldeia`. Case, accents, scripts, punctuation
 * and double spaces make no difference.
 */
export function foldName(name: string): string {
  return anyAscii(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/**
 * A name as it stands in an address: `Xi’an` → `xian`, `Trinidad & Tobago` → `trinidad-and-tobago`. Apostrophes
 * vanish, because nobody types them and half of them transcribe a letter that English drops.
 */
export function slugOf(name: string): string {
  const typed = anyAscii(name).replace(/['`"]/g, '').replaceAll('&', ' and ');
  return foldName(typed).replaceAll(' ', '-');
}

export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
