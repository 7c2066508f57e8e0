import { GUIDE_GROUPS, GUIDES } from '../engine/guides/guides.ts';
import { attribute, type Html, html } from './html.ts';
import type { Messages } from './languages/english.ts';
import { inEnglish, quoted } from './languages/quoted.ts';
import type { Heading } from './markdown.ts';
import type { FrameLink, NavigationLink } from './navigation.ts';
import type { PageRequest, PageView } from './site-page.ts';

export interface DocumentationView extends Pick<PageView, 'title' | 'description' | 'indexed' | 'islands'> {
  /** Inside the `<article>`. */
  content: Html;
  /** Sections of the page, for its contents. */
  headings?: readonly Heading[];
  /** Pages that the sidebar lists below one of its entries. */
  below?: { section: string; children: readonly NavigationLink[] };
}

/** Pages of the documentation without a file in docs/, by the reader whose group ends with them. */
const OTHER_PAGES: Readonly<Record<string, readonly FrameLink[]>> = {
  'Use the API': [{ to: '/reference', label: 'reference' }],
  'Understand the data': [{ to: '/metrics', label: 'metrics' }],
};

/** A page of the documentation: sidebar, content, contents of the page, and the pages before and after it. */
export function documentationPage(
  { path, messages }: PageRequest,
  { content, headings = [], below, ...view }: DocumentationView,
): PageView {
  const { guides: words, frame } = messages;
  const current = (address: string) => attribute('aria-current', address === path && 'page');
  const entry = ({ to, label }: NavigationLink, isQuoted: boolean) =>
    html`<li${isQuoted && inEnglish(messages)}><a href="${to}"${current(to)}>${label}</a>${
      below?.section === to &&
      html`<ul${inEnglish(messages)}>${below.children.map((child) => html`<li><a href="${child.to}"${current(child.to)}>${child.label}</a></li>`)}</ul>`
    }</li>`;
  const contents = headings.filter(({ level }) => level === 2);
  const withContents = contents.length > 1;
  // A class reserves the column of the contents, which arrive last. Otherwise the text would move then.
  const main = html`<div class="${withContents ? 'docs with-contents' : 'docs'}">
<div class="docs-tools">
<button class="button quiet small" type="button" popovertarget="guides-menu">${words.all}</button>
${withContents && html`<button class="button quiet small" type="button" popovertarget="page-contents">${words.onPage}</button>`}
</div>
<nav id="guides-menu" class="sidebar" aria-label="${frame.links.guides}" popover>${GUIDE_GROUPS.map(
    ({ reader, guides }) => html`<p${inEnglish(messages)}>${reader}</p>
<ul>${guides.map((guide) => entry(guide, true))}${(OTHER_PAGES[reader] ?? []).map(({ to, label }) => entry({ to, label: frame.links[label] }, false))}</ul>`,
  )}</nav>
<div class="docs-main">
<article class="prose">${content}</article>
${neighbours(path, messages)}
</div>
${withContents && html`<nav id="page-contents" class="contents" aria-label="${words.onPage}" popover><p>${words.onPage}</p><ul>${contents.map(({ id, text, isQuoted }) => html`<li${isQuoted && inEnglish(messages)}><a href="#${id}">${text}</a></li>`)}</ul></nav>`}
</div>`;
  return { ...view, width: 'wide', main };
}

function neighbours(path: string, messages: Messages): Html | undefined {
  const { guides: words, rankings } = messages;
  const index = GUIDES.findIndex(({ to }) => to === path);
  if (index < 0) return undefined;
  const [before, after] = [GUIDES[index - 1], GUIDES[index + 1]];
  return html`<nav class="neighbours" aria-label="${words.neighbours}">
${before && html`<a href="${before.to}" rel="prev"><span>${rankings.previous}</span> ${quoted(before.label, messages)}</a>`}
${after && html`<a class="next" href="${after.to}" rel="next"><span>${rankings.next}</span> ${quoted(after.label, messages)}</a>`}
</nav>`;
}
