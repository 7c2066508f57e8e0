import { randomUUID } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import type { Kysely } from 'kysely';
import { type AccountRow, accountByEmail, addAccount } from '../storage/accounts.ts';
import type { Database } from '../storage/schema.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-strength.ts';

/** How long somebody has to confirm a sign-up. */
const DAY_MILLISECONDS = 86_400_000;

export interface SignUpParts {
  database: Kysely<Database>;
  /** Whether addresses have to be confirmed. */
  sendsMail: boolean;
  hash(password: string): Promise<string>;
  /** Tells the holder of an account in use that somebody signed up with its address. */
  tellHolder(email: string): Promise<void>;
  /** Counts a message that confirms an address. @returns whether one more may be sent to it */
  mayConfirm(email: string): Promise<boolean>;
  /** Called with an account that has been added. */
  added(account: { id: string; email: string }, request: Request | undefined): Promise<void>;
}

/**
 * Replaces better-auth's `sign-up/email`, which finds any account with the address and then leaves it alone. Here the last sign-up
 * counts: it replaces one that nobody confirmed. Otherwise whoever signs up first with somebody else's address would keep its
 * holder out. The account is replaced in one transaction at the very end, so a request that is refused changes nothing.
 *
 * The response is the same whether or not the address has an account, and takes as long: the password is always hashed.
 */
export function signUp(parts: SignUpParts) {
  return {
    id: 'sign-up',
    endpoints: {
      signUpEmail: createAuthEndpoint('/sign-up/email', { method: 'POST' }, async (context) => {
        const { email, password } = context.body as { email: string; password: string };
        refuseLength(password);
        const passwordHash = await parts.hash(password);
        await addUnlessInUse(parts, { email: email.toLowerCase(), passwordHash }, context.request);
        return context.json({});
      }),
    },
  } satisfies BetterAuthPlugin;
}

async function addUnlessInUse(
  { database, sendsMail, tellHolder, mayConfirm, added }: SignUpParts,
  { email, passwordHash }: { email: string; passwordHash: string },
  request: Request | undefined,
): Promise<void> {
  const existing = await accountByEmail(database, email);
  if (existing !== undefined && !(sendsMail && isPending(existing))) {
    if (sendsMail) await tellHolder(email);
    return;
  }
  // Without its link nobody could confirm the new sign-up, and the links of the old one would be gone.
  if (sendsMail && !(await mayConfirm(email))) return;
  const account = { id: randomUUID(), email, passwordHash, confirmBy: sendsMail ? afterADay() : null };
  // Otherwise another sign-up has come first at this very moment.
  if (await addAccount(database, account)) await added(account, request);
}

/** Nobody has ever been let in. */
function isPending({ email_verified, confirm_by }: AccountRow): boolean {
  return email_verified === 0 && confirm_by !== null;
}

/** As better-auth counts when a password is changed. */
function refuseLength({ length }: string): void {
  if (length < MIN_PASSWORD_LENGTH)
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_SHORT', message: 'Password too short' });
  if (length > MAX_PASSWORD_LENGTH)
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_LONG', message: 'Password too long' });
}

function afterADay(): string {
  return new Date(Date.now() + DAY_MILLISECONDS).toISOString();
}
