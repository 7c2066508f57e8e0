/**
 * Rows as lines of text with aligned columns, two spaces apart.
 *
 * @param least widths that the columns have at least
 */
export function aligned(rows: readonly (readonly string[])[], least: readonly number[] = []): string[] {
  const widths = widthsOf(rows, least);
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** How wide each column has to be for all of these rows. */
export function widthsOf(rows: readonly (readonly string[])[], least: readonly number[] = []): number[] {
  return (rows[0] ?? []).map((_, column) =>
    rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), least[column] ?? 0),
  );
}
