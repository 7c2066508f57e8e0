import { GUIDE_GROUPS, GUIDES } from '../engine/guides/guides.ts';
import { attribute, type Html, html } from './html.ts';
import { ENGLISH, type Messages } from './languages/english.ts';
import { inEnglish } from './languages/quoted.ts';
import type { Heading } from './markdown.ts';
import type { NavigationLink } from './navigation.ts';

export interface DocumentationInput {
  path: string;
  content: Html;
  /** Sections of the page, for its contents. */
  headings: readonly Heading[];
  /** Pages that the sidebar lists below one of its entries. */
  below?: { section: string; children: readonly NavigationLink[] };
  /** English unless the page has other languages; the guides are in English. */
  messages?: Messages;
}

/** Pages of the documentation without a file in docs/, by the reader whose group ends with them. */
const OTHER_PAGES: Readonly<Record<string, readonly NavigationLink[]>> = {
  'Use the API': [{ to: '/reference', label: 'API reference' }],
  'Understand the data': [{ to: '/metrics', label: 'Metrics' }],
};

/** Every page of the sidebar, by reader. */
const SIDEBAR = GUIDE_GROUPS.map(({ reader, guides }) => ({
  reader,
  links: [...guides, ...(OTHER_PAGES[reader] ?? [])],
}));

/** A page of the documentation: sidebar, content, contents of the page, and the pages before and after it. */
export function documentationLayout({
  path,
  content,
  headings,
  below,
  messages = ENGLISH,
}: DocumentationInput): Html {
  const { guides: words } = messages;
  const contents = headings.filter(({ level }) => level === 2);
  const withContents = contents.length > 1;
  // A class reserves the column of the contents, which arrive last. Otherwise the text would move then.
  return html`<div class="${withContents ? 'docs with-contents' : 'docs'}">
<div class="docs-tools">
<button class="button quiet small" type="button" popovertarget="guides-menu">${words.all}</button>
${withContents && html`<button class="button quiet small" type="button" popovertarget="page-contents">${words.onPage}</button>`}
</div>
<nav id="guides-menu" class="sidebar" aria-label="${words.title}" popover>${SIDEBAR.map(
    ({ reader, links }) => html`<p${inEnglish(messages)}>${reader}</p>
<ul>${links.map((link) => sidebarEntry(link, path, below, messages))}</ul>`,
  )}</nav>
<div class="docs-main">
${content}
${neighbours(path)}
</div>
${withContents && html`<nav id="page-contents" class="contents" aria-label="${words.onPage}" popover><p>${words.onPage}</p><ul>${contents.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`}
</div>`;
}

function sidebarEntry(
  { to, label }: NavigationLink,
  path: string,
  below: DocumentationInput['below'],
  messages: Messages,
): Html {
  return html`<li${inEnglish(messages)}><a href="${to}"${attribute('aria-current', to === path && 'page')}>${label}</a>${
    below?.section === to &&
    html`<ul>${below.children.map((child) => html`<li><a href="${child.to}"${attribute('aria-current', child.to === path && 'page')}>${child.label}</a></li>`)}</ul>`
  }</li>`;
}

function neighbours(path: string): Html | undefined {
  const index = GUIDES.findIndex(({ to }) => to === path);
  if (index < 0) return undefined;
  const [before, after] = [GUIDES[index - 1], GUIDES[index + 1]];
  return html`<nav class="neighbours" aria-label="Previous and next">
${before && html`<a href="${before.to}" rel="prev"><span>Previous</span> ${before.label}</a>`}
${after && html`<a class="next" href="${after.to}" rel="next"><span>Next</span> ${after.label}</a>`}
</nav>`;
}
