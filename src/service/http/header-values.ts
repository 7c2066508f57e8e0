import type { IncomingMessage } from 'node:http';

/** Every value of a header that a request may have only once. Node keeps the first in `headers`, and all in `rawHeaders`. */
export function headerValues(
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  name: 'authorization' | 'host',
): string[] {
  const kept = headers[name];
  if (kept === undefined) return [];
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [candidate, value] = [rawHeaders[index], rawHeaders[index + 1]];
    if (candidate?.length === name.length && value !== undefined && candidate.toLowerCase() === name)
      values.push(value);
  }
  // A request that was not parsed by Node may have no raw headers.
  return values.length > 0 ? values : [kept];
}
