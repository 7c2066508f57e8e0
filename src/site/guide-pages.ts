import { GUIDE_GROUPS, GUIDES, type Guide, guideText, type Heading, renderMarkdown } from './guides.ts';
import { attribute, type Html, html } from './html.ts';
import type { PageView, SitePage } from './site-page.ts';

/** The guides, each at /guides/{name}, and their index. */
export function guidePages(): SitePage[] {
  return [
    { path: '/guides', render: () => INDEX },
    ...GUIDES.map((guide) => ({
      path: `/guides/${guide.name}`,
      render: () => guidePage(guide),
      data: { md: () => guideText(guide) },
    })),
    // Where the guides were before 2026-11.
    ...GUIDES.map(({ name }) => ({
      path: `/docs/${name}`,
      render: () => ({ location: `/guides/${name}`, status: 308 as const }),
    })),
  ];
}

const INDEX: PageView = {
  title: 'Guides',
  description: 'How to use the API, where the figures come from, and how to run the service yourself.',
  main: html`<h1>Guides</h1>
${GUIDE_GROUPS.map(
  ({ reader, guides }) => html`<section>
<h2>${reader}</h2>
<ul class="cards">${guides.map(
    ({ name, label, description }) =>
      html`<li><a href="/guides/${name}">${label}</a><p>${description}</p></li>`,
  )}</ul>
</section>`,
)}`,
};

function guidePage(guide: Guide): PageView {
  const rendered = renderMarkdown(guideText(guide), guideAddress);
  return {
    title: rendered.title,
    description: guide.description,
    width: 'wide',
    main: documentationLayout({
      path: `/guides/${guide.name}`,
      content: html`<article class="prose">${rendered.content}</article>`,
      headings: rendered.headings,
    }),
  };
}

/** Guides link to each other by file name, `errors.md#invalid_token`, which works on GitHub. Here the suffix is removed. */
function guideAddress(href: string): string {
  return href.replace(/^([a-z-]+)\.md(?=#|$)/, '/guides/$1');
}

/** A page of the documentation: sidebar, content, contents of the page, and the pages before and after it. */
export function documentationLayout({
  path,
  content,
  headings,
}: {
  path: string;
  content: Html;
  headings: readonly Heading[];
}): Html {
  const contents = headings.filter(({ level }) => level === 2);
  const withContents = contents.length > 1;
  return html`<div class="docs">
<div class="docs-tools">
<button class="button quiet small" type="button" popovertarget="guides-menu">All guides</button>
${withContents && html`<button class="button quiet small" type="button" popovertarget="page-contents">On this page</button>`}
</div>
<nav id="guides-menu" class="sidebar" aria-label="Guides" popover>${sidebar(path)}</nav>
<div class="docs-main">
${content}
${neighbours(path)}
</div>
${withContents && html`<nav id="page-contents" class="contents" aria-label="On this page" popover><p>On this page</p><ul>${contents.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`}
</div>`;
}

function sidebar(path: string): Html[] {
  return GUIDE_GROUPS.map(
    ({ reader, guides }) => html`<p>${reader}</p>
<ul>${guides.map(({ name, label }) => {
      const to = `/guides/${name}`;
      return html`<li><a href="${to}"${attribute('aria-current', to === path && 'page')}>${label}</a></li>`;
    })}</ul>`,
  );
}

function neighbours(path: string): Html | undefined {
  const index = GUIDES.findIndex(({ name }) => `/guides/${name}` === path);
  if (index < 0) return undefined;
  const [before, after] = [GUIDES[index - 1], GUIDES[index + 1]];
  return html`<nav class="neighbours" aria-label="Previous and next">
${before && html`<a href="/guides/${before.name}" rel="prev"><span>Previous</span> ${before.label}</a>`}
${after && html`<a class="next" href="/guides/${after.name}" rel="next"><span>Next</span> ${after.label}</a>`}
</nav>`;
}
