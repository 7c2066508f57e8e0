import { type Html, html } from './html.ts';
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
export function fieldTable(schema: FieldSchema, { components }: OpenApiDocument): Html {
  return scrollTable({
    name: 'Fields',
    columns: ['Field', 'Type', 'Meaning'],
    rows: fieldsOf(schema).map(({ path, schema: field, optional }) => ({
      id: path,
      cells: [
        codeName(path),
        [typeMarkup(field), optional && ', optional'],
        inlineCode(field.description ?? components.schemas[referenced(field) ?? '']?.description ?? ''),
      ],
    })),
  });
}

export function typeMarkup(schema: FieldSchema): Html {
  const name = referenced(schema);
  if (name !== undefined) return html`<a href="/fields/${name}">${name}</a>`;
  if (schema.enum !== undefined && schema.enum.length > MOST_VALUES_LISTED)
    return html`string, one of ${schema.enum.length}`;
  if (schema.enum !== undefined)
    return html`${schema.enum.map((value, index) => html`${index > 0 && ', '}<code>${String(value)}</code>`)}`;
  const types = [schema.type ?? 'object'].flat();
  return html`${types.map((type, index) => html`${index > 0 && ' or '}${container(type, schema) ?? type}`)}`;
}

/** Texts of the API put names between backticks. */
export function inlineCode(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** A long name, which may break after a dot or an underscore. */
export function codeName(name: string): Html {
  if (name.length <= SHORT_NAME) return html`<code>${name}</code>`;
  return html`<code>${name.split(/(?<=[._])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}</code>`;
}

function container(type: string, schema: FieldSchema): Html | undefined {
  if (type === 'array')
    return html`array of ${schema.items === undefined ? 'anything' : typeMarkup(schema.items)}`;
  const member =
    Object.values(schema.patternProperties ?? {})[0] ??
    (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
  return type === 'object' && member !== undefined ? html`map of ${typeMarkup(member)}` : undefined;
}
