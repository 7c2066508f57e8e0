/** The path that the service is published at, without a final slash: `` or `/atlas`. Scripts are one folder below it. */
export const BASE = basePath(import.meta.url);

/** The API at the host that the page was opened with. */
export const API_URL = `${location.origin}${BASE}/v1`;

function basePath(script: string): string {
  return new URL('..', script).pathname.replace(/\/$/, '');
}
