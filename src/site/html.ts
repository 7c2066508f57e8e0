/**
 * Markup that is safe to send. Only the `html` tag and `trusted` make it, so a text never becomes markup by mistake, and the
 * compiler refuses a text where markup is needed. (The small libraries that we tried return plain strings, so that nested
 * templates have to be marked as raw by hand: docs/decisions.md.)
 */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

/** What a template takes: texts and numbers are escaped, markup is kept, and absent or false values leave nothing. */
export type Part = Html | string | number | false | null | undefined | readonly Part[];

/**
 * Markup from a template: `` html`<p>${text}</p>` ``. Attributes with values must be quoted. An attribute that may be absent is
 * made with `attribute`.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let markup = strings[0] ?? '';
  for (let index = 0; index < parts.length; index++) markup += textOf(parts[index]) + strings[index + 1];
  return new Html(markup);
}

/** Markup of our own that comes as a text, such as a rendered guide. Never a text from a request or a source. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/** An attribute with a space before it: nothing for `false` and `undefined`, only the name for `true`. */
export function attribute(name: string, value: string | number | boolean | undefined): Html {
  if (value === undefined || value === false) return NOTHING;
  return new Html(value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`);
}

/** Data for machines inside a page (JSON-LD). Browsers run no script of this kind, so the content security policy allows it. */
export function jsonScript(type: string, value: unknown): Html {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c');
  return new Html(`<script type="${escapeHtml(type)}">${text}</script>`);
}

export function escapeHtml(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export const NOTHING = new Html('');

function textOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (part === undefined || part === null || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  let markup = '';
  for (const each of part) markup += textOf(each);
  return markup;
}
