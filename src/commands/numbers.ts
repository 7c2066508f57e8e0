import { InvalidArgumentError } from 'commander';

/** Reads the number of an option, within bounds. */
export function numberFrom(min: number, max: number, form = /^-?\d+(\.\d+)?$/, what = 'number') {
  return (text: string): number => {
    const value = form.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a ${what} from ${min} to ${max}.`);
  };
}

export function wholeFrom(min: number, max: number) {
  return numberFrom(min, max, /^\d+$/, 'whole number');
}
