/** A Markdown table; columns that begin with `>` are aligned to the right. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(header.map((cell) => cell.replace(/^>/, ''))),
    `|${header.map((cell) => (cell.startsWith('>') ? '--:' : '---')).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

/** The page with this text between the markers `<!-- generated:NAME -->` and the next `<!-- /generated -->`. */
export function withGenerated(page: string, name: string, text: string): string {
  const opening = `<!-- generated:${name} -->`;
  const start = page.indexOf(opening);
  const end = page.indexOf('<!-- /generated -->', start);
  if (start < 0 || end < 0) throw new Error(`the page has no ${opening} … <!-- /generated -->`);
  return `${page.slice(0, start + opening.length)}\n\n${text}\n\n${page.slice(end)}`;
}

export function hundredths(value: number | null): string {
  return value === null ? '' : value.toFixed(2);
}

/** A logarithm times 100 is about per cent. */
export function percent(logarithm: number): string {
  return (100 * logarithm).toFixed(1);
}
