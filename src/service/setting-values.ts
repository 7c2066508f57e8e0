import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { checkNetwork } from './http/networks.ts';
import type { Plan } from './plan.ts';

/* Reads the values of settings. A function throws an Error that says what is wrong with the text. */

/** How many proxies in front of us are trusted to name the client, or their networks; 0: none. */
export type TrustedProxies = number | readonly string[];

export function integer(text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new Error(`not a whole number from ${min} to ${max}`);
  return value;
}

export function ratio(text: string): number {
  const value = /^\d(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= 1)) throw new Error('not a number from 0 to 1');
  return value;
}

export function sourceId(text: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)) throw new Error(`no id of a source: ${text}`);
  return text;
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** What the settings of a kind have in common: how the documentation names the kind, and how a text of it is read. */
export interface Kind<Value> {
  type: string;
  parse: (text: string) => Value;
}

/** For a value that is used as it is. */
export const asTyped = (type: string): Kind<string> => ({ type, parse: (text) => text });

/** For a setting that may be empty. */
export function optional<Value>({ type, parse }: Kind<Value>): Kind<Value | undefined> {
  return { type, parse: (text) => (text === '' ? undefined : parse(text)) };
}

/** @param times what the program counts in, as a multiple of it */
export function whole(min: number, max: number, times = 1): Kind<number> {
  return { type: `integer, ${min} to ${max}`, parse: (text) => integer(text, min, max) * times };
}

export const POSITIVE: Kind<number> = { type: 'integer, at least 1', parse: (text) => integer(text, 1, 1e9) };

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export function words<const Word extends string>(...allowed: readonly Word[]) {
  const parse = (text: string): Word => {
    const word = allowed.find((each) => each === text);
    if (word === undefined) throw new Error('not one of the allowed words');
    return word;
  };
  return { type: OR.format(allowed), parse };
}

const { type, parse } = words('on', 'off');
export const SWITCH: Kind<boolean> = { type, parse: (text) => parse(text) === 'on' };

export const SECRET: Kind<string> = {
  type: 'text of at least 32 characters',
  parse: (text) => {
    if (text.length < 32) throw new Error('shorter than 32 characters');
    return text;
  },
};

export const BASE_URL: Kind<string> = {
  type: 'URL',
  parse: (text) => {
    const url = parsedUrl(text, /^https?:$/, 'an http or https URL');
    if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
      throw new Error('a base address has no query, fragment, user or password');
    return url.href.replace(/\/+$/, '');
  },
};

/** A link to a page of the operator. It may have a query and a fragment. */
export const LINK: Kind<string> = {
  type: 'http or https URL',
  parse: (text) => parsedUrl(text, /^https?:$/, 'an http or https URL').href,
};

export const CONTACT: Kind<string> = {
  type: 'https, mailto or tel URL',
  parse: (text) => parsedUrl(text, /^(https|mailto|tel):$/, 'an https, mailto or tel URL').href,
};

export function serverUrl(protocols: RegExp, names: string): Kind<string> {
  return {
    type: `${names} URL`,
    parse: (text) => {
      if (parsedUrl(text, protocols, `a ${names} URL`).hostname === '') throw new Error(`not a ${names} URL`);
      return text;
    },
  };
}

function parsedUrl(text: string, protocols: RegExp, named: string): URL {
  const url = URL.parse(text);
  if (url === null || !protocols.test(url.protocol)) throw new Error(`not ${named}`);
  return url;
}

export function trustedProxies(text: string): TrustedProxies {
  if (text === 'true')
    throw new Error('it would believe whatever a client says; give the number of proxies, or their networks');
  return /^\d+$/.test(text) ? integer(text, 0, 32) : list(text).map(checkNetwork);
}

/** The public keys in a file, by their identifiers, for ECDSA with P-256. */
export function signers(file: string): ReadonlyMap<string, KeyObject> {
  const { public_keys: listed } = JSON.parse(readFileSync(file, 'utf8')) as { public_keys?: unknown };
  if (!Array.isArray(listed) || listed.length === 0) throw new Error('the file has no list public_keys');
  const keys = listed.map(({ key_identifier: id, key }): [string, KeyObject] => [
    String(id),
    createPublicKey(String(key)),
  ]);
  if (keys.some(([, key]) => key.asymmetricKeyDetails?.namedCurve !== 'prime256v1'))
    throw new Error('a public key is not one for ECDSA with P-256');
  return new Map(keys);
}

export function origin(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.origin !== text)
    throw new Error(`${JSON.stringify(text)} is no origin such as https://example.org`);
  return text;
}

export function plans(text: string): Map<string, Plan> {
  const parsed = new Map<string, Plan>();
  for (const item of list(text)) {
    const match = /^([a-z][a-z0-9-]{0,31})=(\d{1,9})\/(\d{1,5})s\+(\d{1,12})\/day$/.exec(item);
    const [, name = '', burst = '', seconds = '', daily = ''] = match ?? [];
    if (match === null || Number(burst) < 1 || Number(seconds) < 1 || Number(daily) < 1) {
      throw new Error(`${JSON.stringify(item)} is no plan such as standard=300/10s+100000/day`);
    }
    if (parsed.has(name)) throw new Error(`the plan ${name} is there twice`);
    parsed.set(name, {
      name,
      burst: { name: 'burst', requests: Number(burst), seconds: Number(seconds) },
      daily: { name: 'daily', requests: Number(daily), seconds: 86_400 },
    });
  }
  if (!parsed.has('standard')) throw new Error('the plan `standard` is missing');
  return parsed;
}
