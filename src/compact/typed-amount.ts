/** Commas or spaces stand between thousands only: who writes `60.000` or `60,5` means another sum than we would read. */
const AMOUNT = /^(?:\d+|\d{1,3}(?:[,\s]\d{3})+)(?:\.\d{1,2})?$/;

/** An amount as people type it, `60000` or `60,000.50`, as the API takes it; undefined for a text that may mean several sums, or none. */
export function typedAmount(text: string): string | undefined {
  const trimmed = text.trim();
  return AMOUNT.test(trimmed) ? trimmed.replaceAll(/[,\s]/g, '') : undefined;
}
