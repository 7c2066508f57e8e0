/** Commas or spaces may only separate thousands: with `60.000` or `60,5` we could read another sum than was meant. */
const AMOUNT = /^(?<number>(?:\d+|\d{1,3}(?:[,\s]\d{3})+)(?:\.\d{1,2})?)(?<thousands>\s?k)?$/iu;

/** A typed amount, `60000`, `60,000.50` or `60k`, as the API takes it; undefined if the text is ambiguous or not an amount. */
export function typedAmount(text: string): string | undefined {
  const { number, thousands } = AMOUNT.exec(text.trim())?.groups ?? {};
  const plain = number?.replaceAll(/[,\s]/g, '');
  return thousands === undefined || plain === undefined ? plain : String(Math.round(Number(plain) * 1000));
}
