import type { ProblemExtras } from '../problems.ts';
import type { SummaryDocument } from './document.ts';

/** Why a request was refused, as the problem document says, and which places may have been meant. */
export function refusalDocument(
  problem: { title: string; detail: string } & Partial<ProblemExtras>,
): SummaryDocument {
  const { title, errors = [] } = problem;
  // A document writes it as plain text.
  const detail = problem.detail.replaceAll('`', '');
  const { candidates = errors.flatMap((error) => error.candidates ?? []) } = problem;
  return {
    title,
    conclusion: [
      detail,
      // With a single error, the detail often says the same.
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
        rows: candidates.map(({ id, name }) => ({ id, name })),
      },
    ],
  };
}
