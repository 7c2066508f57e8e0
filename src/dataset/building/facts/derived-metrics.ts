/**
 * Metrics whose facts we computed, from coordinates of GeoNames and from the map or list that the fact names as its
 * source. Not in the files of the readers, because these need packages that building a release does not.
 */
export const DERIVED_METRICS: ReadonlySet<string> = new Set(['distance_to_airport', 'distance_to_coast']);
