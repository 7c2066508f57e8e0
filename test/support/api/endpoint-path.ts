import type { Endpoint } from '../../../src/engine/endpoint.ts';

/**
 * The path of an endpoint below /v1, with existing places and only the query parameters that it requires, as in its first
 * example. `values` replace these values by parameter name.
 */
export function pathTo(
  { path, query, examples: [example] }: Endpoint,
  values: Readonly<Record<string, string>> = {},
): string {
  const filled = { country_id: 'portugal', city_id: 'lisbon', ...example?.query, ...values };
  const named = (name: string) => String((filled as Record<string, unknown>)[name]);
  const required = (query as { required?: readonly string[] }).required ?? [];
  // A comparison needs cities or countries, which a schema of parameters cannot say.
  const needed = [...required, ...['cities'].filter((name) => name in (example?.query ?? {}))];
  const search = needed.map((name) => `${name}=${encodeURIComponent(named(name))}`).join('&');
  return withQuery(
    path.replace(/\{(\w+)\}/g, (_, name: string) => named(name)),
    search,
  );
}

/** Adds parameters to the query of a path. */
export function withQuery(path: string, more: string): string {
  if (more === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${more}`;
}
