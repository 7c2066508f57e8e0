/** Shown with every new key: on the page, on the command line and in the guide. */
export const KEY_CARE =
  'Store this key securely and keep it secret: it carries many privileges and must never be in a public repository, in client-side code or in published text.';

/** The most addresses and networks that may use a key. */
export const MOST_ADDRESSES = 50;
/** After how many days without use a key may end. The fewest leave time for a warning; the most are ten years. */
export const IDLE_DAYS = { min: 14, max: 3650 } as const;
