/** A result of the search. */
export interface SearchEntry {
  title: string;
  /** Its kind, for people: `City`, `Error`. */
  kind: string;
  to: string;
  /** What tells it from others of its name, or explains it: where a place is, what a setting does. */
  text: string;
}
