import type { TestEvent } from 'node:test/reporters';

/** What the runner wants to know of a process, a line of JSON each. */
export interface ReportedEvent {
  /** `suite`: one has ended. */
  type: 'begun' | 'pass' | 'fail' | 'skip' | 'suite';
  file: string;
  name: string;
}

/** Tests as they begin and end, so that a test that never ends has a name. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:dequeue' && data.type === 'test') yield line('begun', data);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details.type === 'suite') yield line('suite', data);
    else if (type === 'test:fail') yield line('fail', data);
    else yield line(data.skip === undefined ? 'pass' : 'skip', data);
  }
}

function line(type: ReportedEvent['type'], { file = '', name }: { file?: string; name: string }): string {
  return `${JSON.stringify({ type, file, name } satisfies ReportedEvent)}\n`;
}
