import { randomUUID } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { signJWT, verifyJWT } from 'better-auth/crypto';
import {
  type AccountRow,
  accountByEmail,
  accountById,
  addAccount,
  confirmAddress,
  passwordHashOf,
  replaceEmail,
} from '../storage/accounts.ts';
import { type AttemptLimit, countAttempt } from '../storage/attempts.ts';
import type { Tables } from '../storage/schema.ts';
import { type AuthenticationParts, countOrRefuse, MESSAGE_LIMIT } from './authentication-parts.ts';
import { digest } from './digest.ts';
import { messageOf } from './messages.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-strength.ts';

/** How long people have to confirm a sign-up. */
const DAY_MILLISECONDS = 86_400_000;
const LINK_SECONDS = 3600;
/** Attempts at the password of one sign-up. They need the link from the email, so strangers cannot use them up. */
const CONFIRMATION_LIMIT: AttemptLimit = { attempts: 20, seconds: 900 };
/** Each request sends up to two messages. */
const CHANGE_LIMIT: AttemptLimit = { attempts: 5, seconds: 3600 };

/** What a link to confirm a sign-up says. */
interface ConfirmationClaims {
  /** Id of the account that the sign-up created. A later sign-up with the same address creates another. */
  confirms: string;
}

interface EmailChange {
  accountId: string;
  from: string;
  to: string;
}

/** What a link to a new address says. */
interface EmailChangeClaims {
  changesEmail: EmailChange;
  /** A digest of the hash of the password that allowed the change: a new password stops it. */
  allowedBy: string;
}

/** How an account gets its email address, confirms and changes it: in place of better-auth's own requests. */
export function addresses(parts: AuthenticationParts) {
  const { database, passwords, secret, logActivity } = parts;
  return {
    id: 'addresses',
    endpoints: {
      /**
       * better-auth's own changes nothing if any account has the address. Here the last sign-up counts: it replaces one that
       * nobody confirmed. Otherwise a person who signs up with somebody else's address would keep its owner out. One transaction
       * at the very end replaces the account, so a refused request changes nothing.
       *
       * The response and its duration are the same whether or not the address has an account: the password is always hashed.
       */
      signUpEmail: createAuthEndpoint('/sign-up/email', { method: 'POST' }, async (context) => {
        const { email, password } = context.body as { email: string; password: string };
        refuseLength(password);
        const passwordHash = await passwords.hash(password);
        await addUnlessInUse(parts, { email: email.toLowerCase(), passwordHash }, context.request);
        return context.json({});
      }),
      /**
       * better-auth's own confirms any account that has the address when the link is opened. Here a link confirms only the
       * sign-up that it was sent for, and only with that sign-up's password. A person who signs up with somebody else's address
       * knows the password but never sees the link; the owner of the address sees the link but not that password. Confirming
       * signs nobody in.
       */
      verifyEmail: createAuthEndpoint('/verify-email', { method: 'POST' }, async (context) => {
        const { token, password } = context.body as { token: string; password: string };
        const { confirms } = (await verifyJWT<Partial<ConfirmationClaims>>(token, secret)) ?? {};
        const account = typeof confirms === 'string' ? await accountById(database, confirms) : undefined;
        if (account === undefined) throw invalidToken();
        if (account.email_verified === 0) {
          await countOrRefuse(database, `confirmation of ${account.id}`, CONFIRMATION_LIMIT);
          const hash = await passwordHashOf(database, account.id);
          if (hash === undefined || !(await passwords.verify({ hash, password })))
            throw new APIError('UNAUTHORIZED', {
              code: 'NOT_YOUR_SIGN_UP',
              message: 'This is not the password of the sign-up that the link was sent for',
            });
          if (await confirmAddress(database, account.id))
            await logActivity(account.id, 'email_verified', context.request);
        }
        return context.json({ email: account.email });
      }),
      /**
       * A change needs the password, then a link sent to the new address and the password again, because a mistyped address is
       * somebody else's. better-auth's own asks for no password, signs in anyone who opens the link, and does not notify the old
       * address.
       */
      requestEmailChange: createAuthEndpoint('/request-email-change', { method: 'POST' }, async (context) => {
        const { email, password } = context.body as { email: string; password: string };
        const holder = (await getSessionFromCtx(context))?.user;
        if (holder === undefined) throw new APIError('UNAUTHORIZED');
        await countOrRefuse(database, `email change of ${holder.id}`, CHANGE_LIMIT);
        const hash = await passwordHashOf(database, holder.id);
        if (hash === undefined) throw new APIError('UNAUTHORIZED');
        await checkPassword(parts, hash, password);
        const change = { accountId: holder.id, from: holder.email, to: email.toLowerCase() };
        if (change.from === change.to)
          throw new APIError('BAD_REQUEST', { code: 'SAME_EMAIL', message: 'The account has this address' });
        await changeOrAsk(parts, change, hash, context.request);
        return context.json({});
      }),
      confirmEmailChange: createAuthEndpoint('/confirm-email-change', { method: 'POST' }, async (context) => {
        const { token, password } = context.body as { token: string; password: string };
        const claims = await verifyJWT<Partial<EmailChangeClaims>>(token, secret);
        const change = claims?.changesEmail;
        const hash = change && (await allowingHash(database, change, claims?.allowedBy));
        if (change === undefined || hash === undefined) throw invalidToken();
        await countOrRefuse(database, `confirmed email change of ${change.accountId}`, CHANGE_LIMIT);
        await checkPassword(parts, hash, password);
        await changeOrRefuse(parts, change, context.request);
        return context.json({ email: change.to });
      }),
    },
  } satisfies BetterAuthPlugin;
}

/** Sends the link that confirms the address of a sign-up. */
export async function sendLink(
  { mailer, publicUrl, secret }: AuthenticationParts,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const token = await signJWT({ confirms: id } satisfies ConfirmationClaims, secret, LINK_SECONDS);
  mailer.send(messageOf('verification', email, { publicUrl, token }));
}

/** Counts a message about the confirmation of an address. @returns whether it may get one now */
export async function mayConfirm({ database }: AuthenticationParts, email: string): Promise<boolean> {
  return (await countAttempt(database, `confirming ${digest(email)}`, MESSAGE_LIMIT)).allowed;
}

async function addUnlessInUse(
  parts: AuthenticationParts,
  { email, passwordHash }: { email: string; passwordHash: string },
  request: Request | undefined,
): Promise<void> {
  const { database, mailer, logActivity } = parts;
  const existing = await accountByEmail(database, email);
  if (existing !== undefined && !(mailer.sends && isPending(existing))) {
    if (mailer.sends) await notifyHolder(parts, email);
    return;
  }
  // Without its link nobody could confirm the new sign-up, and the links of the old one would be gone.
  if (mailer.sends && !(await mayConfirm(parts, email))) return;
  const aDayFromNow = new Date(Date.now() + DAY_MILLISECONDS).toISOString();
  const account = { id: randomUUID(), email, passwordHash, confirmBy: mailer.sends ? aDayFromNow : null };
  // False if another sign-up with this address was faster.
  if (!(await addAccount(database, account))) return;
  await logActivity(account.id, 'account_created', request);
  if (mailer.sends) await sendLink(parts, account);
}

/** Whether the account still waits for confirmation, so that nobody has ever been able to sign in to it. */
function isPending({ email_verified, confirm_by }: AccountRow): boolean {
  return email_verified === 0 && confirm_by !== null;
}

/** Tells the holder of an address that somebody tries to sign up with it. The person who does so learns nothing. */
async function notifyHolder(
  { database, mailer, publicUrl }: AuthenticationParts,
  email: string,
): Promise<void> {
  const { allowed } = await countAttempt(database, `sign-up of ${digest(email)}`, MESSAGE_LIMIT);
  if (allowed) mailer.send(messageOf('existingAccount', email, { publicUrl }));
}

/** Counts as better-auth does when a password is changed. */
function refuseLength({ length }: string): void {
  if (length < MIN_PASSWORD_LENGTH)
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_SHORT', message: 'Password too short' });
  if (length > MAX_PASSWORD_LENGTH)
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_LONG', message: 'Password too long' });
}

function invalidToken(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'Invalid token' });
}

/** @param hash of the password that allows the change */
async function changeOrAsk(
  parts: AuthenticationParts,
  change: EmailChange,
  hash: string,
  request: Request | undefined,
): Promise<void> {
  const { database, mailer, publicUrl, secret } = parts;
  const { from, to } = change;
  const holderOfNew = await accountByEmail(database, to);
  // Without mail nobody can confirm an address, so it is changed at once.
  if (!mailer.sends) await changeOrRefuse(parts, change, request);
  else if (holderOfNew !== undefined && !isPending(holderOfNew)) await notifyHolder(parts, to);
  else {
    const claims: EmailChangeClaims = { changesEmail: change, allowedBy: digest(hash) };
    const token = await signJWT({ ...claims }, secret, LINK_SECONDS);
    mailer.send(messageOf('newAddress', to, { publicUrl, token }));
    mailer.send(messageOf('addressChange', from, { publicUrl, newAddress: to }));
  }
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
