import type { FastifyError, FastifyInstance } from 'fastify';
import * as field from '../engine/field.ts';
import { Problem } from '../engine/problems.ts';
import { ACCOUNT_REQUESTS } from '../service/accounts/account-requests.ts';
import { MAX_PASSWORD_LENGTH } from '../service/accounts/password-strength.ts';
import { type Refusal, sendRefusal } from './problem-responses.ts';
import type { RouteParts } from './route.ts';
import { senderOf, setCookies } from './visitors.ts';

const Nothing = field.only({});

/**
 * better-auth, as far as the web app needs it: every other path or field is refused before better-auth sees the request. What it
 * answers beyond a request's `response` is dropped: the session is in a cookie that scripts cannot read, and signing up must
 * look the same for every address.
 */
export function registerAuthenticationRoutes(
  app: FastifyInstance,
  { accounts, publicUrl }: RouteParts,
): void {
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const refusal = refusedByLength(error);
    if (refusal === undefined) throw error;
    return sendRefusal(publicUrl, refusal, reply);
  });
  for (const [path, { method, querystring = Nothing, body, response = Nothing }] of Object.entries(
    ACCOUNT_REQUESTS,
  ))
    app.route<{ Body?: Record<string, unknown>; Querystring: Record<string, string> }>({
      method,
      url: path,
      schema: { querystring, ...(body && { body }), response: { 200: response } },
      handler: async (request, reply) => {
        const answered = await accounts.handle({
          method,
          path,
          query: request.query,
          body: request.body,
          ...senderOf(request),
        });
        setCookies(reply, answered.headers.getSetCookie());
        const json: unknown = await answered.json().catch(() => null);
        if (!answered.ok) return sendRefusal(publicUrl, refusalIn(path, answered, json), reply);
        // We accept nothing less (authentication.ts), but better-auth has no setting to ask browsers for it.
        return path === '/passkey/generate-authenticate-options'
          ? { ...Object(json), userVerification: 'required' }
          : (json ?? {});
      },
    });
}

/** Our schemas have the bounds that better-auth had, so we answer with its codes. */
function refusedByLength({ validation = [] }: FastifyError): Refusal | undefined {
  const fieldsRefusedBy = (...keywords: string[]) =>
    validation.filter(({ keyword }) => keywords.includes(keyword)).map(({ instancePath }) => instancePath);
  if (fieldsRefusedBy('maxLength', 'pattern').includes('/email'))
    return { status: 400, code: 'INVALID_EMAIL', detail: 'The email address is not valid.' };
  if (fieldsRefusedBy('maxLength').some((field) => /password$/i.test(field)))
    return {
      status: 400,
      code: 'PASSWORD_TOO_LONG',
      detail: `The password has more than ${MAX_PASSWORD_LENGTH} characters.`,
    };
  return undefined;
}

/** @throws Problem for what has a code of ours */
function refusalIn(path: string, { status, headers }: Response, json: unknown): Refusal {
  const { code = 'invalid_request', message, retry_after } = readError(json);
  const belongsToAnother = status === 401 && code !== 'UNAUTHORIZED';
  if (path === '/passkey/delete-passkey' && (belongsToAnother || status === 404))
    throw new Problem('not_found', 'Your account has no such passkey.');
  if (code === 'FAILED_TO_VERIFY_REGISTRATION')
    throw new Problem('invalid_request', 'The passkey’s response does not match the challenge.');
  if (status >= 500) throw new Error(`better-auth answered ${status}`);
  if (status === 429) {
    const waiting = retry_after ?? headers.get('x-retry-after');
    throw new Problem(
      'too_many_attempts',
      'Too many attempts. Wait a while.',
      waiting === null ? {} : { retry_after: Number(waiting) },
    );
  }
  return { status, code, detail: message ?? 'The request is not valid.' };
}

function readError(json: unknown): { code?: string; message?: string; retry_after?: unknown } {
  const { code, message, retry_after } = Object(json) as Record<string, unknown>;
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
    retry_after,
  };
}
