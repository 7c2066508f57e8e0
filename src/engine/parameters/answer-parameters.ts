import Type, { type TObject } from 'typebox';
import { type Endpoint, isEndpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { FieldsParameter } from '../formats/fields.ts';
import { formatParameter, formatsOf, MarkParameter } from '../formats/formats.ts';
import { memo } from '../memo.ts';
import { LanguageParameter, namesCountries } from '../places/country-names.ts';
import type { Download } from '../release/download.ts';
import { RELEASE_VERSION } from '../schemas.ts';
import { queryReader, type ReadQuery } from './query.ts';

const ReleaseParameter = field.text(
  'Version of the data release to answer from (`version` in `/v1/release`), if not the current one. The service keeps some earlier releases; the problem `release_not_found` lists them. A + in a version is %2B in an address.',
  RELEASE_VERSION,
  '2026.11.3',
);

/** The query of an operation has `release`; an endpoint also has `fields`, `lang` if it names countries, and `format` and `bom` if it has several formats. */
export function fullQuery(operation: Endpoint | Download): TObject {
  const common = { ...operation.query.properties, release: Type.Optional(ReleaseParameter) };
  if (!isEndpoint(operation)) return field.only(common);
  const formats = formatsOf(operation);
  const properties = {
    ...common,
    fields: Type.Optional(FieldsParameter),
    ...(namesCountries(operation.response) ? { lang: Type.Optional(LanguageParameter) } : {}),
    ...(formats.length > 1 ? { format: Type.Optional(formatParameter(formats)) } : {}),
    ...(formats.includes('csv') ? { bom: Type.Optional(MarkParameter) } : {}),
  };
  return field.only(properties);
}

const readers = new WeakMap<Endpoint, ReadQuery>();

/** Reads the full query of an endpoint. Compiled once for all callers of a process. */
export function queryReaderOf(endpoint: Endpoint): ReadQuery {
  return memo(readers, endpoint, () => queryReader(fullQuery(endpoint)));
}
