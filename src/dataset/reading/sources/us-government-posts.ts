import type { Grain } from '../../../release/grain.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import {
  countryNamed,
  matchPlaces,
  type PublishedPlace,
  readMatchOverrides,
  readPublishedCountryNames,
} from '../places/match.ts';

/** The columns of a table of posts that contain names. */
export interface PostColumns {
  country: string;
  post: string;
  /** The publisher's name for the places of a country without a rate of their own. */
  rest: string;
  /** GeoNames codes of the first-level regions that the publisher lists like countries: `ALASKA` → `AK`. */
  regions?: ReadonlyMap<string, string>;
}

/** Where the figures of one row belong; `place` is '' when the post is none of our places. */
export interface Post {
  place: string;
  grain: Grain;
  /** Distinguishes a rate for the rest of a country from one for all of it. */
  note: string;
}

const REST_NOTE = 'rest of the country: places without a rate of their own';

/**
 * The posts in a table of the US government, which has rates for posts and for the rest of each country, and
 * country names of its own. A post may also be a whole country or territory: an override then says so.
 */
export class Posts {
  readonly #matches: ReadonlyMap<string, Match>;
  readonly #columns: PostColumns;

  constructor(reader: string, gazetteer: Gazetteer, columns: PostColumns, rows: readonly PublishedRow[]) {
    this.#columns = columns;
    const countryNames = readPublishedCountryNames(gazetteer.dataDirectory);
    const overrides = readMatchOverrides(gazetteer.dataDirectory, reader);
    const rests: Match[] = [];
    const posts: PublishedPlace[] = [];
    for (const row of rows) {
      const published = this.#label(row);
      const iso2 = countryNamed(row, columns.country, countryNames);
      const name = row.required(columns.post);
      const admin1 = columns.regions?.get(row.required(columns.country));
      const country = iso2 === null ? undefined : gazetteer.countryByCode(iso2);
      if (name === columns.rest && country !== undefined && !overrides.has(published)) {
        rests.push({ published, place: country.key, how: 'rest of the country' });
      } else {
        posts.push({ published, name, iso2, ...(admin1 === undefined ? {} : { admin1 }) });
      }
    }
    const matches = matchPlaces(gazetteer, overrides, posts);
    for (const rest of rests) matches.set(rest.published, rest);
    this.#matches = matches;
  }

  postOf(row: PublishedRow): Post {
    const match = this.#matches.get(this.#label(row));
    if (match === undefined) throw row.fault(this.#columns.post, 'not a row of the table of posts');
    return {
      place: match.place,
      grain: match.place.startsWith('country/') ? 'country' : 'city',
      note: match.how === 'rest of the country' ? REST_NOTE : '',
    };
  }

  matches(): Match[] {
    return [...this.#matches.values()];
  }

  #label(row: PublishedRow): string {
    return `${row.required(this.#columns.country)} | ${row.required(this.#columns.post)}`;
  }
}
