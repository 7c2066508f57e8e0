import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { TSchema } from 'typebox';

// OpenAPI 3.1 speaks JSON Schema 2020-12. Strict: a keyword that means nothing is a fault of the schema.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
formats.default(ajv);

/** Asserts that a value satisfies the schema; the message names every place at which it does not. */
export function validatorOf(schema: TSchema | object): (value: unknown) => void {
  const validate = ajv.compile(withoutIds(schema));
  return (value) => assert.ok(validate(value), ajv.errorsText(validate.errors, { separator: '\n' }));
}

/** Shared schemas stand in a schema several times, each time under the same `$id`: names for OpenAPI, not addresses. */
function withoutIds(schema: object): object {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)));
}
