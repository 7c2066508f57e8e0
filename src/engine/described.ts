import type { Operation } from './endpoint.ts';
import TEXTS from './operation-texts.json' with { type: 'json' };

/** What the documentation says of an operation: operation-texts.json has it by its id. */
export function described(
  operationId: keyof typeof TEXTS,
): Pick<Operation, 'operationId' | 'tag' | 'summary' | 'description' | 'firstQuery' | 'examples'> {
  return { operationId, ...TEXTS[operationId] };
}
