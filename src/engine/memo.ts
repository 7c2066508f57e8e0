/**
 * The value of a key, made at the first call and kept in a map, a weak map or a cache. Where nothing is dropped, keys are few or the
 * map lives briefly. The client runs this too, on programs whose maps have no `getOrInsertComputed`.
 */
export function memo<Key, Value>(
  values: { get(key: Key): Value | undefined; set(key: Key, value: NoInfer<Value>): unknown },
  key: Key,
  make: () => NoInfer<Value>,
): Value {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    values.set(key, value);
  }
  return value;
}
