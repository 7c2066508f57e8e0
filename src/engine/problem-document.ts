import Type, { type Static } from 'typebox';
import * as field from './field.ts';

/** The most places that a problem document suggests for a name. */
export const MAX_CANDIDATES = 10;

const Candidates = field.list(
  Type.Object({
    id: field.text('Id of a place that you may have meant.'),
    name: field.text('Name of the place; for a city with region and country.'),
    path: field.text('Path of the place below the base address.'),
  }),
  'Places that you may have meant, most likely first. Empty if no name is similar.',
  { maxItems: MAX_CANDIDATES },
);

export const CODE_DESCRIPTION =
  'Stable, machine-readable code; see the error catalogue. Later versions may add codes: handle an unknown code by its `status`.';

export const ProblemDocument = Type.Object(
  {
    type: field.text('Page that explains this kind of problem.', { format: 'uri' }),
    title: field.text('The kind of problem in words; the same for every problem with this `code`.'),
    status: field.integer('HTTP status code.'),
    detail: field.text('What is wrong with this request, and what to do.'),
    instance: field.text('Path of the request, without the query.'),
    code: field.text(CODE_DESCRIPTION),
    request_id: field.text('Id of the response, as in `X-Request-Id`. Include it when you report a problem.'),
    errors: Type.Optional(
      field.list(
        Type.Object({
          parameter: field.text('Name of the parameter.'),
          message: field.text('What is wrong with the parameter.'),
          candidates: Type.Optional(Candidates),
        }),
        'One entry per invalid parameter, or per unknown place in it.',
      ),
    ),
    candidates: Type.Optional(Candidates),
    successor: Type.Optional(
      field.textOrNull('Id of the place that replaced a withdrawn one; null if there is none.'),
    ),
    releases: Type.Optional(
      field.list(Type.String(), 'Versions of the data releases that you can ask for, the current one first.'),
    ),
    retry_after: field.optional.integer('Seconds to wait, as in `Retry-After`.'),
  },
  { $id: 'Problem', description: 'RFC 9457 problem details.' },
);
export type ProblemDocument = Static<typeof ProblemDocument>;
