import { fieldLine } from '../http/response-head.ts';

/** Field lines that several pages share. */
export const HTML_LINE = fieldLine('Content-Type', 'text/html; charset=utf-8');
export const JSON_LINE = fieldLine('Content-Type', 'application/json; charset=utf-8');
export const VARY_LINE = fieldLine('Vary', 'Accept-Encoding');
/** Browsers check the page on every visit, and get a 304 while it is unchanged. */
export const REVALIDATE_LINE = fieldLine('Cache-Control', 'no-cache');
export const A_DAY_LINE = fieldLine('Cache-Control', 'public, max-age=86400');

/** What a page may load and do, and that it tells no other site where its visitors come from. */
export function policyLines(policy: string): string {
  return fieldLine('Content-Security-Policy', policy) + fieldLine('Referrer-Policy', 'no-referrer');
}
