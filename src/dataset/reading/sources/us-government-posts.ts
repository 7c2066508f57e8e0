import type { PublishedRow } from '../../building/files/published-file.ts';
import { countriesNamed, matchPlaces, type PublishedPlace, readMatchOverrides } from '../places/match.ts';
import type { FoundPlace, PlaceRule } from './place-rules.ts';

/** The columns of a table of posts that contain names. */
export interface PostColumns {
  country: string;
  post: string;
  /** The publisher's name for the places of a country without a rate of their own. */
  rest: string;
  /** GeoNames codes of the first-level regions that the publisher lists like countries: `ALASKA` → `AK`. */
  regions?: ReadonlyMap<string, string>;
}

const REST = 'rest of the country: places without a rate of their own';

/**
 * The posts in a table of the US government, which has rates for posts and for the rest of each country, and
 * country names of its own. A post may also be a whole country or territory: an override then says so. The note distinguishes
 * a rate for the rest of a country from one for all of it.
 */
export function governmentPosts({ country, post, rest, regions }: PostColumns): PlaceRule {
  const label = (row: PublishedRow) => `${row.required(country)} | ${row.required(post)}`;
  return (rows, gazetteer, reader) => {
    const countryOf = countriesNamed(gazetteer.dataDirectory);
    const overrides = readMatchOverrides(gazetteer.dataDirectory, reader);
    const rests = new Map<string, FoundPlace>();
    const posts: PublishedPlace[] = [];
    for (const row of rows) {
      const published = label(row);
      const iso2 = countryOf(row, country);
      const name = row.required(post);
      const admin1 = regions?.get(row.required(country));
      const key = iso2 === null ? undefined : gazetteer.countryByCode(iso2)?.key;
      if (name === rest && key !== undefined && !overrides.has(published))
        rests.set(published, { published, place: key, how: 'rest of the country', note: REST });
      else posts.push({ published, name, iso2, ...(admin1 === undefined ? {} : { admin1 }) });
    }
    const matches = matchPlaces(gazetteer, overrides, posts);
    return (row) => [rests.get(label(row)) ?? matches.get(label(row)) ?? []].flat();
  };
}

/**
 * The note that distinguishes the rates of one place by their season, with its first and last day: `season 04-01/09-30`. A rate
 * for all the year has none. The dates (ISO 8601) are of the year of the edition, even where the season runs over the new year.
 */
export function seasonNote(firstDay: string, lastDay: string): string {
  const [from, to] = [firstDay, lastDay].map((date) => date.slice('yyyy-'.length));
  return from === '01-01' && to === '12-31' ? '' : `season ${from}/${to}`;
}
