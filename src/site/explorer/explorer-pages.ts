import type { SitePage } from '../site-page.ts';
import { cityPage } from './city-page.ts';
import { comparePage } from './compare-page.ts';
import { countryPage } from './country-page.ts';
import { findPage } from './find-page.ts';
import { mapPage } from './map-page.ts';
import { rankingPages } from './ranking-pages.ts';

/** Pages about places and their figures. `LDS_SITE=off` leaves them out. */
export function explorerPages(): SitePage[] {
  return [cityPage(), countryPage(), comparePage(), findPage(), mapPage(), ...rankingPages()];
}
