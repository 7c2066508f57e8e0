/** The content is what its type says. */
export const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const;
/** Where the public address is https. */
export const HTTPS_ONLY = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/**
 * The headers of every response, for those that are not written by the Responder.
 *
 * @param requestId names this one response
 */
export function commonHeaders(requestId: string, publicUrl: string): Record<string, string> {
  const always = [['X-Request-Id', requestId], NO_SNIFFING] as const;
  return Object.fromEntries(publicUrl.startsWith('https:') ? [...always, HTTPS_ONLY] : always);
}
