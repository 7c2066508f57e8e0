import Type, { type Static } from 'typebox';

interface ProblemKind {
  status: number;
  title: string;
  /** What brings it about, and what to do: for docs/errors.md and the OpenAPI document. */
  meaning: string;
  /** RFC 6750 error code, where the answer carries a WWW-Authenticate challenge. */
  challenge?: string;
}

/** Every error of the API by its stable code. docs/errors.md explains the same ones; a test holds the two together. */
export const PROBLEMS = {
  malformed_request: {
    status: 400,
    title: 'The request is malformed',
    meaning:
      'The request line, the path or a header breaks HTTP or percent-encoding. Encode the path and query and send it again.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter is not valid',
    meaning:
      'A query parameter has a value outside its type or range, or is given more than once; `errors` names each.',
  },
  unknown_parameter: {
    status: 400,
    title: 'A parameter is not known',
    meaning:
      'The endpoint has no query parameter of this name; `errors` names each. A misspelt filter would otherwise return the whole world.',
  },
  unknown_country: {
    status: 400,
    title: 'The country in the filter is not known',
    meaning:
      'The `country` parameter is no country id and no ISO 3166-1 code; `candidates` lists what may be meant.',
  },
  invalid_cursor: {
    status: 400,
    title: 'The cursor is not valid',
    meaning:
      'The cursor was changed, belongs to another filter, or to a data release that is no longer served. Start again without it.',
  },
  conflicting_credentials: {
    status: 400,
    title: 'More than one credential',
    meaning:
      'The request carries a bearer token and `api_key` together, or one of them twice. Send exactly one.',
    challenge: 'invalid_request',
  },
  missing_credentials: {
    status: 401,
    title: 'An API key is needed',
    meaning: 'Send `Authorization: Bearer <API_KEY>`; for tests only, `?api_key=<API_KEY>`.',
    challenge: '',
  },
  invalid_token: {
    status: 401,
    title: 'The API key is not valid',
    meaning:
      'The key is malformed, unknown, expired or revoked. `detail` says which where that gives nothing away.',
    challenge: 'invalid_token',
  },
  insufficient_scope: {
    status: 403,
    title: 'The API key lacks the permission',
    meaning: 'The key was issued without the permission that this endpoint needs. Use another key.',
    challenge: 'insufficient_scope',
  },
  key_not_for_urls: {
    status: 403,
    title: 'The API key is not accepted in a URL',
    meaning: 'The key was issued as "header only". Send it as `Authorization: Bearer <API_KEY>`.',
    challenge: 'insufficient_scope',
  },
  path_not_found: {
    status: 404,
    title: 'No such path',
    meaning: 'The API has no endpoint at this path; the reference at /docs lists them.',
  },
  country_not_found: {
    status: 404,
    title: 'No such country',
    meaning: 'The path names no country id and no ISO 3166-1 code; `candidates` lists what may be meant.',
  },
  city_not_found: {
    status: 404,
    title: 'No such city',
    meaning:
      'The path names no city id, or a name that several cities share. Nothing is guessed: `candidates` lists what may be meant.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed',
    meaning: 'The service is read-only: GET, HEAD and OPTIONS. `Allow` repeats them.',
  },
  not_acceptable: {
    status: 406,
    title: 'No acceptable representation',
    meaning: 'The `Accept` header rules out `application/json`, the only representation there is.',
  },
  place_withdrawn: {
    status: 410,
    title: 'The place has been withdrawn',
    meaning:
      'The id was valid once. `successor`, where there is one, is the id to use now; no id is ever given to another place.',
  },
  uri_too_long: {
    status: 414,
    title: 'The URI is too long',
    meaning: 'The path and query together may have 4,096 characters.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The key has used up its burst window or its daily quota. Wait `retry_after` seconds; answers with 304 cost nothing.',
  },
  too_many_failed_authentications: {
    status: 429,
    title: 'Too many requests without a valid key',
    meaning:
      'This address sent too many requests without a valid key. Valid keys keep working; the rest waits `retry_after` seconds.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    meaning: 'Request line and headers together may have 16 KiB.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    meaning:
      'A fault in the service; it has been logged under `request_id`. The same request may work later.',
  },
  unavailable: {
    status: 503,
    title: 'The service is not available',
    meaning: 'The service is starting, stopping or overloaded. Try again after `retry_after` seconds.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface ProblemExtras {
  errors?: { parameter: string; message: string }[];
  candidates?: { id: string; name: string; path: string }[];
  successor?: string | null;
  retry_after?: number;
}

/** Thrown anywhere below a request; answered as an RFC 9457 problem document. `detail` is for the client: no secret, no internals. */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly detail: string;
  readonly extras: ProblemExtras;
  /** Further answer headers, names and values in turn: `Allow`, `Retry-After`. */
  readonly headers: readonly string[];

  constructor(
    code: ProblemCode,
    detail: string,
    extras: ProblemExtras = {},
    headers: readonly string[] = [],
  ) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
    this.extras = extras;
    this.headers =
      extras.retry_after === undefined ? headers : [...headers, 'Retry-After', String(extras.retry_after)];
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

export const ProblemDocument = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'Page that explains this kind of problem.' }),
    title: Type.String({
      description: 'The kind of problem, in words; the same for every problem of this `code`.',
    }),
    status: Type.Integer({ description: 'HTTP status code.' }),
    detail: Type.String({ description: 'What is wrong with this request, and what to do.' }),
    instance: Type.String({ description: 'Path of the request, without its query.' }),
    code: Type.String({ description: 'Stable and machine-readable; see the error catalogue.' }),
    request_id: Type.String({
      description: 'As in `X-Request-Id`: quote it when you ask about this answer.',
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: Type.String({ description: 'The parameter at fault.' }),
          message: Type.String({ description: 'What is wrong with it.' }),
        }),
        { description: 'One entry a parameter at fault.' },
      ),
    ),
    candidates: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ description: 'Id of a place that may be meant.' }),
          name: Type.String({ description: 'Its name, with region and country for a city.' }),
          path: Type.String({ description: 'Its path below the base address.' }),
        }),
        {
          description:
            'Places that may be meant, the likeliest first. Empty when nothing resembles the name.',
        },
      ),
    ),
    successor: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Id of the place that took over; null without one.',
      }),
    ),
    retry_after: Type.Optional(Type.Integer({ description: 'Seconds to wait, as in `Retry-After`.' })),
  },
  { $id: 'Problem', description: 'RFC 9457 problem details.' },
);
export type ProblemDocument = Static<typeof ProblemDocument>;

export function problemDocument(
  problem: Problem,
  publicUrl: string,
  path: string,
  requestId: string,
): ProblemDocument {
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: `${publicUrl}/docs/errors#${problem.code}`,
    title,
    status,
    detail: problem.detail,
    instance: path,
    code: problem.code,
    request_id: requestId,
    ...problem.extras,
  };
}

/** `WWW-Authenticate` for a problem with the credentials (RFC 6750, section 3); undefined for any other. */
export function challenge(code: ProblemCode): string | undefined {
  const kind: ProblemKind = PROBLEMS[code];
  if (kind.challenge === undefined) return undefined;
  const realm = 'Bearer realm="Location Data Service"';
  return kind.challenge === ''
    ? realm
    : `${realm}, error="${kind.challenge}", error_description="${kind.title}"`;
}
