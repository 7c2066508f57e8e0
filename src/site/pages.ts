/**
 * The pages of the web app. They are one segment deep so that their addresses can be relative: a proxy can serve them below any
 * path.
 */
export const PAGES = [
  'sign-up',
  'sign-in',
  'recover',
  'reset',
  'verify',
  'new-email',
  'keys',
  'key',
  'usage',
  'account',
  'found-key',
  'connect',
] as const;
