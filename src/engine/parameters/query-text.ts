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

/** The first text of each of these parameters, in this order, so that the same content has one key. */
export function declared(names: readonly string[], sent: Record<string, unknown>): Record<string, string> {
  const query: Record<string, string> = {};
  for (const name of names) {
    const value = sent[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first !== '') query[name] = first;
  }
  return query;
}
