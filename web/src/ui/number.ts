const WHOLE = new Intl.NumberFormat('en-GB');

/** `1,204` */
export function count(value: number): string {
  return WHOLE.format(value);
}

/** `1 request`, `1,204 requests` */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}
