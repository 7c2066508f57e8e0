/**
 * The value of a key, made at the first call and kept in the map. Keys are few, or the map lives briefly: nothing is dropped. The
 * client runs this too, on programs whose maps have no `getOrInsertComputed`.
 */
export function memo<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    values.set(key, value);
  }
  return value;
}
