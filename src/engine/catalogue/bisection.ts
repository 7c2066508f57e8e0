/** How many things come before the first that does not pass, of so many of which those that pass are at the beginning. */
export function countWhile(length: number, passes: (at: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (passes(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
