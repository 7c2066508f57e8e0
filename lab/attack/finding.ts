import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exchange } from '../../test/support/http/exchange.ts';

/** A shell line that reproduces a finding, with keys in the variable KEY. */
export type Reproducer = string;

/** Fails the check, and writes a file that reproduces the finding. */
export function found(what: string, reproducer: Reproducer): never {
  const { ATTACK_FINDINGS: directory = '' } = process.env;
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${hash('sha256', what + reproducer).slice(0, 12)}.sh`);
  const comment = what.replace(/^/gm, '# ');
  writeFileSync(file, `#!/bin/sh\n${comment}\n${reproducer}\n`);
  assert.fail(`${what}\nshown again by ${file}`);
}

/** The message of an error, without the full values that it compared. */
export function briefly(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return message.length > 600 ? `${message.slice(0, 600)} …` : message;
}

export function curlLine(
  address: string,
  path: string,
  { method = 'GET', headers = {}, body }: Exchange,
): Reproducer {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `-H ${quoted(`${name}: ${one}`)}`),
  );
  const how = method === 'HEAD' ? '--head' : `-X ${method}`;
  const line = ['curl -sS -i --path-as-is', how, ...lines, quoted(address + path)].join(' ');
  // Not as an argument, because a body can be longer than an argument may be.
  return body === undefined ? line : `printf %s ${quoted(body)} | ${line} --data-binary @-`;
}

export function rawLine(address: string, bytes: string): Reproducer {
  const { hostname, port } = new URL(address);
  const escaped = bytes.replaceAll(
    /[^ !#-&(-[\]-~]/g,
    (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `printf ${quoted(escaped.replaceAll('%', '%%'))} | nc -w 5 ${hostname} ${port}`;
}

function quoted(text: string): string {
  const key = /lds_live_[0-9A-Za-z]{38}/g;
  return `'${text.replaceAll("'", `'\\''`).replaceAll(key, `'"$KEY"'`)}'`;
}
