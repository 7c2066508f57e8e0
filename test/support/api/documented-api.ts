import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Answer } from '../http/exchange.ts';

export interface OpenApi {
  paths: Record<string, { get: DocumentedOperation }>;
  components: {
    schemas: Record<string, { examples?: { code: string }[] }>;
    securitySchemes: Record<string, { type: string; scheme?: string }>;
  };
}

export interface DocumentedOperation {
  operationId: string;
  parameters: DocumentedParameter[];
  responses: Record<string, DocumentedResponse>;
}

export interface DocumentedParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: { type?: string; enum?: readonly string[]; maxLength?: number };
  example?: string;
}

export interface DocumentedResponse {
  headers: Record<string, object>;
  content?: Record<string, Media>;
}

interface Media {
  schema: object;
  examples: Record<string, { summary: string; value: unknown }>;
}

/** Headers that are documented with HTTP: HTTP adds them itself, or they describe the body. */
const OF_HTTP = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);

/** Compares responses with the OpenAPI document of the server that sent them. */
export class DocumentedApi {
  readonly document: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(document: OpenApi) {
    this.document = document;
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'openapi.json', ...document });
  }

  /** Asserts that the document gives the operation this status, these headers and this body. */
  assertDocumented(path: string, answer: Answer): void {
    const { status } = answer;
    const response = this.document.paths[path]?.get.responses[status];
    assert.ok(response, `${status} is not documented`);
    const absent = Object.keys(response.headers).filter(
      (name) => answer.headers[name.toLowerCase()] === undefined,
    );
    assert.deepEqual(
      absent.filter((name) => !mayBeAbsent(name, answer)),
      [],
    );
    assert.deepEqual(undocumentedHeaders(answer, response), []);
    if (answer.text === '') return;
    const type = String(answer.headers['content-type']).split(';')[0] ?? '';
    assert.ok(response.content?.[type], `${type} is not documented for ${status}`);
    if (!type.endsWith('json')) return;
    const at = ['paths', path, 'get', 'responses', String(status), 'content', type, 'schema'];
    this.validatorAt(...at)(JSON.parse(answer.text), path);
  }

  /** Returns a validator for the schema at this path in the document, including the components that it references. */
  validatorAt(...steps: string[]): (value: unknown, where: string) => void {
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    const $ref = `openapi.json#/${pointer.join('/')}`;
    const validate = this.#ajv.getSchema($ref) ?? this.#ajv.compile({ $ref });
    return (value, where) => assert.ok(validate(value), `${where}: ${this.#ajv.errorsText(validate.errors)}`);
  }
}

/** Whether a documented header depends on the request, as its description says. */
function mayBeAbsent(name: string, { status }: Answer): boolean {
  return (
    ['Content-Location', 'Content-Disposition', 'X-Excluded-Count'].includes(name) ||
    (name === 'WWW-Authenticate' && status === 400)
  );
}

function undocumentedHeaders({ headers, status }: Answer, response: DocumentedResponse): string[] {
  const documented = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
  // Some malformed requests were counted before they were refused, others never reached a counter.
  const mayBeThere = (name: string) => status === 400 && /^(x-)?ratelimit/.test(name);
  return Object.keys(headers).filter(
    (name) => !documented.has(name) && !OF_HTTP.has(name) && !mayBeThere(name),
  );
}
