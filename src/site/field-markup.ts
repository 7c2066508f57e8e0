import { type Html, html } from './html.ts';
import type { Messages } from './languages/english.ts';
import { quoted } from './languages/quoted.ts';
import {
  type FieldSchema,
  fieldsOf,
  MOST_VALUES_LISTED,
  type OpenApiDocument,
  referenced,
} from './open-api.ts';
import { scrollTable } from './table.ts';

/** The length of a name that fits into every column. */
const SHORT_NAME = 24;

/** The fields of a schema of the API, with types that lead to the schemas they name. */
export function fieldTable(schema: FieldSchema, { components }: OpenApiDocument, messages: Messages): Html {
  const { reference: words } = messages;
  return scrollTable({
    name: words.fields,
    columns: [words.field, words.type, words.meaning],
    rows: fieldsOf(schema).map(({ path, schema: field, optional }) => ({
      id: path,
      cells: [
        codeName(path),
        [typeMarkup(field, messages), optional && `, ${words.optional}`],
        quoted(
          inlineCode(field.description ?? components.schemas[referenced(field) ?? '']?.description ?? ''),
          messages,
        ),
      ],
    })),
  });
}

export function typeMarkup(schema: FieldSchema, messages: Messages): Html {
  const { reference: words } = messages;
  const name = referenced(schema);
  if (name !== undefined) return html`<a href="/fields/${name}">${name}</a>`;
  if (schema.enum !== undefined && schema.enum.length > MOST_VALUES_LISTED)
    return html`${words.oneOf(schema.enum.length)}`;
  if (schema.enum !== undefined)
    return html`${schema.enum.map((value, index) => html`${index > 0 && ', '}<code>${String(value)}</code>`)}`;
  const types = [schema.type ?? 'object'].flat();
  return types.map((type) => container(type, schema, messages) ?? html`${type}`).reduce(words.either);
}

/** Texts of the API put names between backticks. */
export function inlineCode(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Lines to copy. */
export function codeBlock(text: string, kind?: 'tall'): Html {
  return html`<div class="${['code-block', kind].filter(Boolean).join(' ')}"><pre tabindex="0"><code>${text}</code></pre></div>`;
}

/** A long name, which may break after a dot or an underscore. */
export function codeName(name: string): Html {
  if (name.length <= SHORT_NAME) return html`<code>${name}</code>`;
  return html`<code>${name.split(/(?<=[._])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}</code>`;
}

function container(type: string, schema: FieldSchema, messages: Messages): Html | undefined {
  const { reference: words } = messages;
  if (type === 'array') return words.arrayOf(schema.items && typeMarkup(schema.items, messages));
  const member =
    Object.values(schema.patternProperties ?? {})[0] ??
    (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
  return type === 'object' && member !== undefined ? words.mapOf(typeMarkup(member, messages)) : undefined;
}
