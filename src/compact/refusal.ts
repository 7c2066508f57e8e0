import type { ProblemExtras } from '../http/problems.ts';
import type { CompactDocument } from './document.ts';

/** Why a request has no answer, as the problem document of the API says it, and which places may have been meant. */
export function refusalDocument(
  problem: { title: string; detail: string } & Partial<ProblemExtras>,
): CompactDocument {
  const { title, detail, candidates = [], errors = [] } = problem;
  const suggested = [...candidates, ...errors.flatMap((error) => error.candidates ?? [])];
  return {
    title,
    conclusion: [
      detail,
      // Of one error, the detail often says as much.
      ...errors
        .filter(({ message }) => !detail.includes(message))
        .map(({ parameter, message }) => `${parameter}: ${message}`),
    ],
    tables: [
      {
        id: 'candidates',
        title: 'Did you mean one of these?',
        columns: [
          { id: 'id', title: 'Id', kind: 'text' },
          { id: 'name', title: 'Place', kind: 'text' },
        ],
        rows: suggested.map(({ id, name }) => ({ id, name })),
      },
    ],
  };
}
