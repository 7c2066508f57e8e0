import type { preValidationHookHandler } from 'fastify';
import type { TObject } from 'typebox';

/** As JSON writes a number, but without an exponent. */
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * What makes numbers of the query's decimal numerals, before the schema is asked; nothing for a query without numbers. What
 * else JavaScript takes for a number (`0x10`, `1e2`, ` 5`, an empty text) stays text, which the schema then refuses.
 */
export function numberReaders(query: TObject): preValidationHookHandler[] {
  const names = Object.entries<{ type?: unknown }>(query.properties)
    .filter(([, { type }]) => type === 'integer' || type === 'number')
    .map(([name]) => name);
  if (names.length === 0) return [];
  const readNumbers: preValidationHookHandler = (request, _reply, done) => {
    const values = request.query as Record<string, unknown>;
    for (const name of names) {
      const text = values[name];
      if (typeof text === 'string' && DECIMAL.test(text)) values[name] = Number(text);
    }
    done();
  };
  return [readNumbers];
}
