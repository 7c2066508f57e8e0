import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  askedOperations,
  type DescribedApi,
  ownParameters,
  queryName,
  unknownSchema,
} from './client-types.ts';
import type { FieldSchema } from './fields.ts';

const HEAD = `# Generated from the OpenAPI document by \`npm run docs\`.
from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Mapping, Optional, Sequence, TypedDict

if TYPE_CHECKING:  # Type checkers have it; nothing needs it at run time.
    from typing_extensions import NotRequired`;

/** What parameters may have instead of text is declared once, in the client for JavaScript. */
const QUERIES = readFileSync(join(import.meta.dirname, '../../client/src/query.ts'), 'utf8');
const [, CONVENIENT = ''] = /interface Convenient \{\n(.*?)\n\}/s.exec(QUERIES) ?? [];
const CONVENIENT_TYPES: Readonly<Record<string, string>> = {
  boolean: 'bool',
  'readonly string[]': 'Sequence[str]',
  '{ latitude: number; longitude: number }': 'tuple[float, float]',
  'Readonly<Record<string, number>>': 'Mapping[str, float]',
};
/** Names of fields that no member of a Python class can have. */
const KEYWORDS = ['class', 'from', 'is', 'in', 'global', 'import', 'not', 'or', 'and', 'as', 'for', 'with'];
const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'str',
  boolean: 'bool',
  null: 'None',
  number: 'float',
  integer: 'int',
};

/** The API's types for the Python client: a TypedDict per schema, per object inside it, and per query. */
export function pythonTypes(api: DescribedApi): string {
  const schemas = Object.entries(api.components.schemas).flatMap(([name, schema]) => named(name, schema));
  const queries = askedOperations(api).map(({ operation }) => {
    // The method of a comparison takes the cities by themselves.
    const own = ownParameters(operation).filter(({ name }) => name !== 'cities');
    const members = own.map(({ name, description, schema }) => {
      const types = [typeOf(schema, ''), convenience(name)].filter((type) => type !== undefined);
      // As Python does it; the client drops the underscore.
      const argument = KEYWORDS.includes(name) ? `${name}_` : name;
      return member(argument, types.join(' | '), description, true);
    });
    return classOf(queryName(operation), undefined, members);
  });
  return [HEAD, ...schemas, ...queries].join('\n\n\n');
}

function convenience(name: string): string | undefined {
  const [, type] = new RegExp(`^ {2}${name}: (.*);$`, 'm').exec(CONVENIENT) ?? [];
  if (type === undefined) return undefined;
  const python = CONVENIENT_TYPES[type];
  if (python === undefined) throw new Error(`the Python client does not know the type ${type} of ${name}`);
  return python;
}

function named(name: string, schema: FieldSchema): string[] {
  if (![schema.type].flat().includes('null')) return declarations(name, schema);
  return [...declarations(`${name}Value`, schema), `${name} = Optional[${name}Value]`];
}

/** The class of an object, and those of the objects inside it. */
function declarations(name: string, schema: FieldSchema): string[] {
  const { properties, required = [], description } = schema;
  if (properties === undefined) return unknownSchema(schema);
  const fields = Object.entries(properties).map(([field, value]) => {
    const inner = innerName(name, field);
    const optional = !required.includes(field);
    return { field, value, inner, optional, type: typeOf(value, inner) };
  });
  const own = fields.some(({ field }) => KEYWORDS.includes(field))
    ? `${name} = TypedDict("${name}", {${fields.map(({ field, type, optional }) => `"${field}": '${optional ? `NotRequired[${type}]` : type}'`).join(', ')}})`
    : classOf(
        name,
        description,
        fields.map(({ field, type, value, optional }) => member(field, type, value.description, optional)),
      );
  return [...fields.flatMap(({ value, inner }) => insideOf(value, inner)), own];
}

/** The declarations of an object that has no name of its own. */
function insideOf(schema: FieldSchema, name: string): string[] {
  if (schema.$ref !== undefined) return [];
  if (schema.properties !== undefined) return declarations(name, schema);
  const values = [schema.items ?? [], Object.values(schema.patternProperties ?? {})].flat();
  return values.flatMap((value) => insideOf(value, name));
}

function innerName(name: string, field: string): string {
  const words = field.split('_').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `${name}${words.join('')}`;
}

/** @param inner the name of the class of an object in it */
function typeOf(schema: FieldSchema, inner: string): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return literal([schema.const]);
  if (schema.enum !== undefined) return literal(schema.enum);
  const types = [schema.type ?? []].flat().map((type) => PRIMITIVES[type] ?? ofType(type, schema, inner));
  return types.join(' | ') || unknownSchema(schema);
}

function ofType(type: string, schema: FieldSchema, inner: string): string {
  if (type === 'array') return `list[${typeOf(schema.items ?? unknownSchema(schema), inner)}]`;
  const [values] = Object.values(schema.patternProperties ?? {});
  if (values !== undefined) return `dict[str, ${typeOf(values, inner)}]`;
  return schema.properties === undefined ? unknownSchema(schema) : inner;
}

function literal(values: readonly unknown[]): string {
  return `Literal[${values.map((value) => (value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value))).join(', ')}]`;
}

function member(name: string, type: string, description: string | undefined, optional: boolean): string {
  return `    ${name}: ${optional ? `NotRequired[${type}]` : type}${documented(description, '\n')}`;
}

function classOf(name: string, description: string | undefined, members: readonly string[]): string {
  const body = members.length === 0 ? ['    pass'] : members;
  return `class ${name}(TypedDict):${documented(description, '\n')}\n${body.join('\n')}`;
}

function documented(description: string | undefined, before: string): string {
  return description === undefined
    ? ''
    : `${before}    """${description.replaceAll('\\', '\\\\').replaceAll('"', "'")}"""`;
}
