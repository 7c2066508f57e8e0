import { fileURLToPath } from 'node:url';
import KDBush from 'kdbush';
import { readBytes } from '../../building/files/file-bytes.ts';
import type { GazetteerCity } from '../../building/places/gazetteer.ts';

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
