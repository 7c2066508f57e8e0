const DAY = 86_400_000;
/** RFC 9116 recommends less than a year. The text is made for each request, so it is never out of date. */
const VALID_DAYS = 90;

export const SECURITY_TEXT_PATH = '/.well-known/security.txt';

/** The security.txt of this installation (RFC 9116): where to report a vulnerability. */
export function securityText(contact: string, publicUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + VALID_DAYS * DAY).toISOString();
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    `Canonical: ${publicUrl}${SECURITY_TEXT_PATH}`,
    `Policy: ${publicUrl}/guides/security`,
    '',
  ].join('\n');
}
