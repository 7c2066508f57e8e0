import { framePages } from './embed/frames.ts';
import { oembedPage } from './embed/oembed.ts';
import { errorPages } from './error-pages.ts';
import { cityPage } from './explorer/city-page.ts';
import { comparePage } from './explorer/compare-page.ts';
import { countryPage } from './explorer/country-page.ts';
import { findPage } from './explorer/find-page.ts';
import { mapPage } from './explorer/map-page.ts';
import { rankingPages } from './explorer/ranking-pages.ts';
import { frontPage } from './front-page.ts';
import { guidePages } from './guide-pages.ts';
import type { Health } from './health.ts';
import { matchPage } from './matching/match-page.ts';
import { metricPages } from './metric-pages.ts';
import type { OpenApi } from './open-api.ts';
import type { OfferedPackages } from './packages/packages.ts';
import { packagesPage } from './packages/packages-page.ts';
import { placesPage } from './picker/places-page.ts';
import { privacyPage } from './privacy-page.ts';
import { referencePages } from './reference-pages.ts';
import { type KeptReleases, releasePages } from './release-pages.ts';
import { reportPages } from './report-page.ts';
import { searchPages } from './search/search-pages.ts';
import type { SitePage } from './site-page.ts';
import { sourcePages } from './source-pages.ts';
import { statusPage } from './status-page.ts';

export interface PageTableParts {
  /** Whether the pages about places and figures are served. */
  showsFigures: boolean;
  openApi: OpenApi;
  /** The releases on this server. */
  releases: KeptReleases;
  packages: OfferedPackages;
  /** The current state of the service. */
  health(): Health;
}

/** Every page for people that the server renders, in one table. docs/adding-a-page.md says how to add one. */
export function pageTable({ showsFigures, openApi, releases, packages, health }: PageTableParts): SitePage[] {
  const all: SitePage[] = [
    ...pinnable([cityPage(), countryPage(), comparePage(), findPage(), mapPage(), ...rankingPages()]),
    ...framePages(),
    oembedPage(),
    matchPage(),
    ...guidePages(openApi),
    ...referencePages(openApi),
    ...errorPages(),
    ...pinnable([...metricPages({ withValues: showsFigures }), ...sourcePages()]),
    ...releasePages(releases),
    statusPage(health),
    privacyPage(),
    ...reportPages(),
    placesPage(),
    packagesPage(packages),
  ];
  const pages = showsFigures ? all : all.filter((page) => page.showsFigures !== true);
  const has = (path: string) => pages.some((page) => page.path === path);
  const hasCities = has('/cities/{city_id}');
  return [frontPage({ hasCities }), ...pages, ...searchPages({ openApi, serves: has })];
}

/** Pages that an address can ask for from an earlier release. */
function pinnable(pages: readonly SitePage[]): SitePage[] {
  return pages.map((page) => ({ ...page, release: 'needed' }));
}
