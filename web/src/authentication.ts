import { request } from './request.ts';

/** The part of better-auth's interface that is used here. Its errors come as `Failure`. */

const post = <T>(path: string, body: object) => request<T>('POST', `dashboard/auth/${path}`, body);

/** Answers alike whether or not there is an account already. */
export const signUp = (email: string, password: string) =>
  post<unknown>('sign-up/email', { name: '', email, password });

export interface SignInAnswer {
  /** The password was right; a second factor is asked for. */
  twoFactorRedirect?: boolean;
}

export const signIn = (email: string, password: string) =>
  post<SignInAnswer>('sign-in/email', { email, password });
export const signOut = () => post<unknown>('sign-out', {});

export const verifyTotp = (code: string, trustDevice = false) =>
  post<unknown>('two-factor/verify-totp', { code, trustDevice });
export const verifyRecoveryCode = (code: string) => post<unknown>('two-factor/verify-backup-code', { code });

/** Confirms an address, with the password of the sign-up that the link was sent for. Signs nobody in. */
export const verifyEmail = (token: string, password: string) =>
  post<{ email: string }>('verify-email', { token, password });

export const requestPasswordReset = (email: string) => post<unknown>('request-password-reset', { email });
export const resetPassword = (newPassword: string, token: string) =>
  post<unknown>('reset-password', { newPassword, token });
/** Ends every other session too. */
export const changePassword = (currentPassword: string, newPassword: string) =>
  post<unknown>('change-password', { currentPassword, newPassword });

export interface TwoFactorSetup {
  totpURI: string;
  backupCodes: string[];
}

export const enableTwoFactor = (password: string) => post<TwoFactorSetup>('two-factor/enable', { password });
export const disableTwoFactor = (password: string) => post<unknown>('two-factor/disable', { password });
export const newRecoveryCodes = (password: string) =>
  post<{ backupCodes: string[] }>('two-factor/generate-backup-codes', { password });

export const deleteAccount = (password: string) => post<unknown>('delete-user', { password });
