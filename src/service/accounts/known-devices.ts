import { createHmac, randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { type AttemptLimit, forgetAttempts } from '../storage/attempts.ts';
import type { Tables } from '../storage/schema.ts';
import type { HookContext } from './authentication-parts.ts';
import { digest } from './digest.ts';
import { recogniseOwner } from './work-owner.ts';

/** Attempts at one account: for all strangers together, from any address, and for each device that has signed in before. */
export const SIGN_IN_LIMIT: AttemptLimit = { attempts: 20, seconds: 900 };

const COOKIE = 'known_devices';
/** The longest that browsers keep a cookie. */
const COOKIE_SECONDS = 400 * 24 * 3600;
/** A browser that several people use remembers the accounts that last signed in. */
const ACCOUNTS_A_BROWSER = 5;

/** One entry in the signed cookie of a browser. */
interface KnownDevice {
  /** A keyed hash of the account's email address. */
  account: string;
  /** Identifies this browser when its attempts at this account are counted. */
  device: string;
}

/**
 * Marks browsers that have signed in. Anybody can use up the attempts of strangers at an account, which would lock out its owner;
 * a marked browser has its own attempts (OWASP, "Slow down online guessing attacks with device cookies").
 */
export function knownDevices(database: Tables): BetterAuthPlugin {
  const remember = createAuthMiddleware(async (context) => {
    // This runs after the other plugins: there is no session while a second factor is missing.
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

/**
 * Lets a browser that has signed in before go ahead of strangers. The work counts for the account, not for the device, because
 * each sign-in creates a new device id.
 */
export async function recogniseDevice(context: HookContext): Promise<void> {
  const [latest] = await devicesIn(context);
  if (latest !== undefined) recogniseOwner(latest.account);
}

/** Lets strangers try again after the password has changed: their guesses were at the old one. */
export function forgetStrangersTries(database: Tables, email: string): Promise<void> {
  return forgetAttempts(database, ofStrangers(email));
}

/** What attempts at the password of an account are counted by. */
export async function subjectOf(context: HookContext, email: string): Promise<string> {
  const account = accountOf(context, email);
  const known = (await devicesIn(context)).find((one) => one.account === account);
  if (known === undefined) return ofStrangers(email);
  return `sign-in from ${digest(known.device)} to ${digest(email)}`;
}

function ofStrangers(email: string): string {
  return `sign-in to ${digest(email)}`;
}

/** Empty as well if the signature shows that somebody else made the cookie. */
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
