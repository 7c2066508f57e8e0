import type { View } from '../../src/api/endpoint.ts';
import { OPERATIONS } from '../../src/api/operations.ts';
import { exampleProblem, operationOf } from '../../src/api/reference/problem-examples.ts';
import type { ProblemDocument } from '../../src/http/problem-document.ts';
import { API_PROBLEM_CODES, isApiProblemCode, PROBLEMS } from '../../src/http/problems.ts';
import { code, json, table } from './markdown.ts';

export function problemTable(): string {
  return table(
    ['Code', 'Status', 'Title'],
    API_PROBLEM_CODES.map((name) => {
      const { status, title } = PROBLEMS[name];
      return [`[${code(name)}](#${name})`, String(status), title];
    }),
  );
}

export function problemSection(name: string, view: View): string {
  if (!isApiProblemCode(name)) throw new Error(`the API has no problem code ${name}`);
  const { status, title, meaning, remedy } = PROBLEMS[name];
  const example = exampleProblem(
    name,
    operationOf(name, OPERATIONS),
    view,
    view.baseUrl.replace(/\/v1$/, ''),
  );
  return [`**${status}. ${title}.** ${meaning}`, `What to do: ${remedy}`, json(shortened(example))].join(
    '\n\n',
  );
}

/** Two candidates are enough for an example. */
function shortened(example: ProblemDocument): unknown {
  return JSON.parse(
    JSON.stringify(example, (key, value) => (key === 'candidates' ? value.slice(0, 2) : value)),
  );
}
