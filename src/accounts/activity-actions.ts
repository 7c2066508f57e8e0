/** What the activity log of an account records. */
export const ACTIVITY_ACTIONS = [
  'account_created',
  'email_verified',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'two_factor_enabled',
  'two_factor_disabled',
  'recovery_codes_replaced',
  'passkey_added',
  'passkey_removed',
  'key_created',
  'key_renamed',
  'key_rotated',
  'key_revoked',
  'key_found_and_revoked',
  'data_exported',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];
