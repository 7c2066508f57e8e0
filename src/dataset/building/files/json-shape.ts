import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
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
  throw new SourceFileError(
    file,
    0,
    error?.instancePath ?? '',
    `not as expected: ${error?.message ?? 'another shape'}`,
  );
}
