import { FRAME_PAGES } from './embed/frames.ts';
import { oembedPage } from './embed/oembed.ts';
import { ERROR_PAGES } from './error-pages.ts';
import { CITY_PAGE } from './explorer/city-page.ts';
import { COMPARE_PAGE } from './explorer/compare-page.ts';
import { COUNTRY_PAGE } from './explorer/country-page.ts';
import { FIND_PAGE } from './explorer/find-page.ts';
import { MAP_PAGE } from './explorer/map-page.ts';
import { RANKING_PAGES } from './explorer/ranking-pages.ts';
import { frontPage } from './front-page.ts';
import { guidePages } from './guide-pages.ts';
import type { Health } from './health.ts';
import { MATCH_PAGE } from './matching/match-page.ts';
import { metricPages } from './metric-pages.ts';
import type { OpenApi } from './open-api.ts';
import type { OfferedPackages } from './packages/packages.ts';
import { packagesPage } from './packages/packages-page.ts';
import { PLACES_PAGE } from './picker/places-page.ts';
import { PRIVACY_PAGE } from './privacy-page.ts';
import { referencePages } from './reference-pages.ts';
import { type KeptReleases, releasePages } from './release-pages.ts';
import { REPORT_PAGES } from './report-page.ts';
import { searchPage } from './search/search-pages.ts';
import type { SitePage } from './site-page.ts';
import { SOURCE_PAGES } from './source-pages.ts';
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
    ...pinnable([CITY_PAGE, COUNTRY_PAGE, COMPARE_PAGE, FIND_PAGE, MAP_PAGE, ...RANKING_PAGES]),
    ...FRAME_PAGES,
    oembedPage(),
    MATCH_PAGE,
    ...guidePages(openApi),
    ...referencePages(openApi),
    ...ERROR_PAGES,
    ...pinnable([...metricPages({ withValues: showsFigures }), ...SOURCE_PAGES]),
    ...releasePages(releases),
    statusPage(health),
    PRIVACY_PAGE,
    ...REPORT_PAGES,
    PLACES_PAGE,
    packagesPage(packages),
  ];
  const pages = showsFigures ? all : all.filter((page) => page.showsFigures !== true);
  const has = (path: string) => pages.some((page) => page.path === path);
  return [frontPage({ hasCities: showsFigures }), ...pages, searchPage({ openApi, serves: has })];
}

/** Pages that an address can ask for from an earlier release. */
function pinnable(pages: readonly SitePage[]): SitePage[] {
  return pages.map((page) => ({ ...page, release: 'needed' }));
}
