import type { Outcome, Outcomes } from '../../../src/dashboard/interface.ts';

/** In the order in which the chart stacks them, from the axis up. */
export const OUTCOMES: readonly { id: Outcome; name: string; className: string }[] = [
  { id: '2xx', name: 'Answered', className: 'answered' },
  { id: '304', name: 'Unchanged (304)', className: 'unchanged' },
  { id: '4xx', name: 'Refused (4xx)', className: 'refused' },
  { id: '429', name: 'Over the limit (429)', className: 'limited' },
  { id: '5xx', name: 'Failed (5xx)', className: 'failed' },
];

export function totalOf(outcomes: Outcomes): number {
  return OUTCOMES.reduce((total, { id }) => total + outcomes[id], 0);
}

export function sumOf(rows: readonly Outcomes[]): Outcomes {
  const sum: Outcomes = { '2xx': 0, '304': 0, '4xx': 0, '429': 0, '5xx': 0 };
  for (const row of rows) for (const { id } of OUTCOMES) sum[id] += row[id];
  return sum;
}

const SHORT = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A UTC day, `12 Nov` or `Wed, 12 Nov 2026`. */
export function dayName(day: string, form: 'short' | 'long'): string {
  return (form === 'short' ? SHORT : LONG).format(new Date(day));
}
