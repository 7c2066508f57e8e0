import { queryText } from '../../engine/parameters/query-text.ts';
import { codeBlock } from '../field-markup.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';
import { type Embed, frameLine } from './embed.ts';

/** For `<head>`: where programs learn how to show the page (oEmbed 1.0, “Discovery”). */
export function embedLinks({ page, query, title }: Embed, { publicUrl }: PageRequest): Html {
  return html`${(['json', 'xml'] as const).map((format) => {
    const address = `${publicUrl}/oembed${queryText({ url: `${publicUrl}${page}${queryText(query)}`, format })}`;
    return html`\n<link rel="alternate" type="${format === 'json' ? 'application/json' : 'text/xml'}+oembed" href="${address}" title="${title}">`;
  })}`;
}

/** Titles of drawings, each with its path after the page’s: `/climate`, or nothing for the chart that is the page’s own. */
type Pictures = readonly (readonly [title: string, path: string])[];

/** The page in a line to copy, and its pictures. */
export function embedSection(embed: Embed, request: PageRequest, pictures: Pictures): Html {
  const { embed: words } = request.messages;
  return html`<details class="embed"><summary>${words.title}</summary>
<p>${words.copy(request.release.version)}</p>
${codeBlock(frameLine(embed, request).markup)}
<p>${words.pictures}: ${pictureLinks(embed.page, queryText(embed.query), pictures, request.messages)}. <a href="/guides/formats#embedding">${words.how}</a></p>
</details>`;
}

export function pictureLinks(page: string, query: string, pictures: Pictures, { embed }: Messages): Html {
  return html`${pictures.map(([title, path], index) => html`${index > 0 && '; '}${embed.picture(title, html`<a href="${page}${path}.png${query}">PNG</a>, <a href="${page}${path}.svg${query}">SVG</a>`)}`)}`;
}
