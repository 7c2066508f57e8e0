import { createHmac, randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import type { Kysely } from 'kysely';
import { type AttemptLimit, forgetAttempts } from '../storage/attempts.ts';
import type { Database } from '../storage/schema.ts';
import { recogniseAsker } from './asker.ts';
import { digest } from './digest.ts';
import { type HookContext, limit } from './tries.ts';

/** Tries at one account: of all strangers together, from whatever addresses, and of each device that has signed in before. */
const SIGN_IN_LIMIT: AttemptLimit = { attempts: 20, seconds: 900 };

const COOKIE = 'known_devices';
/** As long as browsers keep a cookie at most. */
const COOKIE_SECONDS = 400 * 24 * 3600;
/** A browser that several people use remembers the accounts that signed in last. */
const ACCOUNTS_A_BROWSER = 5;

/** Of one account in the signed cookie of a browser. */
interface KnownDevice {
  /** Whose account; of the address only a keyed hash. */
  account: string;
  /** Names this browser in the count of its tries, for this account alone. */
  device: string;
}

/**
 * Marks browsers that have signed in. Anybody can use up the tries of strangers at an account, and would lock its holder out;
 * a marked browser has tries of its own (OWASP, "Slow down online guessing attacks with device cookies").
 */
export function knownDevices(database: Kysely<Database>): BetterAuthPlugin {
  const remember = createAuthMiddleware(async (context) => {
    // After the other plugins: as long as a second factor is missing there is no session.
    const { newSession: signedIn } = context.context;
    if (signedIn === null) return;
    const { email } = signedIn.user;
    if (BY_PASSWORD.includes(context.path)) await forgetAttempts(database, await subjectOf(context, email));
    const account = accountOf(context, email);
    const others = (await devicesIn(context)).filter((one) => one.account !== account);
    const devices = [{ account, device: randomBytes(12).toString('base64url') }, ...others];
    const cookie = context.context.createAuthCookie(COOKIE, { maxAge: COOKIE_SECONDS });
    const value = devices.slice(0, ACCOUNTS_A_BROWSER).map((one) => `${one.account}.${one.device}`);
    await context.setSignedCookie(cookie.name, value.join('~'), context.context.secret, cookie.attributes);
  });
  return { id: 'known-devices', hooks: { after: [{ matcher: () => true, handler: remember }] } };
}

const BY_PASSWORD: readonly (string | undefined)[] = [
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
];

/** Counts a try at the password of an account. @throws APIError 429 */
export async function limitPasswordTries(
  database: Kysely<Database>,
  context: HookContext,
  email: string,
): Promise<void> {
  await limit(database, await subjectOf(context, email), SIGN_IN_LIMIT);
}

/**
 * Work for a browser that somebody has signed in on before goes ahead of that for strangers. It counts for the account, not for
 * the device: each sign-in makes another device.
 */
export async function recogniseDevice(context: HookContext): Promise<void> {
  const [latest] = await devicesIn(context);
  if (latest !== undefined) recogniseAsker(latest.account);
}

/** Strangers may try again: the password that they have tried to guess is another one now. */
export function forgetStrangersTries(database: Kysely<Database>, email: string): Promise<void> {
  return forgetAttempts(database, ofStrangers(email));
}

async function subjectOf(context: HookContext, email: string): Promise<string> {
  const account = accountOf(context, email);
  const known = (await devicesIn(context)).find((one) => one.account === account);
  if (known === undefined) return ofStrangers(email);
  return `sign-in from ${digest(known.device)} to ${digest(email)}`;
}

function ofStrangers(email: string): string {
  return `sign-in to ${digest(email)}`;
}

/** Nothing, too, where the cookie was made by anybody else: its signature shows that. */
async function devicesIn(context: HookContext): Promise<KnownDevice[]> {
  const { name } = context.context.createAuthCookie(COOKIE);
  const value = await context.getSignedCookie(name, context.context.secret);
  if (typeof value !== 'string') return [];
  return value.split('~').map((entry) => {
    const [account = '', device = ''] = entry.split('.');
    return { account, device };
  });
}

function accountOf({ context }: HookContext, email: string): string {
  const hmac = createHmac('sha256', context.secret).update(`known device of ${email.toLowerCase()}`);
  return hmac.digest('base64url').slice(0, 22);
}
