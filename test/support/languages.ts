import { Html } from '../../src/site/html.ts';
import type { Messages } from '../../src/site/languages/english.ts';

/** A language of nothing but marks: every message of another one, between two marks that no other text of ours has, and cards can draw. */
export function markedMessages(messages: Messages): Messages {
  // A code for private use: texts that are quoted in English are marked as such.
  return { ...marked(messages), language: 'qaa' };
}

function marked<Message>(message: Message): Message;
function marked(message: unknown): unknown {
  if (typeof message === 'string') return `«${message}»`;
  if (message instanceof Html) return new Html(`«${message.markup}»`);
  if (typeof message === 'function') return (...values: unknown[]) => marked(message(...values));
  if (typeof message !== 'object' || message === null) return message;
  return Object.fromEntries(Object.entries(message).map(([key, each]) => [key, marked(each)]));
}

/** Markup without what came from messages, which drawings may have shortened. */
export function withoutMessages(markup: string): string {
  const rest = markup.replace(/«[^«»]*»|«[^«»<]*…/g, '');
  return rest === markup ? rest : withoutMessages(rest);
}

/** The texts of a page that readers see or hear, without scripts, code, and what is quoted in the language of its source. */
export function textsOf(markup: string): string[] {
  const read = withoutQuotes(markup.replace(/<(script|style|pre|code)\b[^>]*>.*?<\/\1>/gs, '')).replaceAll(
    '<wbr>',
    '',
  );
  const attributes = read.matchAll(/\s(?:aria-label|placeholder|title|alt)="([^"]*)"/g);
  const metas = read.matchAll(
    /<meta (?:name="description"|property="og:[a-z:]*(?:title|description|alt)") content="([^"]*)"/g,
  );
  const nodes = read.replace(/<[^>]*>/g, '\n').split('\n');
  return [...nodes, ...[...attributes, ...metas].map(([, text = '']) => text)]
    .map((text) => text.replaceAll('&#39;', "'").replaceAll('&amp;', '&').replaceAll('&quot;', '"').trim())
    .filter((text) => /\p{L}{2}/u.test(text));
}

/** Without elements whose language is English, and what is in them. */
function withoutQuotes(markup: string): string {
  let kept = '';
  let at = 0;
  let quoted: { name: string; depth: number } | undefined;
  for (const { 0: tag, 1: end, 2: name = '', index } of markup.matchAll(/<(\/?)([a-z]\w*)\b[^>]*>/g)) {
    if (quoted === undefined) {
      if (end === '' && name !== 'html' && / lang="en"/.test(tag)) {
        kept += markup.slice(at, index);
        quoted = { name, depth: 1 };
      }
    } else if (name === quoted.name) {
      quoted.depth += end === '' ? 1 : -1;
      at = index + tag.length;
      if (quoted.depth === 0) quoted = undefined;
    }
  }
  return kept + markup.slice(at);
}
