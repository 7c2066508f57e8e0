/** Words for what a region is, as lists of places add them to its name or leave them out; folded. */
const KINDS = new Set(
  (
    'province provincia provincie provinsi region regiao state estado district distrito county parish governorate ' +
    'muhafazat department departamento departement oblast krai kray okrug republic prefecture canton voivodeship ' +
    'wojewodztwo emirate division municipality territory autonomous special capital federal metropolitan council ' +
    'lan fylke kraj judet sheng shi ken fu of the and in im de do da del la el'
  ).split(' '),
);

/** `Guadalcanal Province` and `Guadalcanal` are the same; a name of nothing but such words stays. */
export function withoutKindOfRegion(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !KINDS.has(word));
  return left.length === 0 ? words : left;
}
