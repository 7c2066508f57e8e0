import { type Guide, guideText } from '../engine/guides/guides.ts';
import { sectionsOf } from '../engine/guides/sections.ts';
import { documentationPage } from './documentation-layout.ts';
import { inlineCode } from './field-markup.ts';
import { guideAddress } from './guide-address.ts';
import { html } from './html.ts';
import { inEnglish, quoted } from './languages/quoted.ts';
import { renderMarkdown } from './markdown.ts';
import type { OpenApiDocument } from './open-api.ts';
import type { PageRequest } from './page-request.ts';
import type { PageView } from './site-page.ts';

/**
 * The data dictionary as an index: each schema and each metric has a page of its own, and what is left of the guide follows. The
 * schemas have the anchors that they have in the guide.
 */
export function dictionaryPage(
  { label, description }: Guide,
  { components }: OpenApiDocument,
  request: PageRequest,
): PageView {
  const { messages } = request;
  const { dictionary: words, frame } = messages;
  const { introduction, sections } = sectionsOf(guideText({ name: 'data-dictionary' }));
  const rest = sections.filter(({ title }) => title !== 'Answers' && !title.startsWith('Metrics of'));
  // The contents of the guide are links within it.
  const opening = renderMarkdown(introduction.replace(/^- \[.*\]\(#.*\)\n/gm, ''), guideAddress);
  const others = renderMarkdown(rest.map(({ markdown }) => markdown).join('\n'), guideAddress);
  return documentationPage(request, {
    title: label,
    description,
    content: html`${quoted(opening.content, messages, 'div')}
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
