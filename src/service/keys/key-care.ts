/** Shown with every new key: on the page, on the command line and in the guide. */
export const KEY_CARE =
  'Store this key securely and keep it secret: it carries many privileges. Never put it in a public repository, in client-side code or in published text.';
