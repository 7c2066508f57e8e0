import assert from 'node:assert/strict';
import { ProblemDocument } from '../../../src/engine/problem-document.ts';
import { type ApiProblemCode, PROBLEMS } from '../../../src/engine/problems.ts';
import type { Answer } from '../http/exchange.ts';
import { validatorOf } from './validator.ts';

/** Allows no additional members here, so that an undocumented one fails. */
const isProblemDocument = validatorOf({ ...ProblemDocument, additionalProperties: false });

/**
 * Asserts what all problem documents have in common: the shape (RFC 9457), the kind, the headers, and that neither the query nor
 * a key is repeated. Returns the problem document of the response.
 */
export function assertProblem(answer: Answer, code: ApiProblemCode): ProblemDocument {
  const { status, title } = PROBLEMS[code];
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
  const document = JSON.parse(answer.text) as ProblemDocument;
  assert.equal(document.code, code, answer.text);
  isProblemDocument(document);
  assert.equal(document.status, status);
  assert.equal(document.title, title);
  assert.ok(document.type.endsWith(`/docs/errors#${code}`), document.type);
  assert.doesNotMatch(document.instance, /[?#]|^http/);
  assert.notEqual(document.request_id, '');
  assert.equal(document.request_id, answer.headers['x-request-id']);
  assert.equal(answer.headers['cache-control'], 'private, no-store');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.equal(Number(answer.headers['content-length']), answer.body.length);
  assert.equal(answer.headers['retry-after'], document.retry_after?.toString());
  assertNoKey(answer);
  return document;
}

/** Asserts that neither the body nor a header repeats a key, however it was sent. */
export function assertNoKey({ rawHeaders, text }: Answer): void {
  assert.doesNotMatch(`${rawHeaders.join('\n')}\n${text}`, /lds_live_\w/);
}
