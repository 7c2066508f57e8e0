import { randomUUID } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { type AccountRow, accountByEmail, addAccount } from '../storage/accounts.ts';
import { sendLink } from './confirmation.ts';
import { type AuthenticationParts, mayConfirm, notifyHolder } from './notices.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-strength.ts';

/** How long people have to confirm a sign-up. */
const DAY_MILLISECONDS = 86_400_000;

/**
 * Replaces better-auth's `sign-up/email`, which changes nothing if any account has the address. Here the last sign-up counts: it
 * replaces one that nobody confirmed. Otherwise a person who signs up with somebody else's address would keep its owner out.
 * One transaction at the very end replaces the account, so a refused request changes nothing.
 *
 * The response and its duration are the same whether or not the address has an account: the password is always hashed.
 */
export function signUp(parts: AuthenticationParts) {
  return {
    id: 'sign-up',
    endpoints: {
      signUpEmail: createAuthEndpoint('/sign-up/email', { method: 'POST' }, async (context) => {
        const { email, password } = context.body as { email: string; password: string };
        refuseLength(password);
        const passwordHash = await parts.passwords.hash(password);
        await addUnlessInUse(parts, { email: email.toLowerCase(), passwordHash }, context.request);
        return context.json({});
      }),
    },
  } satisfies BetterAuthPlugin;
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
  const account = { id: randomUUID(), email, passwordHash, confirmBy: mailer.sends ? afterADay() : null };
  // False if another sign-up with this address was faster.
  if (!(await addAccount(database, account))) return;
  await logActivity(account.id, 'account_created', request);
  if (mailer.sends) await sendLink(parts, account);
}

/** Whether the account still waits for confirmation, so that nobody has ever been able to sign in to it. */
export function isPending({ email_verified, confirm_by }: AccountRow): boolean {
  return email_verified === 0 && confirm_by !== null;
}

/** Counts as better-auth does when a password is changed. */
function refuseLength({ length }: string): void {
  if (length < MIN_PASSWORD_LENGTH)
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_SHORT', message: 'Password too short' });
  if (length > MAX_PASSWORD_LENGTH)
    throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_LONG', message: 'Password too long' });
}

function afterADay(): string {
  return new Date(Date.now() + DAY_MILLISECONDS).toISOString();
}
