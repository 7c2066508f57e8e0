/** Metrics whose facts a compiler added up from published shares: the two favourable of four answers to a question. */
export const SUMMED_METRICS: ReadonlySet<string> = new Set([
  'satisfied_with_city',
  'satisfied_with_life',
  'feel_safe_at_night',
  'find_good_jobs_easy_to_find',
  'find_good_housing_easy_to_find',
  'trust_people_of_city',
]);
