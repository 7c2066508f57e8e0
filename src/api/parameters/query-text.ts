/** `?weights=food%3A1&reference=porto`: the parameters that were given, and nothing else that came with them, such as a key. */
export function queryText(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  // A comma may stand in a query as it is, and lists of ids are read by people.
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`.replaceAll('%2C', ',');
}
