import Type, { type Static } from 'typebox';

/** The most places that a problem document suggests for a name. */
export const MAX_CANDIDATES = 10;

const Candidates = Type.Array(
  Type.Object({
    id: Type.String({ description: 'Id of a place that you may have meant.' }),
    name: Type.String({ description: 'Name of the place; for a city with region and country.' }),
    path: Type.String({ description: 'Path of the place below the base address.' }),
  }),
  {
    maxItems: MAX_CANDIDATES,
    description: 'Places that you may have meant, most likely first. Empty if no name is similar.',
  },
);

export const CODE_DESCRIPTION =
  'Stable, machine-readable code; see the error catalogue. Later versions may add codes: handle an unknown code by its `status`.';

export const ProblemDocument = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'Page that explains this kind of problem.' }),
    title: Type.String({
      description: 'The kind of problem in words; the same for every problem with this `code`.',
    }),
    status: Type.Integer({ description: 'HTTP status code.' }),
    detail: Type.String({ description: 'What is wrong with this request, and what to do.' }),
    instance: Type.String({ description: 'Path of the request, without the query.' }),
    code: Type.String({ description: CODE_DESCRIPTION }),
    request_id: Type.String({
      description: 'Id of the response, as in `X-Request-Id`. Include it when you report a problem.',
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          parameter: Type.String({ description: 'Name of the parameter.' }),
          message: Type.String({ description: 'What is wrong with the parameter.' }),
          candidates: Type.Optional(Candidates),
        }),
        { description: 'One entry per invalid parameter, or per unknown place in it.' },
      ),
    ),
    candidates: Type.Optional(Candidates),
    successor: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Id of the place that replaced a withdrawn one; null if there is none.',
      }),
    ),
    releases: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Versions of the data releases that you can ask for, the current one first.',
      }),
    ),
    retry_after: Type.Optional(Type.Integer({ description: 'Seconds to wait, as in `Retry-After`.' })),
  },
  { $id: 'Problem', description: 'RFC 9457 problem details.' },
);
export type ProblemDocument = Static<typeof ProblemDocument>;
