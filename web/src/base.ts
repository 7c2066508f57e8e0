/** Path below which the service is published, without a slash at its end: `` or `/atlas`. Scripts lie one folder below it. */
export const BASE = basePath(import.meta.url);

function basePath(script: string): string {
  return new URL('..', script).pathname.replace(/\/$/, '');
}
