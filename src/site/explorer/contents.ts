import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';

/** A part of a long page, with the id of its heading and a short title; without them, it is not among the contents. */
export type Section = readonly [id: string, title: string, section: Html | undefined];

/** Links to the parts that the page has. */
export function contentsOf(sections: readonly Section[], { frame }: Messages): Html {
  const linked = sections.filter(([id, , section]) => id !== '' && section !== undefined);
  return html`<nav class="parts" aria-label="${frame.contents}"><ul class="chips">${linked.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>`;
}
