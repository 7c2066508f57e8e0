import type { Pair } from './builds.ts';
import type { Comparison, Finding } from './comparison.ts';

const MOST_CHARACTERS = 1500;
const MOST_PLACES = 12;
/** Characters of a body shown before and after the first that differs. */
const AROUND = 60;

/** Writes every difference once, with the smallest connection that shows it. @returns whether there is one that counts */
export function report(comparisons: readonly Comparison[], pairs: readonly Pair[]): boolean {
  const findings = new Map<string, Finding>();
  for (const comparison of comparisons)
    for (const [what, finding] of comparison.findings) {
      const known = findings.get(what);
      if (known === undefined) findings.set(what, finding);
      else {
        known.times += finding.times;
        for (const place of finding.places) known.places.add(place);
      }
    }
  const all = [...findings.values()].toSorted(
    (a, b) => Number(a.isLesser) - Number(b.isLesser) || b.times - a.times,
  );
  const together = Map.groupBy(all, ({ reference, response }) => reference.responses[response] ?? reference);
  for (const group of together.values()) process.stdout.write(withoutKeys(described(group), pairs));
  const requests = comparisons.reduce((sum, comparison) => sum + comparison.requests, 0);
  const statuses = new Map<number, number>();
  for (const comparison of comparisons)
    for (const [status, count] of comparison.statuses)
      statuses.set(status, (statuses.get(status) ?? 0) + count);
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(`responses of the reference by status: ${counts.join(', ')}\n`);
  const lesser = all.filter(({ isLesser }) => isLesser).length;
  process.stdout.write(
    `${requests} requests to each build; differences: ${all.length - lesser}; in order or spelling of header names alone: ${lesser}\n`,
  );
  return all.length > lesser;
}

/** Differences of one response. */
function described(findings: readonly Finding[]): string {
  const [first] = findings;
  if (first === undefined) return '';
  const { requests, inTurn, halfClosed } = first.connection;
  const order =
    requests.length < 2 ? '' : inTurn ? ', each after the response to the one before' : ', all at once';
  return [
    ...findings.map(headline),
    `  sent on one connection${order}${halfClosed ? ", then closed on the client's side" : ''}:\n`,
    ...requests.map(({ kind, bytes }) => quoted(bytes.replaceAll('{token}', `{${kind} key}`), '>')),
    received('reference', first),
    received('candidate', first),
    ...findings.map(firstDifference),
    '\n',
  ].join('');
}

function headline({ what, isLesser, times, places, isLasting, settings }: Finding): string {
  const some = [...places].slice(0, MOST_PLACES).join(', ');
  const more = places.size > MOST_PLACES ? ` and ${places.size - MOST_PLACES} more` : '';
  const once = isLasting ? '' : '; the same requests do not show it again';
  return `${isLesser ? 'LESSER' : 'DIFFERENCE'}  ${what}\n  ${times} times, settings "${settings}", at ${some}${more}${once}\n`;
}

function received(build: 'reference' | 'candidate', { [build]: transcript, response }: Finding): string {
  const { responses, remainder, wentOn } = transcript;
  const shown = responses[response];
  return [
    `  ${build}, response ${response + 1} of ${responses.length}:\n`,
    shown === undefined ? '' : quoted(`${shown.head}\n\n${shown.bytes.toString('latin1')}`, '<'),
    remainder === '' ? '' : quoted(remainder, '!'),
    `  the connection ${wentOn ? 'goes on' : 'ends'}\n`,
  ].join('');
}

/** Where two bodies begin to differ, with the text around it. */
function firstDifference({ what, reference, candidate, response }: Finding): string {
  if (!what.endsWith(': body differs')) return '';
  const [one, other] = [reference, candidate].map(
    ({ responses }) => responses[response]?.bytes ?? Buffer.alloc(0),
  );
  if (one === undefined || other === undefined || one.equals(other)) return '';
  const found = one.findIndex((byte, index) => byte !== other[index]);
  const at = found < 0 ? one.length : found;
  const start = Math.max(0, at - AROUND);
  const [before, after] = [one, other].map((bytes) =>
    bytes.subarray(start, start + 2 * AROUND).toString('latin1'),
  );
  return `  the bodies differ from byte ${at} on:\n${quoted(before ?? '', '-')}${quoted(after ?? '', '+')}`;
}

function quoted(text: string, mark: string): string {
  const cut =
    text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}… (${text.length} characters)` : text;
  const visible = cut.replaceAll('\r\n', '\n').replace(/[^\n\x20-\x7e]/g, escaped);
  return visible.replace(/^/gm, `  ${mark} `).concat('\n');
}

function escaped(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function withoutKeys(text: string, pairs: readonly Pair[]): string {
  let hidden = text;
  for (const { reference, candidate } of pairs)
    for (const { tokens } of [reference, candidate])
      for (const [kind, token] of tokens) hidden = hidden.replaceAll(token, `{${kind} key}`);
  return hidden;
}
