import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import type { Plan } from '../config.ts';
import { MAX_URL_LENGTH } from './api.ts';
import type { Endpoint, View } from './endpoint.ts';
import {
  challenge,
  PROBLEMS,
  Problem,
  type ProblemCode,
  ProblemDocument,
  problemDocument,
} from './problems.ts';

type Json = Record<string, unknown>;

export interface OpenApiInput {
  endpoints: readonly Endpoint[];
  /** Examples are answered from it. */
  view: View;
  publicUrl: string;
  plans: ReadonlyMap<string, Plan>;
}

/** Problems that any endpoint may answer with. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'malformed_request',
  'invalid_parameter',
  'unknown_parameter',
  'conflicting_credentials',
  'missing_credentials',
  'invalid_token',
  'insufficient_scope',
  'key_not_for_urls',
  'not_acceptable',
  'uri_too_long',
  'rate_limit_exceeded',
  'too_many_failed_authentications',
  'headers_too_large',
  'internal_error',
  'unavailable',
];

const TAGS = [
  {
    name: 'Countries',
    description: 'What a country is: names, codes, people, languages, currencies, neighbours.',
  },
  { name: 'Cities', description: 'What a city is, and how to find it by country, name or place.' },
  {
    name: 'City data',
    description: 'What life costs in a city, and how good it is: published figures with their sources.',
  },
];

/** The OpenAPI 3.1 document, made from the endpoints that validate and answer, with examples answered by them. */
export function openApiDocument({ endpoints, view, publicUrl, plans }: OpenApiInput): Json {
  const components = new Components();
  const paths = Object.fromEntries(
    endpoints.map((endpoint) => [endpoint.path, { get: operation(endpoint, view, publicUrl, components) }]),
  );
  components.schema(ProblemDocument);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Location Data Service',
      version: packageVersion(),
      summary: 'What a place is, what it costs to live there, and how good life is there.',
      description: introduction(view, plans),
      contact: { name: 'Location Data Service', url: `${publicUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: view.baseUrl, description: 'This installation' }],
    security: [{ bearer: [] }, { apiKeyInQuery: [] }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'lds_live_…',
          description: 'Recommended: `Authorization: Bearer <API_KEY>`.',
        },
        apiKeyInQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'api_key',
          description: 'For tests only: URLs end up in logs and histories. Answers are then never stored.',
        },
      },
      headers: HEADERS,
      schemas: components.schemas,
    },
  };
}

/** Collects every schema with `$id` as a component and leaves a reference in its place. */
class Components {
  readonly schemas: Record<string, unknown> = {};

  schema(schema: TSchema): unknown {
    return this.#hoist(JSON.parse(JSON.stringify(schema)));
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

function operation(endpoint: Endpoint, view: View, publicUrl: string, components: Components): Json {
  const byStatus = Map.groupBy([...COMMON_PROBLEMS, ...endpoint.problems], (code) => PROBLEMS[code].status);
  const path = exampleUrl(endpoint, 0);
  const problems = [...byStatus].sort(([left], [right]) => left - right);
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.description,
    parameters: [
      ...parameters('path', endpoint.parameters, components),
      ...parameters('query', endpoint.query, components),
    ],
    responses: {
      200: {
        description: (endpoint.response as { description?: string }).description ?? endpoint.summary,
        headers: headerReferences(successHeaders(endpoint)),
        content: {
          'application/json': {
            schema: components.schema(endpoint.response),
            examples: Object.fromEntries(
              endpoint.examples.map(({ name, summary }, index) => [
                name,
                {
                  summary: `${summary}: ${exampleUrl(endpoint, index)}`,
                  value: exampleAnswer(endpoint, index, view),
                },
              ]),
            ),
          },
        },
      },
      304: {
        description: 'Not modified: the representation named in `If-None-Match` is current. Costs nothing.',
        headers: headerReferences(['ETag', 'X-Dataset-Release', 'X-Request-Id']),
      },
      ...Object.fromEntries(
        problems.map(([status, codes]) => [status, problemResponse(codes, path, publicUrl)]),
      ),
    },
  };
}

function parameters(location: 'path' | 'query', schema: Endpoint['query'], components: Components): Json[] {
  const { properties, required = [] } = schema as unknown as {
    properties: Record<string, TSchema & { description: string; examples?: unknown[] }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: location,
    required: required.includes(name),
    description,
    schema: components.schema(rest as TSchema),
  }));
}

function problemResponse(codes: readonly ProblemCode[], path: string, publicUrl: string): Json {
  const headers = ['X-Request-Id'];
  if (codes.some((code) => challenge(code) !== undefined)) headers.push('WWW-Authenticate');
  if (codes.some((code) => PROBLEMS[code].status === 429 || PROBLEMS[code].status === 503))
    headers.push('Retry-After');
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: headerReferences(headers),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { summary: PROBLEMS[code].title, value: exampleProblem(code, path, publicUrl) },
          ]),
        ),
      },
    },
  };
}

function exampleProblem(code: ProblemCode, path: string, publicUrl: string): Json {
  const extras = PROBLEM_EXAMPLES[code] ?? {};
  const problem = new Problem(code, PROBLEMS[code].meaning, extras);
  return { ...problemDocument(problem, publicUrl, `/v1${path.split('?')[0]}`, 'q7Zk2mXa-4f') };
}

const PROBLEM_EXAMPLES: Partial<Record<ProblemCode, ConstructorParameters<typeof Problem>[2]>> = {
  invalid_parameter: { errors: [{ parameter: 'limit', message: 'must be <= 1000' }] },
  unknown_parameter: { errors: [{ parameter: 'contry', message: 'is not a parameter of this endpoint' }] },
  unknown_country: { candidates: [{ id: 'portugal', name: 'Portugal', path: '/countries/portugal' }] },
  country_not_found: { candidates: [{ id: 'portugal', name: 'Portugal', path: '/countries/portugal' }] },
  city_not_found: {
    candidates: [{ id: 'lisbon', name: 'Lisbon, Lisbon, Portugal', path: '/cities/lisbon' }],
  },
  place_withdrawn: { successor: 'lisbon' },
  rate_limit_exceeded: { retry_after: 7 },
  too_many_failed_authentications: { retry_after: 42 },
  unavailable: { retry_after: 1 },
};

function exampleUrl({ path, examples }: Endpoint, index: number): string {
  const { parameters: values = {}, query = {} } = examples[index] ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function exampleAnswer(endpoint: Endpoint, index: number, view: View): unknown {
  const { parameters: values = {}, query = {} } = endpoint.examples[index] ?? {};
  return JSON.parse(endpoint.answer(view, values, query).render().json);
}

function successHeaders(endpoint: Endpoint): string[] {
  const lists =
    endpoint.operationId === 'listCities'
      ? ['Link', 'X-Total-Count']
      : endpoint.operationId === 'listCountries'
        ? ['X-Total-Count']
        : ['Content-Location'];
  return [
    ...lists,
    'Cache-Control',
    'ETag',
    'Last-Modified',
    'RateLimit',
    'RateLimit-Policy',
    'X-Dataset-Release',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'X-Request-Id',
  ];
}

const header = (description: string, type = 'string') => ({ description, schema: { type } });

const HEADERS: Record<string, Json> = {
  'Cache-Control': header('`private, max-age=…`; `private, no-store` when the key came in the URL.'),
  'Content-Location': header('Address of the resource itself, when an alias was used.'),
  ETag: header('Strong entity tag; send it back in `If-None-Match`.'),
  'Last-Modified': header('When the data release was published.'),
  Link: header('RFC 8288: `first`, `prev`, `next`, `last` page.'),
  RateLimit: header(
    'What is left of each window, and in how many seconds it starts anew (IETF httpapi draft).',
  ),
  'RateLimit-Policy': header('The windows of the key\u2019s plan (IETF httpapi draft).'),
  'Retry-After': header('Seconds to wait.', 'integer'),
  'WWW-Authenticate': header('Bearer challenge (RFC 6750).'),
  'X-Dataset-Release': header('Version of the data release: cite figures with it.'),
  'X-RateLimit-Limit': header('Requests in the window that would refuse first.', 'integer'),
  'X-RateLimit-Remaining': header('What is left of it.', 'integer'),
  'X-RateLimit-Reset': header('When it starts anew, in seconds since the epoch.', 'integer'),
  'X-Request-Id': header('Quote it when you ask about an answer.'),
  'X-Total-Count': header('Items in the whole list.', 'integer'),
};

function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function introduction({ release }: View, plans: ReadonlyMap<string, Plan>): string {
  const limits = [...plans.values()].map(
    ({ name, burst, daily }) =>
      `\`${name}\`: ${burst.requests} requests in ${burst.seconds} seconds and ${daily.requests} a UTC day`,
  );
  return [
    'Read-only look-ups over countries and cities. Every figure says what was really measured (`grain`), when (`period`), how (`method`) and by whom (`sources`). What no source has is null or absent, never zero and never invented.',
    `Data release ${release.version}: ${release.countries.length} countries and ${release.cities.length} cities.`,
    `**Ids** are lower-case slugs (\`lisbon\`, \`portugal\`) that never change meaning. Names that several places share are not guessed: the answer is a 404 with candidates.`,
    `**Limits** by plan: ${limits.join('; ')}. Answers with 304 cost nothing.`,
    `**Conditional requests**: keep the \`ETag\` and send it in \`If-None-Match\`. **Compression**: Brotli and gzip. HEAD works wherever GET does. A URL may have ${MAX_URL_LENGTH} characters.`,
    '**Errors** are RFC 9457 problem documents with a stable `code`.',
  ].join('\n\n');
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
