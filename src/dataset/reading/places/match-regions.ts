import { SourceFileError } from '../../building/files/source-file-error.ts';
import { areaKey, readAreaIds } from '../../building/places/areas.ts';
import { placeTable } from '../../building/places/place-table.ts';
import type { Match } from './match.ts';

const MATCH_REGIONS = placeTable('match-regions', ['reader', 'published', 'area', 'reason']);

/** The regions of one publisher, and the areas of ours that correspond to each (data/places/match-regions.tsv). */
export class RegionMatches {
  readonly #reader: string;
  readonly #file: string;
  readonly #byName: ReadonlyMap<string, readonly Match[]>;
  readonly #used = new Map<string, readonly Match[]>();

  constructor(dataDirectory: string, reader: string) {
    this.#reader = reader;
    const areas = readAreaIds(dataDirectory);
    const file = MATCH_REGIONS.path(dataDirectory);
    this.#file = file;
    const rows = MATCH_REGIONS.read(dataDirectory).filter((row) => row.reader === reader);
    const matches = rows.map(({ line, published, area, reason }): Match => {
      if (area === '' && reason === '')
        throw new SourceFileError(file, line, 'reason', `why is ${published} no area of ours?`);
      if (area !== '' && !areas.has(area))
        throw new SourceFileError(file, line, 'area', `${area} is no area`);
      return { published, place: area === '' ? '' : areaKey(area), how: reason === '' ? 'name' : reason };
    });
    this.#byName = Map.groupBy(matches, ({ published }) => published);
  }

  /** Keys of the areas; none if the region contains none of our cities. A region that has not been reviewed is an error. */
  of(published: string): string[] {
    const found = this.#byName.get(published);
    if (found === undefined)
      throw new SourceFileError(
        this.#file,
        0,
        '',
        `no row has the region ${JSON.stringify(published)} of ${this.#reader}, with its area or a reason`,
      );
    this.#used.set(published, found);
    return found.map(({ place }) => place).filter((place) => place !== '');
  }

  /** The matches of every region that was looked up. */
  matches(): Match[] {
    return [...this.#used.values()].flat();
  }
}
