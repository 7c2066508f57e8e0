import type { TestEvent } from 'node:test/reporters';

/** Events of a process for the runner, one line of JSON each. */
export interface ReportedEvent {
  /** `suite`: a suite has ended. */
  type: 'begun' | 'pass' | 'fail' | 'skip' | 'suite';
  file: string;
  name: string;
  /** Why it was skipped, if the test says. */
  reason?: string;
}

/** Reports tests as they begin and end, so that a test that never ends can be named. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:dequeue' && data.type === 'test') yield line('begun', data);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { skip } = data;
    if (data.details.type === 'suite') yield line('suite', data);
    else if (type === 'test:fail') yield line('fail', data);
    else if (skip === undefined) yield line('pass', data);
    else yield line('skip', data, typeof skip === 'string' && skip !== '' ? { reason: skip } : {});
  }
}

function line(
  type: ReportedEvent['type'],
  { file = '', name }: { file?: string; name: string },
  more: Pick<ReportedEvent, 'reason'> = {},
): string {
  return `${JSON.stringify({ type, file, name, ...more } satisfies ReportedEvent)}\n`;
}
