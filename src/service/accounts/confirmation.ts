import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { signJWT, verifyJWT } from 'better-auth/crypto';
import { type AccountRow, accountById, confirmAddress, passwordHashOf } from '../storage/accounts.ts';
import type { AttemptLimit } from '../storage/attempts.ts';
import type { Tables } from '../storage/schema.ts';
import { messageOf } from './messages.ts';
import type { AuthenticationParts } from './notices.ts';
import { countOrRefuse } from './tries.ts';

const LINK_SECONDS = 3600;
/** Attempts at the password of one sign-up. They need the link from the email, so strangers cannot use them up. */
const CONFIRMATION_LIMIT: AttemptLimit = { attempts: 20, seconds: 900 };

interface ConfirmationClaims {
  /** Id of the account that the sign-up created. A later sign-up with the same address creates another. */
  confirms: string;
}

/** Sends the link that confirms the address of a sign-up. */
export async function sendLink(
  { mailer, publicUrl, secret }: AuthenticationParts,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const token = await signJWT({ confirms: id } satisfies ConfirmationClaims, secret, LINK_SECONDS);
  mailer.send(messageOf('verification', email, { publicUrl, token }));
}

/**
 * Replaces better-auth's `verify-email`, which confirms any account that has the address when the link is opened. Here a link
 * confirms only the sign-up that it was sent for, and only with that sign-up's password. A person who signs up with somebody
 * else's address knows the password but never sees the link; the owner of the address sees the link but not that password.
 * Confirming signs nobody in.
 */
export function confirmation({ database, passwords, logActivity }: AuthenticationParts) {
  return {
    id: 'confirmation',
    endpoints: {
      verifyEmail: createAuthEndpoint('/verify-email', { method: 'POST' }, async (context) => {
        const { token, password } = context.body as { token: string; password: string };
        const account = await signUpOf(database, token, context.context.secret);
        if (account === undefined)
          throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'Invalid token' });
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
    },
  } satisfies BetterAuthPlugin;
}

async function signUpOf(database: Tables, token: string, secret: string): Promise<AccountRow | undefined> {
  const claims = await verifyJWT<Partial<ConfirmationClaims>>(token, secret);
  return typeof claims?.confirms === 'string' ? accountById(database, claims.confirms) : undefined;
}
