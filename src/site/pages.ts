/** The pages of the web app, one segment deep, so that their addresses can be relative: a proxy may put them below any path. */
export const PAGES = [
  '',
  'sign-up',
  'sign-in',
  'recover',
  'reset',
  'verify',
  'keys',
  'usage',
  'account',
  'found-key',
] as const;
