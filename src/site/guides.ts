import { readFileSync } from 'node:fs';
import { Marked, Renderer } from 'marked';
import { gfmHeadingId } from 'marked-gfm-heading-id';
import { escapeHtml } from './page.ts';

/** A page of the `docs` directory. */
export interface Guide {
  /** The file name without `.md`, which is also its address below /docs. */
  name: string;
  /** The label in the navigation; undefined for pages that only contributors need, which other pages link to. */
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
  { name: 'adding-a-field' },
  { name: 'performance' },
  { name: 'architecture' },
  { name: 'decisions' },
];

export const GUIDES_DIRECTORY = new URL('../../docs/', import.meta.url);

/** The default rendering of marked. */
const PLAIN = Renderer.prototype;

export interface RenderedGuide {
  title: string;
  /** HTML of the content. */
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
      // Lets long names break after an underscore.
      codespan: ({ text }) => `<code>${escapeHtml(text).replaceAll('_', '_<wbr>')}</code>`,
      // Elements that may be wider than the screen can be focused, so that the keyboard can scroll them.
      code(token) {
        return PLAIN.code.call(this, token).replace('<pre>', '<pre tabindex="0">');
      },
      table(token) {
        return `<div class="scroll" role="group" aria-label="Table" tabindex="0">${PLAIN.table.call(this, token)}</div>`;
      },
      // An empty header cell names nothing, so it becomes a plain cell.
      tablecell(token) {
        return token.header && token.text === '' ? '<td></td>' : PLAIN.tablecell.call(this, token);
      },
    },
  });
  return { title, html: renderer.parse(markdown, { async: false }) };
}

/** Guides link to each other by file name, `errors.md#invalid_token`, which works on GitHub. Here the suffix is removed. */
function pageAddress(href: string): string {
  return href.replace(/^([a-z-]+)\.md(?=#|$)/, '$1');
}
