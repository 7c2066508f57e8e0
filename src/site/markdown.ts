import { Marked, Renderer } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import { GUIDES } from '../engine/guides/guides.ts';
import { isApiProblemCode } from '../engine/problems.ts';
import { escapeHtml, type Part, trusted } from './html.ts';
import type { Messages } from './languages/english.ts';
import { quoted } from './languages/quoted.ts';
import { scrollBox } from './table.ts';

/** The default rendering of marked. */
const PLAIN = Renderer.prototype;

export interface Heading {
  id: string;
  text: string;
  /** 2 for `##`. */
  level: number;
  /** Whether it is from the documentation, which is in English. */
  isQuoted?: true;
}

/** @param address where a link of the Markdown leads on the site */
export function renderMarkdown(markdown: string, address = guideAddress) {
  const title = /^#+ (.+)$/m.exec(markdown)?.[1] ?? '';
  const renderer = new Marked(gfmHeadingId(), {
    walkTokens(token) {
      if (token.type === 'link') token.href = address(token.href);
    },
    renderer: {
      // Lets long names and paths break after an underscore and a slash.
      codespan: ({ text }) => `<code>${escapeHtml(text).replaceAll(/[_/]/g, '$&<wbr>')}</code>`,
      // Elements that may be wider than the screen can be focused, so that the keyboard can scroll them.
      code(token) {
        const code = PLAIN.code.call(this, token).replace('<pre>', '<pre tabindex="0">');
        return `<div class="code-block">${code}</div>\n`;
      },
      table(token) {
        return scrollBox('Table', trusted(PLAIN.table.call(this, token))).markup;
      },
      // An empty header cell names nothing, so it becomes a plain cell.
      tablecell(token) {
        if (token.header && token.text === '') return '<td></td>';
        // The attribute `align` is no longer part of HTML.
        const cell: string = PLAIN.tablecell.call(this, token);
        return cell
          .replace(/^(<t[hd]) align="right"/, '$1 class="number"')
          .replace(/^(<t[hd]) align="\w+"/, '$1');
      },
    },
  });
  const markup = renderer.parse(markdown, { async: false });
  const headings = getHeadingList().map(({ id, text, level }) => ({
    id,
    text: plainText(text),
    level,
    isQuoted: true as const,
  }));
  return {
    title,
    content: trusted(withAnchors(markup)),
    /** The sections, for the contents of the page. */
    headings: headings.filter(({ level }) => level > 1),
  };
}

/** A text of the documentation, which is in English, on a page. */
export function documented(markdown: string, messages: Messages, address?: typeof guideAddress): Part {
  return quoted(renderMarkdown(markdown, address).content, messages, 'div');
}

/** Each section can be linked to. */
function withAnchors(markup: string): string {
  return markup.replace(
    /<h([2-4]) id="([^"]*)">(.*?)<\/h\1>/gs,
    (_whole, level: string, id: string, text: string) =>
      `<h${level} id="${id}">${text} <a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(plainText(text))}”">#</a></h${level}>`,
  );
}

/** The text of a heading, for use elsewhere. */
function plainText(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** Guides link to each other by file name, `errors.md#invalid_token`, which works on GitHub. On the site, each has a page. */
export function guideAddress(href: string): string {
  const [, name, anchor = ''] = /^([a-z-]+)\.md(?:#(.*))?$/.exec(href) ?? [];
  const guide = GUIDES.find((each) => each.name === name);
  if (guide === undefined) return href;
  if (name === 'errors' && isApiProblemCode(anchor)) return `/errors/${anchor}`;
  return anchor === '' ? guide.to : `${guide.to}#${anchor}`;
}
