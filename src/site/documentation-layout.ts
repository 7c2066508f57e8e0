import { GUIDE_GROUPS, GUIDES } from '../engine/guides/guides.ts';
import { attribute, type Html, html } from './html.ts';
import type { Heading } from './markdown.ts';
import type { NavigationLink } from './navigation.ts';

export interface DocumentationInput {
  path: string;
  content: Html;
  /** Sections of the page, for its contents. */
  headings: readonly Heading[];
  /** Pages that the sidebar lists below one of its entries. */
  below?: { section: string; children: readonly NavigationLink[] };
}

/** Pages of the documentation without a file in docs/, by the reader whose group ends with them. */
const OTHER_PAGES: Readonly<Record<string, readonly NavigationLink[]>> = {
  'Use the API': [{ to: '/reference', label: 'API reference' }],
  'Understand the data': [{ to: '/metrics', label: 'Metrics' }],
};

/** Every page of the sidebar, by reader. */
export const SIDEBAR = GUIDE_GROUPS.map(({ reader, guides }) => ({
  reader,
  links: [...guides, ...(OTHER_PAGES[reader] ?? [])],
}));

/** A page of the documentation: sidebar, content, contents of the page, and the pages before and after it. */
export function documentationLayout({ path, content, headings, below }: DocumentationInput): Html {
  const contents = headings.filter(({ level }) => level === 2);
  const withContents = contents.length > 1;
  // A class reserves the column of the contents, which arrive last. Otherwise the text would move then.
  return html`<div class="${withContents ? 'docs with-contents' : 'docs'}">
<div class="docs-tools">
<button class="button quiet small" type="button" popovertarget="guides-menu">All guides</button>
${withContents && html`<button class="button quiet small" type="button" popovertarget="page-contents">On this page</button>`}
</div>
<nav id="guides-menu" class="sidebar" aria-label="Guides" popover>${SIDEBAR.map(
    ({ reader, links }) => html`<p>${reader}</p>
<ul>${links.map((link) => sidebarEntry(link, path, below))}</ul>`,
  )}</nav>
<div class="docs-main">
${content}
${neighbours(path)}
</div>
${withContents && html`<nav id="page-contents" class="contents" aria-label="On this page" popover><p>On this page</p><ul>${contents.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`}
</div>`;
}

function sidebarEntry({ to, label }: NavigationLink, path: string, below: DocumentationInput['below']): Html {
  return html`<li><a href="${to}"${attribute('aria-current', to === path && 'page')}>${label}</a>${
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
