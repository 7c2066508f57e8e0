import type {
  AccountBody,
  AccountPath,
  AccountResponse,
} from '../../src/service/accounts/account-requests.ts';
import { request } from './request.ts';

/** The requests that the server passes on to better-auth, except those about passkeys (passkeys.ts). */

export const post = <Path extends AccountPath>(path: Path, body: AccountBody<Path>) =>
  request<AccountResponse<Path>>('POST', `dashboard/auth${path}`, body);

/** The response is the same whether or not an account exists already. */
export const signUp = (email: string, password: string) =>
  post('/sign-up/email', { name: '', email, password });

export const signIn = (email: string, password: string) => post('/sign-in/email', { email, password });
export const signOut = () => post('/sign-out', {});

export const verifyTotp = (code: string, trustDevice = false) =>
  post('/two-factor/verify-totp', { code, trustDevice });
export const verifyRecoveryCode = (code: string) => post('/two-factor/verify-backup-code', { code });

/** Confirms an email address, with the password of the sign-up that the link was sent for. Does not sign in. */
export const verifyEmail = (token: string, password: string) => post('/verify-email', { token, password });

export const requestPasswordReset = (email: string) => post('/request-password-reset', { email });
export const resetPassword = (newPassword: string, token: string) =>
  post('/reset-password', { newPassword, token });
/** Ends every other session, too. */
export const changePassword = (currentPassword: string, newPassword: string) =>
  post('/change-password', { currentPassword, newPassword });

/** Sends a link to the new address; without a mail server the address changes at once. */
export const requestEmailChange = (email: string, password: string) =>
  post('/request-email-change', { email, password });
export const confirmEmailChange = (token: string, password: string) =>
  post('/confirm-email-change', { token, password });

export type TwoFactorSetup = AccountResponse<'/two-factor/enable'>;

export const enableTwoFactor = (password: string) => post('/two-factor/enable', { password });
export const disableTwoFactor = (password: string) => post('/two-factor/disable', { password });
export const newRecoveryCodes = (password: string) => post('/two-factor/generate-backup-codes', { password });

export const deleteAccount = (password: string) => post('/delete-user', { password });
