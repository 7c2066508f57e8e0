import { passkey } from '@better-auth/passkey';
import { SettingsService } from '@simplewebauthn/server';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { FastifyBaseLogger } from 'fastify';
import { CamelCasePlugin, type Kysely } from 'kysely';
import {
  boundLock,
  confirmAddress,
  deleteVerifications,
  emailOfAccount,
  keepUnconfirmed,
  removePasskeys,
  removeSecondFactor,
  replacePasswordHash,
} from '../storage/accounts.ts';
import { type AttemptLimit, countAttempt } from '../storage/attempts.ts';
import type { Database } from '../storage/schema.ts';
import type { ActivityAction } from './activity-actions.ts';
import { confirmation, confirmationToken } from './confirmation.ts';
import { digest } from './digest.ts';
import { forgetStrangersTries, knownDevices, limitPasswordTries, recogniseDevice } from './known-devices.ts';
import type { Mailer } from './mailer.ts';
import { existingAccountMessage, recoveryMessage, verificationMessage } from './messages.ts';
import { isCommonPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-strength.ts';
import { Passwords } from './passwords.ts';
import { signUp } from './sign-up.ts';
import { type HookContext, limit } from './tries.ts';

/** Path of better-auth's own interface. */
export const AUTH_PATH = '/dashboard/auth';
/** Carries the client's address, as the server knows it, to better-auth; a client cannot set it. */
export const ADDRESS_HEADER = 'x-client-address';

const NAME = 'Location Data Service';
const HOUR = 3600;
const DAY = 24 * HOUR;

export interface AuthenticationParts {
  database: Kysely<Database>;
  mailer: Mailer;
  publicUrl: string;
  secret: string;
  log: FastifyBaseLogger;
  /** Called with what happened in an account. */
  note(accountId: string, action: ActivityAction, request: Request | undefined): Promise<void>;
  /** Takes out of the store what would outlive an account that is about to be deleted. */
  forget(account: { id: string; email: string }): Promise<void>;
}

export type Authentication = ReturnType<typeof createAuthentication>;

/** better-auth on our store and under our names. It has no say in what may be sent to it: see {@link ACCOUNT_REQUESTS}. */
export function createAuthentication(parts: AuthenticationParts) {
  const { database, mailer, publicUrl, secret, note, forget } = parts;
  const { origin, protocol, pathname, hostname } = new URL(publicUrl);
  const passwords = new Passwords({
    replace: (oldHash, newHash) => replacePasswordHash(database, oldHash, newHash),
  });
  const mayConfirm = async (email: string) =>
    (await countAttempt(database, `confirming ${digest(email)}`, MESSAGE_LIMIT)).allowed;
  const sendLink = async ({ id, email }: { id: string; email: string }) =>
    mailer.send(verificationMessage(email, publicUrl, await confirmationToken(id, secret)));
  dropForeignSettings();
  trustNoMaker();
  return betterAuth({
    appName: NAME,
    baseURL: origin,
    basePath: AUTH_PATH,
    secret,
    // As `sqlite` it keeps times as text and yes or no as 1 or 0, which is what our columns are on either engine.
    database: { db: database.withPlugin(new CamelCasePlugin()), type: 'sqlite' },
    telemetry: { enabled: false },
    // Whoever calls us has compared the origin with the address that was asked for.
    trustedOrigins: (request) => [request?.headers.get('origin')],
    advanced: {
      cookiePrefix: 'lds',
      // Otherwise left out where NODE_ENV is `test`.
      disableOriginCheck: false,
      useSecureCookies: protocol === 'https:',
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: pathname },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    logger: {
      // Its messages name e-mail addresses; its failures come to us as errors.
      log: (_level, message) => parts.log.debug({ from: 'better-auth' }, message),
    },
    onAPIError: {
      // What is no refusal goes to whoever called us: better-auth would write it to the console.
      onError: (error) => {
        if (!(error instanceof APIError)) throw error;
      },
    },
    user: {
      modelName: 'accountHolder',
      additionalFields: { confirmBy: { type: 'string', required: false, input: false, returned: false } },
      deleteUser: { enabled: true, beforeDelete: forget },
    },
    account: { modelName: 'credential' },
    session: { expiresIn: 30 * DAY, updateAge: DAY },
    // Who reads the store cannot use the recovery links that are under way.
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: {
        hash: (password) => passwords.hash(password),
        verify: (asked) => passwords.verify(asked),
      },
      requireEmailVerification: mailer.sends,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: HOUR,
      async sendResetPassword({ user, token }, request) {
        await note(user.id, 'password_reset_requested', request);
        mailer.send(recoveryMessage(user.email, publicUrl, token));
      },
      async onPasswordReset({ user }, request) {
        // Other links that were asked for, and browsers that were trusted.
        await deleteVerifications(database, user.id);
        await forgetStrangersTries(database, user.email);
        if (mailer.sends && (await confirmAddress(database, user.id))) {
          // Who made these while nobody had to confirm an address may not be who reads its mail.
          const removed = await removePasskeys(database, user.id);
          for (let passkey = 0; passkey < removed; passkey++) await note(user.id, 'passkey_removed', request);
          if (await removeSecondFactor(database, user.id))
            await note(user.id, 'two_factor_disabled', request);
          await note(user.id, 'email_verified', request);
        }
        await note(user.id, 'password_reset', request);
      },
    },
    emailVerification: {
      sendOnSignIn: mailer.sends,
      async sendVerificationEmail({ user }) {
        if (await mayConfirm(user.email)) await sendLink(user);
      },
    },
    databaseHooks: {
      session: {
        create: {
          async before({ userId }) {
            if (!mailer.sends) await keepUnconfirmed(database, userId);
          },
        },
      },
    },
    rateLimit: {
      enabled: true,
      customStorage: { consume: (subject, rule) => consume(database, subject, rule) },
      customRules: {
        '/sign-in/email': { window: 60, max: 20 },
        '/sign-up/email': { window: HOUR, max: 30 },
        '/verify-email': { window: 60, max: 20 },
        '/request-password-reset': { window: HOUR, max: 20 },
        '/reset-password': { window: 60, max: 20 },
        '/change-password': { window: 60, max: 10 },
        '/delete-user': { window: 60, max: 10 },
        '/two-factor/*': { window: 60, max: 20 },
      },
    },
    hooks: {
      before: createAuthMiddleware((context) => beforeAnything(parts, context)),
      after: createAuthMiddleware(async (context) => {
        const holder = await holderOfRefusedCode(context);
        if (holder !== undefined) await note(holder, 'sign_in_failed', context.request);
      }),
    },
    plugins: [
      twoFactor({ issuer: NAME, accountLockout: { durationSeconds: CODE_LOCK_SECONDS } }),
      passkey({
        rpName: NAME,
        // An IP address names no relying party (WebAuthn, section 5.1.2); `localhost` stands for the loopback ones.
        rpID: /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname,
        origin: null,
        // A passkey signs in without a code, so it has to make sure itself that it is in its holder's hands.
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        registration: {
          afterVerification({ verification }) {
            refuseUnverified(verification.registrationInfo?.userVerified);
          },
        },
        authentication: {
          afterVerification({ verification }) {
            refuseUnverified(verification.authenticationInfo.userVerified);
          },
        },
        schema: { passkey: { fields: { credentialID: 'credentialId' } } },
      }),
      signUp({
        database,
        sendsMail: mailer.sends,
        hash: (password) => passwords.hash(password),
        async tellHolder(email) {
          const { allowed } = await countAttempt(database, `sign-up of ${digest(email)}`, MESSAGE_LIMIT);
          if (allowed) mailer.send(existingAccountMessage(email, publicUrl));
        },
        mayConfirm,
        async added(account, request) {
          await note(account.id, 'account_created', request);
          if (mailer.sends) await sendLink(account);
        },
      }),
      confirmation({
        database,
        verify: (asked) => passwords.verify(asked),
        confirmed: (accountId, request) => note(accountId, 'email_verified', request),
      }),
      // Last: it looks for the session that the others leave.
      knownDevices(database),
    ],
  });
}

/**
 * better-auth looks into the environment whenever it likes, and some of what it finds there (BETTER_AUTH_SECRETS) wins over what
 * it is told here, or cannot be told it (BETTER_AUTH_TELEMETRY). The settings of accounts are those of the service.
 */
function dropForeignSettings(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('BETTER_AUTH_')) delete process.env[name];
}

/**
 * A passkey may come with a certificate of its maker. With makers to trust, the library downloads the list of revoked ones from
 * the address that the certificate names, before it finds out who signed that: anybody could make the service ask any address of
 * its own network. We ask for no certificate and trust no maker, so none is looked at.
 */
function trustNoMaker(): void {
  for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const)
    SettingsService.setRootCertificates({ identifier, certificates: [] });
}

/** Messages of one kind to one address. */
const MESSAGE_LIMIT: AttemptLimit = { attempts: 5, seconds: HOUR };

/** The bodies have been checked against {@link ACCOUNT_REQUESTS}: here every field is a text, and none is long. */
async function beforeAnything({ database }: AuthenticationParts, context: HookContext) {
  const { path } = context;
  const body = (context.body ?? {}) as Record<string, string>;
  await recogniseDevice(context);
  if (path === '/sign-in/email') await limitPasswordTries(database, context, body.email ?? '');
  if (path === '/request-password-reset')
    await limit(database, `recovery of ${digest(body.email)}`, MESSAGE_LIMIT);
  await refuseCommonPassword(database, context, body);
  // Whoever changes a password does not want to leave others signed in.
  if (path === '/change-password') return { context: { body: { ...body, revokeOtherSessions: true } } };
  const holder = isCode(path) ? await codeHolder(context) : undefined;
  if (holder === undefined) return undefined;
  await boundLock(database, holder, CODE_LOCK_SECONDS * 1000);
  // Instead of it one that is never right: so it is refused, counted and told like any wrong one.
  if (path === '/two-factor/verify-totp' && (await wasTried(database, holder, body.code)))
    return { context: { body: { ...body, code: '' } } };
  return undefined;
}

function isCode(path: string | undefined): boolean {
  return path === '/two-factor/verify-totp' || path === '/two-factor/verify-backup-code';
}

/** As better-auth finds out whose code it is: of who is signed in, otherwise of whose password was right. */
async function codeHolder(context: HookContext): Promise<string | undefined> {
  return (await getSessionFromCtx(context))?.user.id ?? (await challengedHolder(context));
}

/** How long the second factor is locked after too many wrong codes. */
const CODE_LOCK_SECONDS = 900;

/** A code is right in its own half minute and those before and after; the clocks of nodes differ a little. */
const CODE_LIMIT: AttemptLimit = { attempts: 1, seconds: 120 };

/** A code of an authenticator app is good once (RFC 6238, section 5.2), so this remembers that it was tried. */
async function wasTried(database: Kysely<Database>, holder: string, code: unknown): Promise<boolean> {
  return !(await countAttempt(database, `code ${digest(code)} of ${holder}`, CODE_LIMIT)).allowed;
}

async function refuseCommonPassword(
  database: Kysely<Database>,
  context: HookContext,
  body: Record<string, string>,
): Promise<void> {
  const { path } = context;
  const password = path === '/sign-up/email' ? body.password : body.newPassword;
  // Of another length it is refused anyway.
  if (password === undefined || password.length < MIN_PASSWORD_LENGTH) return;
  const email = path === '/sign-up/email' ? body.email : await emailOfHolder(database, context, body.token);
  if (email === undefined) return;
  if (await isCommonPassword(password, [email, ...email.split('@', 1), ...email.split(/[@.]/, 8)])) {
    const message = 'This password is easy to guess: it is a common one, or little different from one.';
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message });
  }
}

/** Whose password is about to be set: of the session, or of a recovery link. Nobody's password is not judged: it is refused. */
async function emailOfHolder(
  database: Kysely<Database>,
  context: HookContext,
  token: string | undefined,
): Promise<string | undefined> {
  const { path, context: auth } = context;
  if (path === '/change-password') return (await getSessionFromCtx(context))?.user.email;
  if (path !== '/reset-password' || token === undefined) return undefined;
  const link = await auth.internalAdapter.findVerificationValue(`reset-password:${token}`);
  return link == null ? undefined : emailOfAccount(database, link.value);
}

function refuseUnverified(userVerified: boolean | undefined): void {
  if (userVerified === true) return;
  const message = 'This passkey does not ask for a PIN, a finger or a face.';
  throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_NOT_VERIFIED', message });
}

/** Whose second factor was not met after the right password: somebody may know the password. */
async function holderOfRefusedCode(context: HookContext): Promise<string | undefined> {
  const { path, context: auth } = context;
  if (!isCode(path) || !(auth.returned instanceof APIError) || auth.returned.status !== 'UNAUTHORIZED')
    return undefined;
  return challengedHolder(context);
}

/** Of whom a code is asked for, after the right password. */
async function challengedHolder(context: HookContext): Promise<string | undefined> {
  const { context: auth } = context;
  const { name } = auth.createAuthCookie('two_factor');
  const challenge = await context.getSignedCookie(name, auth.secret);
  if (typeof challenge !== 'string') return undefined;
  return (await auth.internalAdapter.findVerificationValue(challenge))?.value;
}

async function consume(database: Kysely<Database>, subject: string, rule: { window: number; max: number }) {
  const { allowed, retryAfterSeconds } = await countAttempt(database, subject, {
    attempts: rule.max,
    seconds: rule.window,
  });
  return { allowed, retryAfter: allowed ? null : retryAfterSeconds };
}
