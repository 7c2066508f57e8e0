import { OPERATIONS } from '../../src/api/api.ts';
import type { View } from '../../src/api/endpoint.ts';
import { exampleProblem, operationOf } from '../../src/api/reference/problem-examples.ts';
import { PROBLEMS, type ProblemCode, type problemDocument } from '../../src/http/problems.ts';
import { code, json, table } from './markdown.ts';

export function problemTable(): string {
  return table(
    ['Code', 'Status', 'Title'],
    Object.entries(PROBLEMS).map(([name, { status, title }]) => [
      `[${code(name)}](#${name})`,
      String(status),
      title,
    ]),
  );
}

export function problemSection(name: string, view: View): string {
  if (!isProblemCode(name)) throw new Error(`there is no problem code ${name}`);
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

/** Two candidates show what the list is like. */
function shortened(example: ReturnType<typeof problemDocument>): unknown {
  return JSON.parse(
    JSON.stringify(example, (key, value) => (key === 'candidates' ? value.slice(0, 2) : value)),
  );
}

function isProblemCode(name: string): name is ProblemCode {
  return Object.hasOwn(PROBLEMS, name);
}
