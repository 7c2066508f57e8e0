import { passkey } from '@better-auth/passkey';
import { SettingsService } from '@simplewebauthn/server';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { FastifyBaseLogger } from 'fastify';
import { CamelCasePlugin } from 'kysely';
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
import type { Tables } from '../storage/schema.ts';
import { ADDRESS_HEADER, AUTH_PATH, pageOfAgents } from './account-requests.ts';
import { logActivity as logLine } from './activity-log.ts';
import { addresses, mayConfirm, sendLink } from './addresses.ts';
import { agentAccess } from './agent-access.ts';
import {
  type AccountsParts,
  type AuthenticationParts,
  countOrRefuse,
  type HookContext,
  MESSAGE_LIMIT,
} from './authentication-parts.ts';
import { deleteAccount } from './delete-account.ts';
import { digest } from './digest.ts';
import {
  forgetStrangersTries,
  knownDevices,
  recogniseDevice,
  SIGN_IN_LIMIT,
  subjectOf,
} from './known-devices.ts';
import { messageOf } from './messages.ts';
import { isCommonPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-strength.ts';
import { Passwords } from './passwords.ts';
import { noteReason } from './reason.ts';

const NAME = 'Location Data Service';
const HOUR = 3600;
const DAY = 24 * HOUR;

export type Authentication = ReturnType<typeof createAuthentication>;

/** better-auth with our store and our names. {@link ACCOUNT_REQUESTS} decides which requests reach it. */
export function createAuthentication(given: AccountsParts) {
  const parts = authenticationParts(given);
  const { database, mailer, publicUrl, secret, passwords, logActivity } = parts;
  const { origin, protocol, pathname, hostname } = new URL(publicUrl);
  dropForeignSettings();
  trustNoManufacturer();
  return betterAuth({
    appName: NAME,
    baseURL: origin,
    basePath: AUTH_PATH,
    secret,
    // `sqlite` stores times as text and booleans as 1 or 0, which our columns expect on either engine.
    database: { db: database.withPlugin(new CamelCasePlugin()), type: 'sqlite' },
    telemetry: { enabled: false },
    // The dashboard has already compared the origin with the address of the request.
    trustedOrigins: (request) => [request?.headers.get('origin')],
    advanced: {
      cookiePrefix: 'lds',
      // By default better-auth disables this check when NODE_ENV is `test`.
      disableOriginCheck: false,
      useSecureCookies: protocol === 'https:',
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: pathname },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    logger: loggerOf(given.log),
    onAPIError: { onError: passOn, errorURL: pageOfAgents(publicUrl) },
    user: {
      modelName: 'accountHolder',
      additionalFields: { confirmBy: { type: 'string', required: false, input: false, returned: false } },
      deleteUser: { enabled: true, beforeDelete: (account) => forget(given, account) },
    },
    account: { modelName: 'credential' },
    session: { expiresIn: 30 * DAY, updateAge: DAY },
    // So that nobody who can read the store can use pending recovery links.
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
        await logActivity(user.id, 'password_reset_requested', request);
        mailer.send(messageOf('recovery', user.email, { publicUrl, token }));
      },
      async onPasswordReset({ user }, request) {
        // Removes other pending links and trusted browsers.
        await deleteVerifications(database, user.id);
        await forgetStrangersTries(database, user.email);
        if (mailer.sends && (await confirmAddress(database, user.id))) {
          // Somebody else may have added these before anybody had to confirm an address.
          const removed = await removePasskeys(database, user.id);
          for (let passkey = 0; passkey < removed; passkey++)
            await logActivity(user.id, 'passkey_removed', request);
          if (await removeSecondFactor(database, user.id))
            await logActivity(user.id, 'two_factor_disabled', request);
          await logActivity(user.id, 'email_verified', request);
        }
        await logActivity(user.id, 'password_reset', request);
      },
    },
    emailVerification: {
      sendOnSignIn: mailer.sends,
      async sendVerificationEmail({ user }) {
        if (await mayConfirm(parts, user.email)) await sendLink(parts, user);
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
      customRules: REQUEST_LIMITS,
    },
    hooks: {
      before: createAuthMiddleware((context) => beforeAnything(parts, context)),
      after: createAuthMiddleware(async (context) => {
        const holder = await holderOfRefusedCode(context);
        if (holder !== undefined) await logActivity(holder, 'sign_in_failed', context.request);
      }),
    },
    plugins: pluginsOf(parts, hostname),
  });
}

function authenticationParts(given: AccountsParts): AuthenticationParts {
  const { store, mailer, publicUrl, secret, passwordCost: cost } = given;
  const { database } = store;
  const replace = (oldHash: string, newHash: string) => replacePasswordHash(database, oldHash, newHash);
  return {
    ...{ database, mailer, publicUrl, secret: secret(), passwords: new Passwords({ replace, cost }) },
    logActivity: (accountId, action, request) =>
      logLine(database, accountId, action, request?.headers.get(ADDRESS_HEADER) ?? null),
  };
}

/** Deletes an account, with what better-auth would leave behind. */
async function forget({ store, keys }: AccountsParts, account: { id: string; email: string }): Promise<void> {
  await deleteAccount(store.database, account);
  await keys.applyChanges();
}

/** What better-auth has as plugins, and what we add to it. */
function pluginsOf(parts: AuthenticationParts, hostname: string) {
  return tuple(
    twoFactor({ issuer: NAME, accountLockout: { durationSeconds: CODE_LOCK_SECONDS } }),
    passkey({
      rpName: NAME,
      // An IP address cannot be a relying party (WebAuthn, section 5.1.2); `localhost` replaces loopback addresses.
      rpID: /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname,
      origin: null,
      // A passkey signs in without a second factor, so the device itself has to verify its user.
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
    addresses(parts),
    agentAccess(pageOfAgents(parts.publicUrl)),
    // Last, because it looks for the session that the others open.
    knownDevices(parts.database),
  );
}

/**
 * better-auth reads the environment at any time. Some variables override what we configure (BETTER_AUTH_SECRETS), others have no
 * option (BETTER_AUTH_TELEMETRY). We remove them all, because only the service's own settings may apply.
 */
function dropForeignSettings(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('BETTER_AUTH_')) delete process.env[name];
}

/**
 * A passkey may come with a certificate of its manufacturer. If we trusted any, the library would download the list of revoked
 * ones from the address in the certificate before it checks who signed it, so anybody could make the service send requests into
 * its own network. We ask for no certificate and trust no manufacturer, so the library reads none.
 */
function trustNoManufacturer(): void {
  for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const)
    SettingsService.setRootCertificates({ identifier, certificates: [] });
}

/** Its messages contain email addresses. Its failures reach us as errors. */
function loggerOf(log: FastifyBaseLogger) {
  return {
    log(_level: string, message: string, ...about: unknown[]) {
      log.debug({ from: 'better-auth' }, message);
      about.forEach(noteReason);
    },
  };
}

/** better-auth would write unexpected errors to the console. The caller handles them. */
function passOn(error: unknown): void {
  if (!(error instanceof APIError)) throw error;
}

/** Plugins of different types in their order: the types of requests follow from them. */
function tuple<Items extends unknown[]>(...items: Items): Items {
  return items;
}

/** By path: attempts of one client in so many seconds. */
const REQUEST_LIMITS = {
  '/sign-in/email': { window: 60, max: 20 },
  '/sign-up/email': { window: HOUR, max: 30 },
  '/verify-email': { window: 60, max: 20 },
  '/request-password-reset': { window: HOUR, max: 20 },
  '/reset-password': { window: 60, max: 20 },
  '/change-password': { window: 60, max: 10 },
  '/request-email-change': { window: 60, max: 10 },
  '/confirm-email-change': { window: 60, max: 20 },
  '/delete-user': { window: 60, max: 10 },
  '/two-factor/*': { window: 60, max: 20 },
};

/** Runs before every request. {@link ACCOUNT_REQUESTS} has made sure that the fields read here are short texts. */
async function beforeAnything({ database }: AuthenticationParts, context: HookContext) {
  const { path } = context;
  const body = (context.body ?? {}) as Record<string, string>;
  await recogniseDevice(context);
  if (path === '/sign-in/email')
    await countOrRefuse(database, await subjectOf(context, body.email ?? ''), SIGN_IN_LIMIT);
  if (path === '/request-password-reset')
    await countOrRefuse(database, `recovery of ${digest(body.email)}`, MESSAGE_LIMIT);
  await refuseCommonPassword(database, context, body);
  // Changing the password always signs out the other sessions.
  if (path === '/change-password') return { context: { body: { ...body, revokeOtherSessions: true } } };
  const holder = isCode(path) ? await codeHolder(context) : undefined;
  if (holder === undefined) return undefined;
  await boundLock(database, holder, CODE_LOCK_SECONDS * 1000);
  if (path !== '/two-factor/verify-totp') return undefined;
  // A code works once (RFC 6238, section 5.2), so this remembers that it was tried.
  const tried = await countAttempt(database, `code ${digest(body.code)} of ${holder}`, CODE_LIMIT);
  // An empty code is never right, so a used one is refused, counted and logged like any wrong code.
  return tried.allowed ? undefined : { context: { body: { ...body, code: '' } } };
}

function isCode(path: string | undefined): boolean {
  return path === '/two-factor/verify-totp' || path === '/two-factor/verify-backup-code';
}

/** The account that a code is for, found as better-auth does: the one signed in, otherwise the one whose password was right. */
async function codeHolder(context: HookContext): Promise<string | undefined> {
  return (await getSessionFromCtx(context))?.user.id ?? (await challengedHolder(context));
}

/** How long too many wrong codes lock the second factor. */
const CODE_LOCK_SECONDS = 900;

/** A code is valid in its own half minute and the ones before and after. The rest allows for clocks that differ. */
const CODE_LIMIT: AttemptLimit = { attempts: 1, seconds: 120 };

async function refuseCommonPassword(
  database: Tables,
  context: HookContext,
  body: Record<string, string>,
): Promise<void> {
  const { path } = context;
  const password = path === '/sign-up/email' ? body.password : body.newPassword;
  // A shorter one is refused anyway.
  if (password === undefined || password.length < MIN_PASSWORD_LENGTH) return;
  const email = path === '/sign-up/email' ? body.email : await emailOfHolder(database, context, body.token);
  if (email === undefined) return;
  if (await isCommonPassword(password, [email, ...email.split('@', 1), ...email.split(/[@.]/, 8)])) {
    const message = 'This password is too easy to guess: it is common, or close to a common one.';
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message });
  }
}

/**
 * The email address of the account whose password is about to change. Undefined without a session or a valid link: better-auth
 * refuses those.
 */
async function emailOfHolder(
  database: Tables,
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
  const message = 'This passkey does not ask for a PIN, a fingerprint or a face.';
  throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_NOT_VERIFIED', message });
}

/** The account for which somebody entered the right password and then a wrong code: they may know the password. */
async function holderOfRefusedCode(context: HookContext): Promise<string | undefined> {
  const { path, context: auth } = context;
  if (!isCode(path) || !(auth.returned instanceof APIError) || auth.returned.status !== 'UNAUTHORIZED')
    return undefined;
  return challengedHolder(context);
}

/** The account that has to enter a code after the right password. */
async function challengedHolder(context: HookContext): Promise<string | undefined> {
  const { context: auth } = context;
  const { name } = auth.createAuthCookie('two_factor');
  const challenge = await context.getSignedCookie(name, auth.secret);
  if (typeof challenge !== 'string') return undefined;
  return (await auth.internalAdapter.findVerificationValue(challenge))?.value;
}

async function consume(database: Tables, subject: string, rule: { window: number; max: number }) {
  const { allowed, retryAfterSeconds } = await countAttempt(database, subject, {
    attempts: rule.max,
    seconds: rule.window,
  });
  return { allowed, retryAfter: allowed ? null : retryAfterSeconds };
}
