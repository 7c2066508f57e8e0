import { basename } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { readBytes } from './file-bytes.ts';
import { parsePublishedJson } from './published-file.ts';
import { SourceFileError } from './source-file-error.ts';

/** A JSON document that matches the schema. Errors name the position in the document. */
export function parseJsonAs<Schema extends TSchema>(
  schema: Schema,
  file: string,
  bytes: Uint8Array,
): Static<Schema> {
  const content = parsePublishedJson(file, bytes);
  // The documents are large: compiled, a check takes a tenth of the time.
  const compiled = Compile(schema);
  if (compiled.Check(content)) return content;
  const [, [error]] = compiled.Errors(content);
  const fault = `not as expected: ${error?.message ?? 'another shape'}`;
  throw new SourceFileError(file, 0, error?.instancePath ?? '', fault);
}

/** The same for a file. */
export function readJsonAs<Schema extends TSchema>(schema: Schema, path: string): Static<Schema> {
  return parseJsonAs(schema, basename(path), readBytes(path, basename(path)));
}
