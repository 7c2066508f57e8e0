/**
 * Where the dashboard leaves a key that was just created, for the API reference in the same tab. The browser forgets it when the
 * tab is closed, and signing out removes it.
 */
export const KEY_OF_TAB = 'lds-key';
