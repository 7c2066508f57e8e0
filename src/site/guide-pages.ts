import type { Release } from '../engine/catalogue/release.ts';
import { GUIDE_GROUPS, GUIDES, type Guide, guideText, guideTextAt } from '../engine/guides/guides.ts';
import { sectionsOf } from '../engine/guides/sections.ts';
import { documentationPage } from './documentation-layout.ts';
import { inlineCode } from './field-markup.ts';
import { html } from './html.ts';
import type { Messages } from './languages/english.ts';
import { inEnglish, quoted } from './languages/quoted.ts';
import { documented, renderMarkdown } from './markdown.ts';
import type { OpenApi, OpenApiDocument } from './open-api.ts';
import type { PageRequest, PageView, SitePage } from './site-page.ts';

/** The guides, each at /guides/{name} unless it is split into pages of their own, and their index. */
export function guidePages(openApi: OpenApi): SitePage[] {
  const whole = GUIDES.filter(({ name, to }) => to === `/guides/${name}`);
  const split = GUIDES.filter((guide) => !whole.includes(guide));
  return [
    { path: '/guides', render: ({ messages }) => index(messages) },
    ...whole.map((guide) => ({
      path: guide.to,
      ...(guide.name === 'data-dictionary' && { prepare: (release: Release) => openApi.steps(release) }),
      render: (request: PageRequest) =>
        guide.name === 'data-dictionary'
          ? dictionaryPage(guide, openApi.of(request.release), request)
          : guidePage(guide, request),
      data: { md: ({ publicUrl }: PageRequest) => guideTextAt(publicUrl, guide) },
    })),
    ...split.map(({ name, to }) => moved(`/guides/${name}`, to)),
    // Where the guides were before 2026-11. Browsers keep the fragment: `/docs/errors#invalid_token` is the type of a problem.
    ...GUIDES.map(({ name, to }) => moved(`/docs/${name}`, to)),
  ];
}

function index(messages: Messages): PageView {
  const { guides: words, frame } = messages;
  return {
    title: frame.links.guides,
    description: words.about,
    main: html`<h1>${frame.links.guides}</h1>
${GUIDE_GROUPS.map(
  ({ reader, guides }) => html`<section${inEnglish(messages)}>
<h2>${reader}</h2>
<ul class="cards">${guides.map(
    ({ to, label, description }) => html`<li><a href="${to}">${label}</a><p>${description}</p></li>`,
  )}</ul>
</section>`,
)}`,
  };
}

function guidePage(guide: Guide, request: PageRequest): PageView {
  const { title, content, headings } = renderMarkdown(guideTextAt(request.publicUrl, guide));
  return documentationPage(request, {
    title,
    description: guide.description,
    content: html`${quoted(content, request.messages, 'div')}`,
    headings,
  });
}

function moved(path: string, location: string): SitePage {
  return { path, render: () => ({ location, status: 308 }) };
}

/**
 * The data dictionary as an index: each schema and each metric has a page of its own, and what is left of the guide follows. The
 * schemas have the anchors that they have in the guide.
 */
function dictionaryPage(
  { label, description }: Guide,
  { components }: OpenApiDocument,
  request: PageRequest,
): PageView {
  const { messages } = request;
  const { dictionary: words, frame } = messages;
  const { introduction, sections } = sectionsOf(guideText({ name: 'data-dictionary' }));
  const rest = sections.filter(({ title }) => title !== 'Answers' && !title.startsWith('Metrics of'));
  const others = renderMarkdown(rest.map(({ markdown }) => markdown).join('\n'));
  return documentationPage(request, {
    title: label,
    description,
    // The contents of the guide are links within it.
    content: html`${documented(introduction.replace(/^- \[.*\]\(#.*\)\n/gm, ''), messages)}
<h2 id="answers">${words.responses}</h2>
<p>${words.lead}</p>
<dl class="facts"${inEnglish(messages)}>${Object.entries(components.schemas).map(
      ([name, schema]) =>
        html`<div id="${name.toLowerCase()}"><dt><a href="/fields/${name}">${name}</a></dt><dd>${inlineCode(schema.description ?? '')}</dd></div>\n`,
    )}</dl>
<h2 id="metrics">${frame.links.metrics}</h2>
<p>${words.metrics}</p>
${quoted(others.content, messages, 'div')}`,
    headings: [
      { id: 'answers', text: words.responses, level: 2 },
      { id: 'metrics', text: frame.links.metrics, level: 2 },
      ...others.headings,
    ],
  });
}
