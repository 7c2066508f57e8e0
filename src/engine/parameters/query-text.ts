/**
 * Writes a query, `?weights=food%3A1&reference=porto`, from the known parameters only, so that nothing else (such as a key) gets
 * into it.
 */
export function queryText(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  // Commas are allowed in a query, and keep lists of ids readable.
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`.replaceAll('%2C', ',');
}

/** Adds parameters to a URL that may have a query already. */
export function withQuery(url: string, parameters: Parameters<typeof queryText>[0]): string {
  const added = queryText(parameters);
  return url.includes('?') ? url + added.replace('?', '&') : url + added;
}
