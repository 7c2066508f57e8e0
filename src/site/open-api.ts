import type { Release } from '../engine/catalogue/release.ts';
import type { Steps } from '../service/access/door.ts';

/** The column of types lists at most this many values. More, such as the codes of errors, would leave one word per line. */
export const MOST_VALUES_LISTED = 12;

/** The parts of a JSON Schema that the pages read. */
export interface FieldSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, FieldSchema>;
  required?: string[];
  items?: FieldSchema;
  patternProperties?: Record<string, FieldSchema>;
  additionalProperties?: boolean | FieldSchema;
}

export interface ParameterObject {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string;
  schema: FieldSchema;
  example?: string;
}

interface ResponseObject {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<
    string,
    { schema: FieldSchema; examples?: Record<string, { summary: string; value: unknown }> }
  >;
}

interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: ParameterObject[];
  responses: Record<string, ResponseObject>;
}

/** The parts of the OpenAPI document that the pages read. */
export interface OpenApiDocument {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, { get: OperationObject }>;
  components: { schemas: Record<string, FieldSchema> };
}

/** Makes the OpenAPI document of a release: it is complete when all steps are taken. */
export type MakeOpenApi = (release: Release) => { steps: Steps; document: object };

/** The OpenAPI document of a release. It is made once per release, because making it answers every example. */
export class OpenApi {
  readonly #make: MakeOpenApi;
  readonly #documents = new WeakMap<Release, OpenApiDocument>();

  constructor(make: MakeOpenApi) {
    this.#make = make;
  }

  /** What may be done before the document is read, so that others are served in between. */
  steps(release: Release): Steps {
    if (this.#documents.has(release)) return [];
    const { steps, document } = this.#make(release);
    return [...steps, () => void this.#documents.set(release, document as OpenApiDocument)];
  }

  of(release: Release): OpenApiDocument {
    for (const step of this.steps(release)) step();
    return this.#documents.get(release) as OpenApiDocument;
  }
}

/** A field of a schema, or of an object inside it. */
export interface Field {
  /** `time_zone.id`, `prices[].amount`. */
  path: string;
  schema: FieldSchema;
  optional: boolean;
}

/** The fields of an object and of the objects inside it. A separate schema has a separate page. */
export function fieldsOf({ properties = {}, required = [] }: FieldSchema, prefix = ''): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const inner = schema.items ?? schema;
    return [
      { path, schema, optional: !required.includes(name) },
      ...(inner.$ref === undefined ? fieldsOf(inner, `${path}${schema.items ? '[]' : ''}.`) : []),
    ];
  });
}

/** The name of the schema that is referred to. */
export function referenced({ $ref }: FieldSchema): string | undefined {
  return $ref?.replace('#/components/schemas/', '');
}
