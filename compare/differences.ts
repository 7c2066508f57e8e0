import type { RawResponse } from '../test/support/http/raw-connection.ts';
import type { GeneratedConnection } from './connections.ts';
import type { Transcript } from './transcript.ts';

/** One way in which two transcripts differ. */
export interface Difference {
  /** The same for differences of one kind, which are reported once. */
  what: string;
  /** Method and path of the request, without varying parts. */
  place: string;
  /** Which response of the connection has it. */
  response: number;
  /** Only the order or the spelling of header names differs, which has no meaning. */
  isLesser: boolean;
}

/** A response without the parts that always differ. */
export interface Lasting {
  statusLine: string;
  headers: [name: string, value: string][];
  body: string;
}

/**
 * The remainders of one server's limits that a client has seen, by window. A difference in the cost of one request shows once;
 * without this, every later response would differ.
 */
export class Remainders {
  readonly #last = new Map<string, number>();

  /** As if nothing had been counted yet. */
  forget(): void {
    this.#last.clear();
  }

  /** The remainder, as the change since the last time. */
  changeOf(window: string, remaining: number): string {
    const last = this.#last.get(window);
    this.#last.set(window, remaining);
    return last === undefined ? 'any' : `${last - remaining} less than the last`;
  }
}

/** Headers that depend on the content of one resource. */
const OF_CONTENT =
  /^(content-length|content-range|content-location|content-disposition|etag|last-modified|link|location|x-total-count)$/i;
/** Headers with the remainder of a limit, as numbers. */
const OF_LIMIT = /^(retry-after|ratelimit|x-ratelimit-(remaining|reset))$/i;
/** Between the clocks of two responses, and rounding. */
const CLOCK_SECONDS = 2;
const DAY = 86_400;

export function differencesOf(
  { requests }: GeneratedConnection,
  [reference, candidate]: readonly [Lasting[], Lasting[]],
  [one, other]: readonly [Transcript, Transcript],
): Difference[] {
  const placeOf = (index: number) => {
    const answered = reference.slice(0, index).filter(({ statusLine }) => !/ 1\d\d /.test(statusLine)).length;
    const { method, target } = requests[answered] ?? { method: 'GET', target: 'the last request' };
    return `${methodOf(method)} ${groupOf(target)}`;
  };
  const length = Math.min(reference.length, candidate.length);
  const found: Difference[] = [];
  for (let index = 0; index < length; index++) {
    const [left, right] = [reference[index], candidate[index]];
    const place = placeOf(index);
    if (left !== undefined && right !== undefined)
      for (const difference of responseDifferences(left, right, place))
        found.push({ ...difference, place, response: index });
  }
  const add = (what: string) =>
    found.push({ what: `connection: ${what}`, place: placeOf(length), response: length, isLesser: false });
  if (reference.length !== candidate.length)
    add(`${reference.length > candidate.length ? 'fewer' : 'more'} responses`);
  else if (one.wentOn !== other.wentOn) add(one.wentOn ? 'ends' : 'goes on');
  if (withoutMoments(one.remainder) !== withoutMoments(other.remainder)) add('ends with other bytes');
  return found;
}

/** A difference in content or status is reported for each place; any other is the same everywhere. */
function responseDifferences(
  left: Lasting,
  right: Lasting,
  place: string,
): Pick<Difference, 'what' | 'isLesser'>[] {
  const [before, after] = [outcomeOf(left), outcomeOf(right)];
  if (before !== after) return [{ what: `${place}: ${before} became ${after}`, isLesser: false }];
  /** A problem is the same everywhere. */
  const content = / [45]\d\d /.test(before) ? before : `${place}: ${before}`;
  const found: string[] = [];
  const [leftNames, rightNames] = [namesOf(left), namesOf(right)];
  for (const name of new Set([...leftNames, ...rightNames].map((text) => text.toLowerCase()))) {
    const [values, others] = [valuesOf(left, name), valuesOf(right, name)];
    if (others.length === 0) found.push(`header ${name} is gone`);
    else if (values.length === 0) found.push(`header ${name} is new`);
    else if (values.join('\n') === others.join('\n')) continue;
    else if (OF_CONTENT.test(name)) found.push(`${content}: header ${name} differs`);
    else if (OF_LIMIT.test(name)) found.push(`${before}: header ${name} differs`);
    else found.push(`header ${name}: ${values.join(' | ')} became ${others.join(' | ')}`);
  }
  if (left.body !== right.body) found.push(`${content}: body differs`);
  const sameNames = !found.some((what) => / is (gone|new)$/.test(what));
  const lesser = sameNames ? headDifferences(leftNames, rightNames) : [];
  return [
    ...found.map((what) => ({ what, isLesser: false })),
    ...lesser.map((what) => ({ what, isLesser: true })),
  ];
}

/** If the names are the same: their spelling and their order. */
function headDifferences(names: readonly string[], others: readonly string[]): string[] {
  const spellings = new Map(others.map((name) => [name.toLowerCase(), name]));
  const found = names.flatMap((name) => {
    const other = spellings.get(name.toLowerCase());
    return other === undefined || other === name ? [] : [`spelling of headers: ${name} became ${other}`];
  });
  const moved = names.findIndex((name, index) => name.toLowerCase() !== others[index]?.toLowerCase());
  return moved < 0 ? found : [...found, `order of headers: ${others[moved]} before ${names[moved]}`];
}

/** Its status, and the code if it is a problem. */
function outcomeOf({ statusLine, body }: Lasting): string {
  const [, code] = (/ [45]\d\d /.test(statusLine) && /"code":"(\w+)"/.exec(body)) || [];
  return code === undefined ? statusLine : `${statusLine} ${code}`;
}

function namesOf({ headers }: Lasting): string[] {
  return headers.map(([name]) => name);
}

function valuesOf({ headers }: Lasting, lowerCaseName: string): string[] {
  return headers.filter(([name]) => name.toLowerCase() === lowerCaseName).map(([, value]) => value);
}

/**
 * A response in a form in which two builds can be compared.
 *
 * @param remainders undefined where it does not matter how much is left of a limit
 * @param tookSeconds how long its connection took: the limits may have been read that long before `Date` was written
 */
export function lasting(
  response: RawResponse,
  remainders: Remainders | undefined,
  tookSeconds: number,
): Lasting {
  const { head, headers, bytes, status } = response;
  const [statusLine = '', ...lines] = head.split('\r\n');
  const passing = passingOf(headers, tookSeconds);
  const id = headers.get('x-request-id') ?? '';
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true;
  const text = bytes.toString('latin1');
  let body = text;
  if (isProblem) body = secondsReplaced(text.replace(`"request_id":"${id}"`, '"request_id":"ID"'), passing);
  if (status === 200) body = body.replace(/^(Expires: )\d{4}-\d\d-\d\dT[\d:.]+Z$/m, '$1MOMENT');
  const lengthOf = (value: string) => {
    if (Number(value) === bytes.length) return String(body.length);
    // HEAD: the length of a body that names the id of this response.
    return isProblem ? String(Number(value) - id.length + 'ID'.length) : value;
  };
  const limit = headers.get('x-ratelimit-limit') ?? '';
  return {
    statusLine,
    body,
    headers: lines.map((line) => {
      const [, name = line, value = ''] = /^([^:]*): (.*)$/.exec(line) ?? [];
      switch (name.toLowerCase()) {
        case 'date':
          return [name, /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(value) ? 'MOMENT' : value];
        case 'x-request-id':
          return [name, /^[\w-]{8,}$/.test(value) ? 'ID' : value];
        case 'content-length':
          return [name, lengthOf(value)];
        case 'retry-after':
          return [name, passing(Number(value)) ?? value];
        case 'x-ratelimit-remaining':
          return [name, leftOf(windowOf(headers.get('ratelimit')), limit, value, remainders)];
        case 'ratelimit':
          return [name, rateLimit(value, headers.get('ratelimit-policy') ?? '', passing, remainders)];
        default:
          return [name, value];
      }
    }),
  };
}

/** The name of the first window. */
function windowOf(rateLimit = ''): string {
  return /^"([^"]*)"/.exec(rateLimit)?.[1] ?? '';
}

/** Recognises the seconds until a limit begins again, which is at the reset, the next minute or the next day. */
function passingOf(
  headers: ReadonlyMap<string, string>,
  tookSeconds: number,
): (seconds: number) => string | undefined {
  const now = Date.parse(headers.get('date') ?? '') / 1000;
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  const ends = { reset, day: now - (now % DAY) + DAY, minute: now - (now % 60) + 60 };
  return (seconds) => {
    if (!Number.isInteger(seconds)) return undefined;
    const end = Object.entries(ends).find(([, at]) => {
      const late = now + seconds - at;
      return late >= -CLOCK_SECONDS && late <= CLOCK_SECONDS + tookSeconds;
    });
    return end === undefined ? undefined : `until ${end[0]}`;
  };
}

function secondsReplaced(body: string, passing: (seconds: number) => string | undefined): string {
  return body
    .replace(/in (\d+) seconds\./g, (whole, seconds: string) => passing(Number(seconds)) ?? whole)
    .replace(
      /"retry_after":(\d+)/g,
      (whole, seconds: string) => `"retry_after":${passing(Number(seconds)) ?? whole}`,
    );
}

/** `"burst";r=299;t=7, "daily";r=99999;t=40000` */
function rateLimit(
  value: string,
  policy: string,
  passing: (seconds: number) => string | undefined,
  remainders: Remainders | undefined,
): string {
  return value.replace(/"([^"]*)";r=(\d+);t=(\d+)/g, (_, name: string, left: string, seconds: string) => {
    const until = passing(Number(seconds)) ?? seconds;
    const [limit = ''] = policy.split(', ').filter((one) => one.startsWith(`"${name}"`));
    return `"${name}";r=${leftOf(name, limit, left, remainders)};t=${until}`;
  });
}

/** Failed authentications are counted by client, and every connection comes from another client. */
function leftOf(window: string, limit: string, left: string, remainders: Remainders | undefined): string {
  if (remainders === undefined) return 'any';
  return window === 'failed-authentication' ? left : remainders.changeOf(limit, Number(left));
}

function withoutMoments(text: string): string {
  return text
    .replace(/^Date: .*$/gm, 'Date')
    .replace(/^X-Request-Id: .*$/gm, 'X-Request-Id')
    .replace(/"request_id":"[^"]*"/g, '"request_id"');
}

function methodOf(method: string): string {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? method : 'another method';
}

/** `/v1/cities/lisbon?a=b` → `/v1/cities/…`. */
function groupOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  const [, first = '', second = '', ...rest] = path.split('/');
  if (/^v1$/i.test(first))
    return /^(countries|cities|data|release|openapi\.json)$/.test(second)
      ? `/v1/${second}${rest.length > 0 ? '/…' : ''}`
      : '/v1/…';
  return /^(assets|docs|dashboard|healthz|readyz|)$/.test(first)
    ? `/${first}${second === '' ? '' : `/${first === 'docs' ? second : '…'}`}`
    : '/…';
}
