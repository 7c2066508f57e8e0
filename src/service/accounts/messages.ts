import { REFERENCES, type TypedReport } from '../report.ts';
import type { ApiKeyRow } from '../storage/keys.ts';
import type { Message } from './mailer.ts';

/** The secret is in the fragment of the link: browsers send it to no server, and it gets into no log. */
export function recoveryMessage(to: string, publicUrl: string, token: string): Message {
  return {
    to,
    subject: 'Set a new password',
    text: `Somebody, hopefully you, asked to set a new password for your account at the Location Data Service.

Set it here, within an hour:

  ${publicUrl}/reset#token=${token}

If that wasn't you, ignore this message. Your password stays the same.
`,
  };
}

export function verificationMessage(to: string, publicUrl: string, token: string): Message {
  return {
    to,
    subject: 'Confirm your email address',
    text: `Welcome to the Location Data Service. Confirm that this address is yours within an hour:

  ${publicUrl}/verify#token=${token}

You will need the password you chose when you signed up.

If you didn't sign up, ignore this message. The account will be removed within a day.
`,
  };
}

/** Sent to the owner of an account when somebody signs up with its address. The person who signs up learns nothing. */
export function existingAccountMessage(to: string, publicUrl: string): Message {
  return {
    to,
    subject: 'You already have an account',
    text: `Somebody, hopefully you, signed up for the Location Data Service with this address. You already have an account:

  ${publicUrl}/sign-in

If you forgot your password, set a new one at ${publicUrl}/recover
`,
  };
}

export function newAddressMessage(to: string, publicUrl: string, token: string): Message {
  return {
    to,
    subject: 'Confirm your new email address',
    text: `Somebody, hopefully you, wants to use this address for an account at the Location Data Service. Confirm it within an hour:

  ${publicUrl}/new-email#token=${token}

If that wasn't you, ignore this message. Nothing changes.
`,
  };
}

/** Sent to the old address, when the change is asked for. */
export function addressChangeNotice(to: string, newAddress: string, publicUrl: string): Message {
  return {
    to,
    subject: 'Your email address is about to change',
    text: `Somebody who is signed in to your account at the Location Data Service, and knows its password, asked to change its email address to ${newAddress}. It changes when the new address is confirmed.

If that wasn't you, set a new password now. That signs out every browser and stops the change:

  ${publicUrl}/recover
`,
  };
}

/** @param step per cent of the day's quota */
export function quotaMessage(
  to: string,
  publicUrl: string,
  { step, used, limit }: { step: number; used: number; limit: number },
): Message {
  const count = (requests: number) => requests.toLocaleString('en');
  const consequence =
    step < 100
      ? 'When all of it is used, requests get a 429 response until the quota resets at 00:00 UTC.'
      : 'Requests get a 429 response until the quota resets at 00:00 UTC.';
  return {
    to,
    subject: `${step} % of today's API quota is used`,
    text: `Your keys at the Location Data Service have used ${count(used)} of the ${count(limit)} requests that your account has per day. ${consequence}

See which key used how much:

  ${publicUrl}/usage

To get no more of these messages, turn off quota alerts:

  ${publicUrl}/account
`,
  };
}

/** What messages say of a key. */
type NamedKey = Pick<ApiKeyRow, 'label' | 'prefix' | 'last_four' | 'idle_days'>;

/** A week before a key ends because nobody uses it. */
export function endingKeyMessage(to: string, publicUrl: string, key: NamedKey, endsAt: string): Message {
  return {
    to,
    subject: 'An unused API key is about to end',
    text: `Nobody has used your key ${nameOf(key)} at the Location Data Service for a while. You chose that it ends after ${key.idle_days} days without use. Unless it is used before, it ends on ${endsAt.slice(0, 10)}.

To keep it, send a request with it, or change its settings:

  ${publicUrl}/keys
`,
  };
}

export function endedKeyMessage(to: string, publicUrl: string, key: NamedKey): Message {
  return {
    to,
    subject: 'An unused API key has ended',
    text: `Your key ${nameOf(key)} at the Location Data Service has ended, because nobody used it for ${key.idle_days} days. Requests with it get a 401 response.

If something still needs a key, create a new one:

  ${publicUrl}/keys
`,
  };
}

export function revokedKeyMessage(to: string, publicUrl: string, key: NamedKey): Message {
  return {
    to,
    subject: 'Your API key was revoked',
    text: `The operator of the Location Data Service revoked your key ${nameOf(key)}. Requests with it get a 401 response.

If something still needs a key, create a new one:

  ${publicUrl}/keys
`,
  };
}

/** @param place where the key was found, in words that no mail program makes a link of */
export function leakedKeyMessage(to: string, publicUrl: string, key: NamedKey, place: string): Message {
  return {
    to,
    subject: 'Your API key was published, and we revoked it',
    text: `A scanner for secrets found your key ${nameOf(key)} at the Location Data Service in public, so we revoked it. Requests with it get a 401 response.

It was found here (brackets keep this from being a link; check the place before you open it):

  ${place}

Create a new key, and keep it where your program can read it and your repository cannot:

  ${publicUrl}/keys

The old key did not get anybody into your account.
`,
  };
}

function nameOf({ label, prefix, last_four }: NamedKey): string {
  return `“${label}” (${prefix}…${last_four})`;
}

/** To the operator: a reader says that a figure is wrong. Nobody knows who wrote it, so there is no address to answer. */
export function reportMessage(to: string, report: TypedReport & { id: string }): Message {
  const lines = REFERENCES.filter((name) => report[name] !== '').map((name) => `${name}: ${report[name]}`);
  return {
    to,
    subject: 'A reader reports a wrong figure',
    text: `${lines.join('\n')}

${report.text}

On the server, this closes the report:

  lds reports close ${report.id}
`,
  };
}
