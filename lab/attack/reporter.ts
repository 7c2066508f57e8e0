import { basename } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** One line per check: it holds, it fails, or it could not be checked. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let [sound, found] = [0, 0];
  for await (const { type, data } of events) {
    if (type === 'test:diagnostic' && data.nesting === 0 && data.file !== undefined)
      yield `           ${data.message}\n`;
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue;
    const where = `${basename(data.file ?? '', '.attack.ts')}: ${data.name}`;
    if (data.skip !== undefined) {
      yield `left out   ${where} (${data.skip})\n`;
    } else if (type === 'test:pass') {
      sound++;
      yield `sound      ${where}\n`;
    } else {
      found++;
      const { cause } = data.details.error as { cause?: unknown };
      const said = cause instanceof Error ? cause.message : String(cause ?? data.details.error);
      yield `FOUND      ${where}\n           ${said.replaceAll('\n', '\n           ')}\n`;
    }
  }
  yield `${sound} sound, ${found} found\n`;
}
