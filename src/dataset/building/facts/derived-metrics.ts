/**
 * Metrics whose facts we computed, from coordinates of GeoNames and from the map or list that the fact names as its
 * source. Not in the files of the readers, because these need packages that building a release does not.
 */
export const DERIVED_METRICS: ReadonlySet<string> = new Set(['distance_to_airport', 'distance_to_coast']);

/** Metrics whose facts a compiler added up from published shares: the two favourable of four answers to a question. */
export const SUMMED_METRICS: ReadonlySet<string> = new Set([
  'satisfied_with_city',
  'satisfied_with_life',
  'feel_safe_at_night',
  'find_good_jobs_easy_to_find',
  'find_good_housing_easy_to_find',
  'trust_people_of_city',
]);
