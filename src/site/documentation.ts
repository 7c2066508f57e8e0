import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Release } from '../engine/catalogue/release.ts';
import { batches } from '../engine/formats/pieces.ts';
import { GUIDE_GROUPS, GUIDES } from '../engine/guides/guides.ts';
import { RANKED_MEASURES } from '../release/measures.ts';
import type { Cors } from '../service/http/cors.ts';
import { ALLOW } from '../service/http/http-problem.ts';
import { textReply } from '../service/http/reply.ts';
import type { Handler, LongDocument, Renderable } from './entry.ts';
import { html } from './html.ts';
import type { Pieces } from './long-data.ts';
import type { OpenApi } from './open-api.ts';
import { A_DAY_LINE, JSON_LINE, REVALIDATE_LINE, TEXT_LINE, VARY_LINE, XML_LINE } from './page-lines.ts';

const SITEMAP_PATH = '/sitemap.xml';
const SECURITY_TEXT_PATH = '/.well-known/security.txt';
const DAY = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 90;

export interface DocumentationParts {
  catalogue: Catalogue;
  cors: Cors;
  /** The public address, without /v1. */
  publicUrl: string;
  openApi: OpenApi;
  /** If undefined, no security.txt is served. */
  securityContact: string | undefined;
  /** Whether this installation has pages at a path, in OpenAPI notation. */
  serves(path: string): boolean;
}

/** Documents about the service for machines, without a key: `/v1/openapi.json`, robots.txt, sitemap, llms.txt, security.txt. */
export function documentation(parts: DocumentationParts): (Renderable | LongDocument | Handler)[] {
  const { securityContact, publicUrl, catalogue } = parts;
  return [
    openApiJson(parts),
    text('/robots.txt', () => robotsText(publicUrl)),
    sitemapXml(parts),
    {
      ...text('/llms.txt', () => llmsText(catalogue.release, publicUrl)),
      version: () => catalogue.release.contentHash,
    },
    ...(securityContact === undefined ? [] : [securityTxt(parts, securityContact)]),
  ];
}

/** Rendered on first request, once per release, because rendering it answers every example. */
function openApiJson({ catalogue, cors, openApi }: DocumentationParts): Renderable {
  const headerLines: Renderable['headerLines'] = ({ request }) =>
    cors.headerLines(request, 'Accept-Encoding');
  return {
    path: '/v1/openapi.json',
    version: () => `${catalogue.release.version} ${catalogue.release.contentHash}`,
    headerLines,
    optionsLines: (exchange) => headerLines(exchange) + cors.preflightLines(exchange.request, ALLOW),
    prepare: () => openApi.steps(catalogue.release),
    render() {
      const document = openApi.of(catalogue.release);
      return { body: JSON.stringify(document), typeLine: JSON_LINE, cacheLine: REVALIDATE_LINE };
    },
  };
}

/** Search results are pages without an end, the dashboard needs a session, and the API a key. */
function robotsText(publicUrl: string): string {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  return [
    'User-agent: *',
    ...['/dashboard/', '/search', '/v1/'].map((path) => `Disallow: ${base}${path}`),
    '',
    `Sitemap: ${publicUrl}${SITEMAP_PATH}`,
    '',
  ].join('\n');
}

/** Made on first request, once per release, because it asks for the evidence of every city. */
function sitemapXml(parts: DocumentationParts): LongDocument {
  const { catalogue } = parts;
  return {
    path: SITEMAP_PATH,
    version: () => `${catalogue.release.version} ${catalogue.release.contentHash}`,
    headerLines: () => VARY_LINE,
    write: () => ({
      pieces: sitemap(parts),
      typeLine: XML_LINE,
      cacheLine: A_DAY_LINE,
    }),
  };
}

function text(path: string, body: () => string): Renderable {
  return {
    path,
    headerLines: () => VARY_LINE,
    render: () => ({ body: body(), typeLine: TEXT_LINE, cacheLine: A_DAY_LINE }),
  };
}

/** Where to report a vulnerability (RFC 9116). Made for each request, so it is never out of date. */
function securityTxt({ publicUrl }: DocumentationParts, contact: string): Handler {
  return {
    path: SECURITY_TEXT_PATH,
    handle: () =>
      textReply(
        200,
        TEXT_LINE + A_DAY_LINE,
        [
          `Contact: ${contact}`,
          `Expires: ${new Date(Date.now() + VALID_DAYS * DAY).toISOString()}`,
          `Canonical: ${publicUrl}${SECURITY_TEXT_PATH}`,
          `Policy: ${publicUrl}/guides/security`,
          '',
        ].join('\n'),
      ),
  };
}

/** An overview for language models (llmstxt.org): what the service is, and where its texts are. */
function llmsText({ manifest, version }: Release, publicUrl: string): string {
  const { countries, cities, sources } = manifest.counts;
  const number = (value: number) => value.toLocaleString('en');
  return [
    '# Location Data Service',
    '',
    `> Cost of living and quality of life of ${number(cities)} cities in ${number(countries)} countries, from ${number(sources)} official and open sources. Every figure names its source, its period and the place that was measured; every estimate has an 80 % interval. Data release ${version}.`,
    '',
    `The API is at ${publicUrl}/v1 and needs a key. Its OpenAPI document, ${publicUrl}/v1/openapi.json, needs none.`,
    '',
    ...GUIDE_GROUPS.flatMap(({ reader, guides }) => [
      `## ${reader}`,
      '',
      ...guides.map(({ to, label, description }) => `- [${label}](${publicUrl}${to}.md): ${description}`),
      '',
    ]),
    '## Data about the data',
    '',
    `- [Metrics](${publicUrl}/metrics.json): definition, unit and coverage of each metric.`,
    `- [Sources](${publicUrl}/sources.json): publisher, licence and edition of each source.`,
    `- [Release](${publicUrl}/releases.json): version, hash, counts and changes of the data release.`,
    `- [Status](${publicUrl}/status.json): whether the service works, and the latest period of each source.`,
    `- [Errors](${publicUrl}/errors.json): every error code, its cause and what to do.`,
    '',
  ].join('\n');
}

/** The most pages that the protocol allows in a file. The release has fewer; otherwise the smallest cities would be left out. */
const MOST_ADDRESSES = 50_000;

/**
 * The pages that search engines may list (sitemaps.org): of places, only those with official figures of the city, its
 * metropolitan area or its region. The others say `noindex`.
 */
function* sitemap({ catalogue: { release }, publicUrl, serves }: DocumentationParts): Pieces {
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
function placesOf({ cities, countries, measures }: Release, serves: DocumentationParts['serves']): string[] {
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
