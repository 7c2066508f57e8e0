import { readFileSync } from 'node:fs';
import { Marked, Renderer } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import { escapeHtml } from './page.ts';

/** A page of the `docs` directory. */
export interface Guide {
  /** Its file without `.md`, and its address below /docs. */
  name: string;
  /** What the navigation calls it; undefined for pages that only contributors look for, which others link to. */
  label?: string;
}

/** Every page of the `docs` directory, in the order of the navigation. */
export const GUIDES: readonly Guide[] = [
  { name: 'using-the-api', label: 'Using the API' },
  { name: 'data-dictionary', label: 'Data dictionary' },
  { name: 'method', label: 'Cost index' },
  { name: 'quality-of-life', label: 'Quality of life' },
  { name: 'sources', label: 'Sources' },
  { name: 'places', label: 'Places' },
  { name: 'errors', label: 'Errors' },
  { name: 'operating', label: 'Operating' },
  { name: 'settings', label: 'Settings' },
  { name: 'security', label: 'Security' },
  { name: 'adding-a-source' },
  { name: 'performance' },
  { name: 'architecture' },
  { name: 'decisions' },
];

export const GUIDES_DIRECTORY = new URL('../../docs/', import.meta.url);

/** What marked does by itself. */
const PLAIN = Renderer.prototype;

export interface RenderedGuide {
  title: string;
  /** HTML of the page's content. */
  html: string;
}

export function renderGuide({ name }: Guide): RenderedGuide {
  const markdown = readFileSync(new URL(`${name}.md`, GUIDES_DIRECTORY), 'utf8');
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
  const renderer = new Marked(gfmHeadingId(), {
    walkTokens(token) {
      if (token.type === 'link') token.href = pageAddress(token.href);
    },
    renderer: {
      // Long names may break after an underscore.
      codespan: ({ text }) => `<code>${escapeHtml(text).replaceAll('_', '_<wbr>')}</code>`,
      // What may be wider than the screen takes the focus, because the keyboard must be able to scroll it.
      code(token) {
        return PLAIN.code.call(this, token).replace('<pre>', '<pre tabindex="0">');
      },
      table(token) {
        return `<div class="scroll" role="group" aria-label="Table" tabindex="0">${PLAIN.table.call(this, token)}</div>`;
      },
      // A header without text names nothing.
      tablecell(token) {
        return token.header && token.text === '' ? '<td></td>' : PLAIN.tablecell.call(this, token);
      },
    },
  });
  return { title, html: renderer.parse(markdown, { async: false }) };
}

/** Guides link to one another as files, `errors.md#invalid_token`, which works on GitHub; here they have no suffix. */
function pageAddress(href: string): string {
  return href.replace(/^([a-z-]+)\.md(?=#|$)/, '$1');
}
