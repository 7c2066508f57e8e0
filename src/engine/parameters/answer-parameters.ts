import Type, { type TObject } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { FieldsParameter } from '../formats/fields.ts';
import { formatParameter, formatsOf, MarkParameter } from '../formats/formats.ts';
import { LanguageParameter, namesCountries } from '../places/country-names.ts';
import type { Download } from '../release/download.ts';
import { queryReader, type ReadQuery } from './query.ts';

/** The query of an operation; an endpoint also has `fields`, `lang` if it names countries, and `format` and `bom` if it has several formats. */
export function fullQuery(operation: Endpoint | Download): TObject {
  if (!('resolve' in operation)) return operation.query;
  const formats = formatsOf(operation);
  const properties = {
    ...operation.query.properties,
    fields: Type.Optional(FieldsParameter),
    ...(namesCountries(operation.response) ? { lang: Type.Optional(LanguageParameter) } : {}),
    ...(formats.length > 1 ? { format: Type.Optional(formatParameter(formats)) } : {}),
    ...(formats.includes('csv') ? { bom: Type.Optional(MarkParameter) } : {}),
  };
  return Type.Object(properties, { additionalProperties: false });
}

const readers = new WeakMap<Endpoint, ReadQuery>();

/** Reads the full query of an endpoint. Compiled once for all callers of a process. */
export function queryReaderOf(endpoint: Endpoint): ReadQuery {
  const reader = readers.get(endpoint) ?? queryReader(fullQuery(endpoint));
  readers.set(endpoint, reader);
  return reader;
}
