import type { TSchema } from 'typebox';
import { type Answer, type Endpoint, isEndpoint, permissionsOf, type View } from '../../engine/endpoint.ts';
import * as field from '../../engine/field.ts';
import { type Format, formatsOf, MEDIA_TYPES } from '../../engine/formats/formats.ts';
import { jsonValue, write } from '../../engine/formats/writers.ts';
import { memo } from '../../engine/memo.ts';
import { OPERATIONS } from '../../engine/operations.ts';
import { fullQuery } from '../../engine/parameters/answer-parameters.ts';
import { ownProblems, pathParameters } from '../../engine/places/place-resolution.ts';
import { CODE_DESCRIPTION, ProblemDocument } from '../../engine/problem-document.ts';
import { API_PROBLEM_CODES, type ApiProblemCode, PROBLEMS } from '../../engine/problems.ts';
import type { Download } from '../../engine/release/download.ts';
import { withApiKey } from '../../service/access/credentials.ts';
import { MAX_URL_LENGTH } from '../../service/http/routes.ts';
import type { Plan } from '../../service/plan.ts';
import { VERSION } from '../../service/version.ts';
import PARTS from './openapi-parts.json' with { type: 'json' };
import { exampleProblem, operationOf } from './problem-examples.ts';
import {
  ANSWER_HEADERS,
  type AnswerKind,
  type HeaderName,
  notModifiedHeaders,
  problemHeaders,
  successHeaders,
} from './response-headers.ts';

type Json = Record<string, unknown>;

export interface OpenApiInput {
  operations: readonly (Endpoint | Download)[];
  /** The data of the examples. */
  view: View;
  publicUrl: string;
  plans: ReadonlyMap<string, Plan>;
}

/** Responses to requests for undocumented paths and methods. */
const PROBLEMS_ELSEWHERE: readonly ApiProblemCode[] = [
  'path_not_found',
  'method_not_allowed',
  'not_implemented',
];

/** Problems that any operation can respond with: those that none has for itself. */
const COMMON_PROBLEMS = API_PROBLEM_CODES.filter(
  (code) =>
    code !== 'invalid_parameter' &&
    !PROBLEMS_ELSEWHERE.includes(code) &&
    !OPERATIONS.some((operation) => ownProblems(operation).includes(code)),
);

/**
 * The OpenAPI 3.1 document, made from the operations that serve the API, with examples that they produced.
 *
 * @returns what is complete when all steps are taken, each of which takes some milliseconds
 */
export function openApiInSteps({ operations, view, publicUrl, plans }: OpenApiInput) {
  const components = new Components();
  const paths: Json = {};
  const answerOf = exampleAnswers(view);
  const steps = operations.flatMap((operation) => [
    ...(isEndpoint(operation) ? operation.examples.map((_, at) => () => void answerOf(operation, at)) : []),
    () => {
      const get = describeOperation({ operation, view, publicUrl, components, answerOf });
      paths[operation.path] = { get };
    },
  ]);
  steps.push(() => {
    components.schema({
      ...ProblemDocument,
      properties: { ...ProblemDocument.properties, code: codeSchema(API_PROBLEM_CODES) },
      examples: PROBLEMS_ELSEWHERE.map((code) =>
        exampleProblem(code, operationOf(code, operations), view, publicUrl),
      ),
    });
  });
  return { steps, document: openApiFrame({ paths, components, view, publicUrl, plans }) };
}

/** The same at once. */
export function openApiDocument(input: OpenApiInput): Json {
  const { steps, document } = openApiInSteps(input);
  for (const step of steps) step();
  return document;
}

function openApiFrame({
  paths,
  components,
  view,
  publicUrl,
  plans,
}: Omit<OpenApiInput, 'operations'> & { paths: Json; components: Components }): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Location Data Service',
      version: VERSION,
      summary: 'Facts about a place, its cost of living, and its quality of life.',
      description: introduction(view, plans, publicUrl),
      contact: { name: 'Location Data Service', url: `${publicUrl}/reference` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: view.baseUrl, description: 'This installation' }],
    security: [{ bearer: [] }],
    tags: PARTS.tags,
    paths,
    components: {
      securitySchemes: PARTS.securitySchemes,
      headers: components.usedHeaders,
      schemas: components.schemas,
    },
  };
}

/** Definitions that the document refers to by name. */
class Components {
  readonly schemas: Json = {};
  readonly usedHeaders: Json = {};

  /** Turns a schema with `$id` into a component and returns a reference to it. */
  schema(schema: TSchema): unknown {
    return this.#hoist(JSON.parse(JSON.stringify(schema)));
  }

  headers(names: readonly HeaderName[]): Json {
    return Object.fromEntries(
      names.map((name) => {
        this.usedHeaders[name] = ANSWER_HEADERS[name];
        return [name, { $ref: `#/components/headers/${name}` }];
      }),
    );
  }

  #hoist(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((item) => this.#hoist(item));
    if (typeof node !== 'object' || node === null) return node;
    const { $id, ...rest } = node as Json;
    const hoisted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, this.#hoist(value)]));
    if (typeof $id !== 'string') return hoisted;
    this.schemas[$id] = hoisted;
    return { $ref: `#/components/schemas/${$id}` };
  }
}

type ExampleAnswer = (endpoint: Endpoint, index: number) => Answer['body'];

/** What examples answer, each asked for once, because a search takes some milliseconds. */
function exampleAnswers(view: View): ExampleAnswer {
  const bodies = new Map<string, Answer['body']>();
  return (endpoint, index) => {
    const { parameters: values = {}, query = {} } = endpoint.examples[index] ?? {};
    const make = () => endpoint.resolve(view, values, query).answer().body;
    return memo(bodies, `${endpoint.operationId} ${index}`, make);
  };
}

interface OperationInput {
  operation: Endpoint | Download;
  answerOf: ExampleAnswer;
  view: View;
  publicUrl: string;
  components: Components;
}

function needs(permissions: readonly string[]): string {
  const names = permissions.map((name) => `\`${name}\``).join(' and ');
  return `Needs the permission${permissions.length === 1 ? '' : 's'} ${names}.`;
}

function describeOperation(input: OperationInput): Json {
  const { operation, components } = input;
  const codes: ApiProblemCode[] = [...COMMON_PROBLEMS, 'invalid_parameter', ...ownProblems(operation)];
  const problems = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description} ${needs(permissionsOf(operation))}`,
    parameters: [...parameters('path', operation, components), ...parameters('query', operation, components)],
    responses: {
      ...(isEndpoint(operation) ? jsonResponse(operation, input) : fileResponses(operation, components)),
      304: {
        description: 'Your copy, named in `If-None-Match`, is current. Does not count toward your limits.',
        headers: components.headers(notModifiedHeaders(kindOf(operation))),
      },
      // Statuses are in order, as all names of fields that are integers.
      ...Object.fromEntries(
        Array.from(problems, ([status, codes]) => [status, problemResponse(status, codes, input)]),
      ),
    },
  };
}

function jsonResponse(endpoint: Endpoint, { view, components, answerOf }: OperationInput): Json {
  return {
    200: {
      description: (endpoint.response as { description?: string }).description ?? endpoint.summary,
      headers: components.headers(successHeaders(kindOf(endpoint))),
      content: {
        'application/json': {
          schema: components.schema(endpoint.response),
          examples: Object.fromEntries(
            endpoint.examples.map(({ name }, at) => [name, exampleAnswer(endpoint, at, view, answerOf)]),
          ),
        },
        ...Object.fromEntries(
          formatsOf(endpoint)
            .filter((format) => format !== 'json')
            .map((format) => [MEDIA_TYPES[format], otherFormat(endpoint, format, view, answerOf)]),
        ),
      },
    },
  };
}

function fileResponses(download: Download, components: Components): Json {
  const content = { [download.mediaType]: { schema: { type: 'string', format: 'binary' } } };
  return {
    200: { description: 'The whole file.', headers: components.headers(successHeaders('file')), content },
    206: {
      description:
        'The part of the file that `Range` requests. A request for several ranges gets the whole file.',
      headers: components.headers(successHeaders('part of a file')),
      content,
    },
  };
}

function kindOf(operation: Endpoint | Download): AnswerKind {
  if (!isEndpoint(operation)) return 'file';
  if ((operation.response as { type?: string }).type === 'array') return 'list';
  return operation.table === undefined ? 'object' : 'table';
}

function parameters(
  location: 'path' | 'query',
  operation: Endpoint | Download,
  components: Components,
): Json[] {
  const schema = location === 'path' ? pathParameters(operation.path) : withApiKey(fullQuery(operation));
  const { properties, required: names = [] } = schema as unknown as {
    properties: Record<string, TSchema & { description: string; examples?: unknown[] }>;
    required?: string[];
  };
  const { firstQuery: first = {} } = operation;
  return Object.entries(properties).map(([name, { description, examples, ...rest }]) => {
    const required = names.includes(name);
    // No version is kept by every service, so a request with an example would often fail.
    const example = first[name] ?? (name === 'release' ? undefined : examples?.[0]);
    return {
      name,
      in: location,
      schema: components.schema(rest as TSchema),
      required,
      description:
        required || example === undefined ? description : `${description} For example \`${example}\`.`,
      // API references fill in every example they find, and a request with all filters together would find nothing.
      ...((required || name in first) && example !== undefined && { example }),
    };
  });
}

function problemResponse(status: number, codes: readonly ApiProblemCode[], input: OperationInput): Json {
  const { operation, view, publicUrl, components } = input;
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: components.headers(problemHeaders(status)),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: codeSchema(codes) } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { summary: PROBLEMS[code].title, value: exampleProblem(code, operation, view, publicUrl) },
          ]),
        ),
      },
    },
  };
}

/** The description says that later versions may add codes, because an enumeration seems to exclude that. */
function codeSchema(codes: readonly ApiProblemCode[]) {
  return field.oneOf(codes, CODE_DESCRIPTION);
}

function exampleUrl({ path, examples }: Endpoint, index: number): string {
  const { parameters: values = {}, query = {} } = examples[index] ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** Cuts a list to its first items, and says so in the example. */
function exampleAnswer(endpoint: Endpoint, index: number, view: View, answerOf: ExampleAnswer): Json {
  const { summary } = endpoint.examples[index] ?? {};
  const body = answerOf(endpoint, index);
  const answer = jsonValue({ endpoint, release: view.release, body, selection: undefined });
  const request = `${summary}: ${exampleUrl(endpoint, index)}`;
  if (!Array.isArray(answer) || answer.length <= EXAMPLE_ITEMS) return { summary: request, value: answer };
  return {
    summary: `${request} (the first ${EXAMPLE_ITEMS} of ${answer.length})`,
    value: answer.slice(0, EXAMPLE_ITEMS),
  };
}

const EXAMPLE_ITEMS = 3;

/** GeoJSON is an object, the other formats are texts. */
function otherFormat(endpoint: Endpoint, format: Format, view: View, answerOf: ExampleAnswer): Json {
  const [example] = endpoint.examples;
  if (example === undefined) throw new Error(`${endpoint.operationId} has no example`);
  const body = answerOf(endpoint, 0);
  const first = Array.isArray(body) ? body.slice(0, EXAMPLE_ITEMS) : body;
  const written = { endpoint, release: view.release, body: first, selection: undefined };
  const text = write(format, written);
  const [schema, value] =
    format === 'geojson' ? [PARTS.geojson, JSON.parse(text) as Json] : [{ type: 'string' }, text];
  return { schema, examples: { [example.name]: { summary: `${example.summary}, as ${format}`, value } } };
}

function introduction({ release }: View, plans: ReadonlyMap<string, Plan>, publicUrl: string): string {
  const guide = (name: string, text: string) => `[${text}](${publicUrl}/guides/${name})`;
  const number = (value: number) => value.toLocaleString('en');
  const limits = [...plans.values()].map(
    ({ name, burst, daily }) =>
      `\`${name}\`: ${number(burst.requests)} requests in ${burst.seconds} seconds and ${number(daily.requests)} a UTC day`,
  );
  return [
    `Look up facts about countries and cities. Every figure says what was actually measured (\`grain\`), when (\`period\`), how (\`method\`) and by whom (\`sources\`). Values that no source has are null or absent, never zero and never invented. Data release ${release.version}: ${number(release.countries.length)} countries and ${number(release.cities.length)} cities.`,
    '**Authentication.** Send `Authorization: Bearer <API_KEY>`. For tests only, `?api_key=<API_KEY>` works as well.',
    `**Ids** are lower-case slugs (\`lisbon\`, \`portugal\`) that never change meaning. A name that several places share is a 404 with candidates. See ${guide('places', 'Places')}.`,
    `**Limits** per account, shared by all its keys, by plan: ${limits.join('; ')}. Unchanged responses (304) don’t count.`,
    `**Conditional requests**: keep the \`ETag\` and send it in \`If-None-Match\`. **Compression**: Brotli and gzip. HEAD works wherever GET does. A slash at the end of a path answers 308 with the path without it. A URL may have ${number(MAX_URL_LENGTH)} characters.`,
    `**Errors** are RFC 9457 problem documents with a stable \`code\`. See [Errors](${publicUrl}/errors).`,
    `**Not in this document**, because other specifications describe them: ${publicUrl}/mcp (Model Context Protocol) and, without a key, ${publicUrl}/reconcile (Reconciliation Service API 0.2, with a manifest), ${publicUrl}/oembed (oEmbed 1.0) and ${publicUrl}/packages/simple/ (PEP 691). Forms use ${publicUrl}/places.json and ${publicUrl}/match. All of them answer from the current release. See ${guide('finding-places', 'Finding places')} and ${guide('mcp', 'Agents')}.`,
    `More in ${guide('using-the-api', 'Using the API')}; every field, metric and unit in the ${guide('data-dictionary', 'Data dictionary')}; publishers and licences in [Sources](${publicUrl}/sources).`,
  ].join('\n\n');
}
