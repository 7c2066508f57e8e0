import type { Release } from '../catalogue/release.ts';
import type { Steps } from '../catalogue/steps.ts';
import { cityCandidate } from '../places/place-resolution.ts';
import { matchingCity, type Wanted } from './matching.ts';
import { TABLE_PROPERTIES, USUAL_SETTINGS } from './properties.ts';
import { type MatchedRow, MOST_CHOICES, rowOf } from './reconciled-rows.ts';

/** A row of a matched table, from a release that is open here. */
export function* matchedRow(release: Release, wanted: Wanted): Steps<MatchedRow> {
  const matches = yield* matchingCity(release, wanted, MOST_CHOICES);
  const [first] = matches;
  const place = first?.match === true ? first.place : undefined;
  return rowOf(
    matches.map((match) => cityCandidate(release, match.place)),
    first?.score,
    place && TABLE_PROPERTIES.map((property) => property.of(release, place, USUAL_SETTINGS)),
  );
}
