import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { TSchema } from 'typebox';

// OpenAPI 3.1 uses JSON Schema 2020-12. In strict mode, a keyword without meaning is an error in the schema.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
formats.default(ajv);

/** Returns an assertion that a value satisfies the schema. Its message names every place where it does not. */
export function validatorOf(schema: TSchema | object): (value: unknown) => void {
  const validate = ajv.compile(withoutIds(schema));
  return (value) => assert.ok(validate(value), ajv.errorsText(validate.errors, { separator: '\n' }));
}

/** Removes every `$id`: a schema may contain a shared one several times, and its `$id` is a name for OpenAPI, not an address. */
function withoutIds(schema: object): object {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)));
}
