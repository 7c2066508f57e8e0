import { guideText } from '../engine/guides/guides.ts';
import { sectionsOf } from '../engine/guides/sections.ts';
import { documentationLayout } from './documentation-layout.ts';
import { inlineCode } from './field-markup.ts';
import { guideAddress } from './guide-address.ts';
import { html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { OpenApiDocument } from './open-api.ts';
import type { PageView } from './site-page.ts';

/**
 * The data dictionary as an index: each schema and each metric has a page of its own, and what is left of the guide follows. The
 * schemas have the anchors that they have in the guide.
 */
export function dictionaryPage(description: string, { components }: OpenApiDocument): PageView {
  const { introduction, sections } = sectionsOf(guideText({ name: 'data-dictionary' }));
  const rest = sections.filter(({ title }) => title !== 'Answers' && !title.startsWith('Metrics of'));
  // The contents of the guide are links within it.
  const opening = renderMarkdown(introduction.replace(/^- \[.*\]\(#.*\)\n/gm, ''), guideAddress);
  const others = renderMarkdown(rest.map(({ markdown }) => markdown).join('\n'), guideAddress);
  return {
    title: 'Data dictionary',
    description,
    width: 'wide',
    main: documentationLayout({
      path: '/guides/data-dictionary',
      content: html`<article class="prose">
${opening.content}
<h2 id="answers">Responses</h2>
<p>Fields of an object inside another are written with a dot, those of objects in an array with <code>[]</code>. A field is always there unless it is marked optional. Fields may be added: ignore those that you don’t know.</p>
<dl class="facts">${Object.entries(components.schemas).map(
        ([name, schema]) =>
          html`<div id="${name.toLowerCase()}"><dt><a href="/fields/${name}">${name}</a></dt><dd>${inlineCode(schema.description ?? '')}</dd></div>\n`,
      )}</dl>
<h2 id="metrics">Metrics</h2>
<p>Each metric has a page with its definition, unit, coverage and sources: see the <a href="/metrics">list of metrics</a>.</p>
${others.content}
</article>`,
      headings: [
        { id: 'answers', text: 'Responses', level: 2 },
        { id: 'metrics', text: 'Metrics', level: 2 },
        ...others.headings,
      ],
    }),
  };
}
