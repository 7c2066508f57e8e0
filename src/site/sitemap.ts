import type { Release } from '../engine/catalogue/release.ts';
import { batches } from '../engine/formats/pieces.ts';
import { GUIDES } from '../engine/guides/guides.ts';
import { RANKED_MEASURES } from '../release/measures.ts';
import { html } from './html.ts';
import type { Pieces } from './long-data.ts';

export const SITEMAP_PATH = '/sitemap.xml';

/** The most pages that the protocol allows in a file. The release has fewer; otherwise the smallest cities would be left out. */
const MOST_ADDRESSES = 50_000;

export interface SitemapParts {
  release: Release;
  /** The public address, without /v1. */
  publicUrl: string;
  /** Whether this installation has pages at a path, in OpenAPI notation. */
  serves(path: string): boolean;
}

/**
 * The pages that search engines may list (sitemaps.org): of places, only those with official figures of the city, its
 * metropolitan area or its region. The others say `noindex`.
 */
export function* sitemap({ release, publicUrl, serves }: SitemapParts): Pieces {
  const changedAt = release.publishedAt.toISOString();
  const documents = ['/', '/guides', ...GUIDES.map(({ to }) => to), '/reference', '/privacy'];
  const ofRelease = [
    ...['/releases', '/status', '/metrics', '/rankings', '/explore'].filter(serves),
    ...[...release.metrics.keys()].map((id) => `/metrics/${id}`),
    ...[...release.sources.keys()].map((id) => `/sources/${id}`),
    ...(serves('/rankings/{measure}') ? RANKED_MEASURES.map((id) => `/rankings/${id}`) : []),
    ...placesOf(release, serves),
  ];
  const room = MOST_ADDRESSES - documents.length;
  yield html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${documents.map((path) => html`<url><loc>${publicUrl}${path}</loc></url>\n`)}`.markup;
  for (const paths of batches(ofRelease.slice(0, room)))
    yield html`${paths.map((path) => html`<url><loc>${publicUrl}${path}</loc><lastmod>${changedAt}</lastmod></url>\n`)}`
      .markup;
  yield '</urlset>\n';
}

/** Cities by population, largest first, after their countries. */
function placesOf({ cities, countries, measures }: Release, serves: SitemapParts['serves']): string[] {
  const measured = cities.filter((city) => {
    const evidence = measures.figure('cost', city)?.evidence;
    return evidence === 'official_local' || evidence === 'official_regional';
  });
  const theirs = new Set(measured.map(({ country }) => country));
  return [
    ...(serves('/countries/{country_id}')
      ? countries.filter(({ id }) => theirs.has(id)).map(({ id }) => `/countries/${id}`)
      : []),
    ...(serves('/cities/{city_id}') ? measured.map(({ id }) => `/cities/${id}`) : []),
  ];
}
