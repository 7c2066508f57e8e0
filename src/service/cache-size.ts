/**
 * Options of an `LRUCache` of at most so many values that takes room as it fills. With `max` it sets aside all of it at once: 3 ms
 * and a megabyte for 50,000, at every start of a service.
 */
export function upTo(values: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: values, sizeCalculation: () => 1 };
}
