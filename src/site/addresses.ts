import { queryText } from '../engine/parameters/query-text.ts';
import { type Html, html } from './html.ts';
import type { Messages } from './languages/english.ts';
import type { DataSuffix, PageRequest } from './site-page.ts';

/** The address of a page of ours as its figures are now: it names their release. */
export function permanentAddress(
  { publicUrl, release }: { publicUrl: string; release: { version: string } },
  path: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  return publicUrl + path + queryText({ ...query, release: release.version });
}

/** The first slash of a path of ours in an attribute: looking for it and then behind takes a quarter of looking for attributes. */
const PATHS = /(?<=\s(?:href|src|action|data-[\w-]+))="\/(?!\/)/g;
const LINKS = /\shref="(\/(?!\/)[^"#]*)/g;
/** Of a form that does not change anything. */
const FORMS = /<form(?![^>]*\bmethod="post")[^>]*\saction="\/[^>]*>/g;

/** What the reader chose in the address of a page, and links and forms keep. */
export interface Kept {
  lang?: string | undefined;
  release?: string | undefined;
  /** Only links to places and comparisons keep these. */
  household?: string | undefined;
  currency?: string | undefined;
}

const IN_MONEY = /^\/(?:cities|countries|compare)\b/;

/**
 * Makes links from the root (`/cities/lisbon`) relative to the page that has them, so that a proxy may publish the site below any
 * path.
 *
 * @param path of the page
 */
export function relativeLinks(markup: string, path: string, kept: Kept = {}): string {
  const up = toRoot(path);
  let linked = markup;
  const { household, currency, ...chosen } = kept;
  for (const [name, value] of Object.entries(chosen))
    if (value !== undefined) linked = inForms(withParameter(linked, name, value), name, value);
  for (const [name, value] of Object.entries({ household, currency }))
    if (value !== undefined) linked = withParameter(linked, name, value, IN_MONEY);
  return linked.replace(PATHS, `="${up}`);
}

function withParameter(markup: string, name: string, value: string, only?: RegExp): string {
  return markup.replace(LINKS, (link: string, to: string) =>
    isPage(to) && !hasParameter(to, name) && only?.test(to) !== false
      ? `${link}${to.includes('?') ? '&amp;' : '?'}${name}=${encodeURIComponent(value)}`
      : link,
  );
}

function inForms(markup: string, name: string, value: string): string {
  return markup.replace(FORMS, (form) => `${form}<input type="hidden" name="${name}" value="${value}">`);
}

/** The paths of pages have no dot. */
function isPage(to: string): boolean {
  return !to.startsWith('/v1/') && !to.split('?', 1)[0]?.includes('.');
}

/** A link that has a language or a release keeps it. */
export function hasParameter(to: string, name: string): boolean {
  return new RegExp(`[?&;]${name}=`).test(to);
}

/** A path of ours as the `Location` of a redirect from another path. */
export function relativePath(location: string, path: string): string {
  return toRoot(path) + location.slice(1);
}

/** From a page to the root of the site: `./` for `/keys`, `../` for `/cities/lisbon`. */
function toRoot(path: string): string {
  const depth = path.split('/').length - 2;
  return depth <= 0 ? './' : '../'.repeat(depth);
}

const NAMES: Readonly<Record<DataSuffix | 'png', string>> = {
  json: 'JSON',
  csv: 'CSV',
  md: 'Markdown',
  svg: 'SVG',
  png: 'PNG',
  xml: 'Atom',
};

/** Links to the page's data, with its query: `JSON, CSV`. A drawing is a picture, too: `SVG, PNG`. */
export function dataLinks({ path, query }: PageRequest, suffixes: readonly DataSuffix[]): Html {
  const linked = suffixes.flatMap((suffix) => (suffix === 'svg' ? (['svg', 'png'] as const) : [suffix]));
  return html`${linked.map((suffix, index) => html`${index > 0 && ', '}<a href="${path}.${suffix}${queryText(query)}">${NAMES[suffix]}</a>`)}`;
}

/** What a form sends along of an address: these parameters, as far as it has them. */
export function hiddenFields(query: PageRequest['query'], names: readonly string[]): Html[] {
  return names
    .filter((name) => query[name] !== undefined)
    .map((name) => html`<input type="hidden" name="${name}" value="${query[name] ?? ''}">\n`);
}

/** A part of a long page, with the id of its heading and a short title; without them, it is not among the contents. */
export type Section = readonly [id: string, title: string, section: Html | undefined];

/** Links to the parts that the page has. */
export function contentsOf(sections: readonly Section[], { frame }: Messages): Html {
  const linked = sections.filter(([id, , section]) => id !== '' && section !== undefined);
  return html`<nav class="parts" aria-label="${frame.contents}"><ul class="chips">${linked.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>`;
}
