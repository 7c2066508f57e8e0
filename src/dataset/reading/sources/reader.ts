import type { Fact } from '../../building/facts/fact.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import type { CitedSource } from './citations.ts';

/**
 * One publisher's file format. A reader knows the format and nothing else: it gets a directory with the
 * published files, and our places, and returns what the files say, or a promise of it; the runner writes `data/`.
 */
export interface SourceReader<Reading = SourceReading> {
  /** Name on the command line and of the written files: `us-hud-fmr`. */
  id: string;
  /** Folder of the published files below the directory given to `data read`; '' if it reads only an npm package. */
  folder: string;
  /** Ids of data/readers/citations.tsv, which says who published them; absent if the files state their edition. */
  sources?: readonly string[];
  read(directory: string, gazetteer: Gazetteer): Reading;
}

export interface SourceReading {
  facts: Fact[];
  /** How the publisher's places were matched to ours, for review; plain ISO 3166-1 codes are not listed. */
  matches: Match[];
  /** The editions that the files state, with what `citedSource` says of all editions. */
  sources?: CitedSource[];
}
