/** Keeps browsers from guessing another content type. */
export const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const;
/** Sent when the public address is https. */
export const HTTPS_ONLY = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/**
 * The headers of every response, for responses that the Responder does not write.
 *
 * @param requestId the id of this response
 */
export function commonHeaders(requestId: string, publicUrl: string): Record<string, string> {
  const always = [['X-Request-Id', requestId], NO_SNIFFING] as const;
  return Object.fromEntries(publicUrl.startsWith('https:') ? [...always, HTTPS_ONLY] : always);
}
