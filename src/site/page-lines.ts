import { fieldLine } from '../service/http/response-head.ts';

/** Field lines that several pages share. */
export const HTML_LINE = fieldLine('Content-Type', 'text/html; charset=utf-8');
export const JSON_LINE = fieldLine('Content-Type', 'application/json; charset=utf-8');
export const TEXT_LINE = fieldLine('Content-Type', 'text/plain; charset=utf-8');
export const XML_LINE = fieldLine('Content-Type', 'application/xml; charset=utf-8');
export const VARY_LINE = fieldLine('Vary', 'Accept-Encoding');
export const VARY_LANGUAGE_LINE = fieldLine('Vary', 'Accept-Encoding, Accept-Language');
/** Browsers check the page on every visit, and get a 304 while it is unchanged. */
export const REVALIDATE_LINE = fieldLine('Cache-Control', 'no-cache');
/** Pages that are the same for everyone. They name assets of this version, so they are not kept for long. */
export const SHORTLY_LINE = fieldLine('Cache-Control', 'public, max-age=300');
export const A_DAY_LINE = fieldLine('Cache-Control', 'public, max-age=86400');
export const A_WEEK_LINE = fieldLine('Cache-Control', 'public, max-age=604800');

/** What a page may load and do. Other sites do not learn which page their visitors come from. */
export function policyLines(policy: string): string {
  return fieldLine('Content-Security-Policy', policy) + fieldLine('Referrer-Policy', 'no-referrer');
}

/**
 * The policy of every page. Nothing is loaded from other origins and nothing is inline. `script-src` keeps the browser from
 * running anything that an attacker wrote into a page.
 */
export const POLICY_LINES = policyLines(
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

/** The policy of frames: any site may show them, and they run and send nothing. */
export const FRAME_POLICY_LINES = policyLines(
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
);
