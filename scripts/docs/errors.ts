import type { View } from '../../src/engine/endpoint.ts';
import { OPERATIONS } from '../../src/engine/operations.ts';
import type { ProblemDocument } from '../../src/engine/problem-document.ts';
import PROBLEM_TEXTS from '../../src/engine/problem-texts.json' with { type: 'json' };
import { API_PROBLEM_CODES, isApiProblemCode, PROBLEMS } from '../../src/engine/problems.ts';
import { exampleProblem, operationOf } from '../../src/v1/reference/problem-examples.ts';
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
  const { status, title } = PROBLEMS[name];
  const { meaning, remedy } = PROBLEM_TEXTS[name];
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
