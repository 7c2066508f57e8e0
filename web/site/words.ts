/** What a script says, in the language of the page: an element of the page has it as `data-words`. */
export function wordsOf<Name extends string>({ dataset }: HTMLElement): Readonly<Record<Name, string>> {
  return JSON.parse(dataset.words ?? '{}');
}

/** A text with values in the place of their names: `{matched} matched`. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
