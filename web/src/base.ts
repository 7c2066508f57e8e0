/** The path that the service is published at, without a final slash: `` or `/atlas`. Scripts are one folder below it. */
export const BASE = basePath(import.meta.url);

function basePath(script: string): string {
  return new URL('..', script).pathname.replace(/\/$/, '');
}
