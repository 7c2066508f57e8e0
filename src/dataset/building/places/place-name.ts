import { fold } from '../../../release/fold.ts';

/** A name as part of a URL: `Xi’an` → `xian`, `Trinidad & Tobago` → `trinidad-and-tobago`. */
export function slugOf(name: string): string {
  return fold(name.replaceAll('&', ' and ')).replaceAll(' ', '-');
}

export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
