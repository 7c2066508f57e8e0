import type { Message } from './mailer.ts';

/** The secret is in the fragment of the link: browsers send it to no server, and it gets into no log. */
export function recoveryMessage(to: string, publicUrl: string, token: string): Message {
  return {
    to,
    subject: 'Set a new password',
    text: `Somebody, hopefully you, asked to set a new password for your account at the Location Data Service.

Set it here, within an hour:

  ${publicUrl}/reset#token=${token}

If it was not you, do nothing: your password stays as it is.
`,
  };
}

export function verificationMessage(to: string, publicUrl: string, token: string): Message {
  return {
    to,
    subject: 'Confirm your e-mail address',
    text: `Welcome to the Location Data Service. Confirm that this address is yours within an hour:

  ${publicUrl}/verify#token=${token}

You will need the password you chose when you signed up.

If you didn't sign up, ignore this message. The account will be removed within a day.
`,
  };
}

/** What the holder of an account reads when somebody signs up with the address; who did so learns nothing. */
export function existingAccountMessage(to: string, publicUrl: string): Message {
  return {
    to,
    subject: 'You have an account already',
    text: `Somebody, hopefully you, signed up at the Location Data Service with this address. It has an account already:

  ${publicUrl}/sign-in

If you do not know the password any more, set a new one at ${publicUrl}/recover
`,
  };
}
