/** Commas or spaces may only separate thousands: with `60.000` or `60,5` we could read another sum than was meant. */
const AMOUNT = /^(?:\d+|\d{1,3}(?:[,\s]\d{3})+)(?:\.\d{1,2})?$/;

/** A typed amount, `60000` or `60,000.50`, as the API takes it; undefined if the text is ambiguous or not an amount. */
export function typedAmount(text: string): string | undefined {
  const trimmed = text.trim();
  return AMOUNT.test(trimmed) ? trimmed.replaceAll(/[,\s]/g, '') : undefined;
}
