import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { signJWT, verifyJWT } from 'better-auth/crypto';
import { replaceEmail } from '../storage/account-settings.ts';
import { accountByEmail, accountById, passwordHashOf } from '../storage/accounts.ts';
import type { AttemptLimit } from '../storage/attempts.ts';
import type { Tables } from '../storage/schema.ts';
import { digest } from './digest.ts';
import { messageOf } from './messages.ts';
import { type AuthenticationParts, notifyHolder } from './notices.ts';
import { isPending } from './sign-up.ts';
import { countOrRefuse } from './tries.ts';

const LINK_SECONDS = 3600;
/** Each request sends up to two messages. */
const REQUEST_LIMIT: AttemptLimit = { attempts: 5, seconds: 3600 };

interface EmailChange {
  accountId: string;
  from: string;
  to: string;
}

interface EmailChangeClaims {
  changesEmail: EmailChange;
  /** A digest of the hash of the password that allowed the change: a new password stops it. */
  allowedBy: string;
}

/**
 * Changes the email address of an account. It needs the password, then a link sent to the new address and the password again,
 * because a mistyped address is somebody else's. better-auth's own `change-email` asks for no password, signs in anyone who opens
 * the link, and does not notify the old address.
 */
export function emailChange(parts: AuthenticationParts) {
  const { database, mailer, publicUrl, secret } = parts;
  return {
    id: 'email-change',
    endpoints: {
      requestEmailChange: createAuthEndpoint('/request-email-change', { method: 'POST' }, async (context) => {
        const { email, password } = context.body as { email: string; password: string };
        const holder = (await getSessionFromCtx(context))?.user;
        if (holder === undefined) throw new APIError('UNAUTHORIZED');
        await countOrRefuse(database, `email change of ${holder.id}`, REQUEST_LIMIT);
        const hash = await passwordHashOf(database, holder.id);
        if (hash === undefined) throw new APIError('UNAUTHORIZED');
        await checkPassword(parts, hash, password);
        const change = { accountId: holder.id, from: holder.email, to: email.toLowerCase() };
        if (change.from === change.to)
          throw new APIError('BAD_REQUEST', { code: 'SAME_EMAIL', message: 'The account has this address' });
        const holderOfNew = await accountByEmail(database, change.to);
        // Without mail nobody can confirm an address, so it is changed at once.
        if (!mailer.sends) await changeOrRefuse(parts, change, context.request);
        else if (holderOfNew !== undefined && !isPending(holderOfNew)) await notifyHolder(parts, change.to);
        else {
          const claims: EmailChangeClaims = { changesEmail: change, allowedBy: digest(hash) };
          const token = await signJWT({ ...claims }, secret, LINK_SECONDS);
          mailer.send(messageOf('newAddress', change.to, { publicUrl, token }));
          mailer.send(messageOf('addressChange', change.from, { publicUrl, newAddress: change.to }));
        }
        return context.json({});
      }),
      confirmEmailChange: createAuthEndpoint('/confirm-email-change', { method: 'POST' }, async (context) => {
        const { token, password } = context.body as { token: string; password: string };
        const claims = await verifyJWT<Partial<EmailChangeClaims>>(token, secret);
        const change = claims?.changesEmail;
        const hash = change && (await allowingHash(database, change, claims?.allowedBy));
        if (change === undefined || hash === undefined)
          throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'Invalid token' });
        await countOrRefuse(database, `confirmed email change of ${change.accountId}`, REQUEST_LIMIT);
        await checkPassword(parts, hash, password);
        await changeOrRefuse(parts, change, context.request);
        return context.json({ email: change.to });
      }),
    },
  } satisfies BetterAuthPlugin;
}

/** The hash of the password that allowed the change; undefined if the address or the password has changed since. */
async function allowingHash(
  database: Tables,
  { accountId, from }: EmailChange,
  allowedBy: string | undefined,
): Promise<string | undefined> {
  const account = await accountById(database, accountId);
  const hash = await passwordHashOf(database, accountId);
  return account?.email === from && hash !== undefined && digest(hash) === allowedBy ? hash : undefined;
}

async function checkPassword(
  { passwords }: AuthenticationParts,
  hash: string,
  password: string,
): Promise<void> {
  if (!(await passwords.verify({ hash, password })))
    throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' });
}

async function changeOrRefuse(
  { database, mailer, logActivity }: AuthenticationParts,
  change: EmailChange,
  request: Request | undefined,
): Promise<void> {
  if (!(await replaceEmail(database, change, { confirmed: mailer.sends })))
    throw new APIError('BAD_REQUEST', { code: 'EMAIL_TAKEN', message: 'Another account has this address' });
  await logActivity(change.accountId, 'email_changed', request);
}
