import { fieldLine } from '../http/response-head.ts';

/** Field lines that pages have in common. */
export const HTML_LINE = fieldLine('Content-Type', 'text/html; charset=utf-8');
export const VARY_LINE = fieldLine('Vary', 'Accept-Encoding');
/** Asked for again each time, and answered 304 while it is the same. */
export const REVALIDATE_LINE = fieldLine('Cache-Control', 'no-cache');
export const A_DAY_LINE = fieldLine('Cache-Control', 'public, max-age=86400');
