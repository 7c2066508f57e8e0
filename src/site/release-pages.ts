import type { Static } from 'typebox';
import { type DataRelease, DOWNLOADS, getRelease } from '../api/release/data-release.ts';
import { periodInWords } from '../compact/words.ts';
import type { FigureChanges } from '../release/manifest.ts';
import { guideAddress } from './guide-address.ts';
import { renderMarkdown } from './guides.ts';
import { type Html, html } from './html.ts';
import type { PageRequest, PageView, SitePage } from './site-page.ts';
import { heading, numeric, scrollTable } from './table.ts';

type ReleaseBody = Static<typeof DataRelease>;
type Changes = NonNullable<ReleaseBody['changes']>;

/** What is served: the release with its hash and counts, and what changed since the one before. */
export function releasePage(): SitePage {
  return {
    path: '/releases',
    render,
    data: { json: releaseOf, xml: feed },
  };
}

/** The same as `GET /v1/release`. */
function releaseOf(request: PageRequest): ReleaseBody {
  return getRelease.resolve(request, {}, {}).answer().body as ReleaseBody;
}

function render(request: PageRequest): PageView {
  const release = releaseOf(request);
  const { version, published_at, changes, changelog } = release;
  return {
    title: 'Releases',
    description: `Data release ${version}, published on ${dayOf(published_at)}: its hash, its counts, and what changed.`,
    width: 'wide',
    main: html`<article class="prose">
<h1>Releases</h1>
<p class="lead">Every figure on this site comes from data release ${version}. Cite it by version and hash: the same hash always means the same figures.</p>
${facts(release)}
<p>Subscribe to the <a href="/releases.xml">Atom feed</a>, or get this page as <a href="/releases.json">JSON</a>.</p>
${changelog !== null && html`<h2 id="changelog">What’s new</h2>${renderMarkdown(changelog, guideAddress).content}`}
${changes !== null && changesSection(changes, request)}
<h2 id="downloads">Downloads</h2>
<p>Download the whole release as one file with <a href="/keys">your API key</a>. Check the file against its hash.</p>
${scrollTable({
  name: 'Downloads',
  columns: ['Format', numeric('Size'), 'SHA-256'],
  rows: release.downloads.map(({ format, bytes, sha256 }) => [
    html`<a href="/reference/${DOWNLOADS.find((each) => each.format === format)?.operationId}">${format}</a>`,
    `${(bytes / 1e6).toFixed(1)} MB`,
    html`<code>${sha256}</code>`,
  ]),
})}
</article>`,
  };
}

function facts({ version, published_at, content_hash, counts }: ReleaseBody): Html {
  const { countries, cities, observations } = counts;
  return html`<dl class="facts">
<div><dt>Version</dt><dd>${version}</dd></div>
<div><dt>Published</dt><dd><time datetime="${published_at}">${dayOf(published_at)}</time></dd></div>
<div><dt>Content hash</dt><dd><code>${content_hash}</code></dd></div>
<div><dt>Places</dt><dd>${whole(cities)} cities in ${whole(countries)} countries and territories</dd></div>
<div><dt>Figures</dt><dd>${whole(observations)} of <a href="/metrics">${whole(counts.metrics)} metrics</a> from <a href="/sources">${whole(counts.sources)} sources</a></dd></div>
</dl>`;
}

function changesSection(changes: Changes, request: PageRequest): Html {
  const { from, threshold, countries, cities, figures, by_metric } = changes;
  const { metrics } = request.release;
  const byMetric = Object.entries(by_metric).sort(([, one], [, other]) => sum(other) - sum(one));
  return html`<h2 id="changes">What changed since ${from.version}</h2>
<p>${placesInWords('Cities', cities)} ${placesInWords('Countries', countries)} Latest figures: ${whole(figures.appeared)} new, ${whole(figures.vanished)} removed, ${whole(figures.moved)} moved by more than ${whole(100 * threshold)} %, and ${whole(figures.revised)} revised in value, period, unit or source.</p>
<p>The previous release has the content hash <code>${from.content_hash}</code>.</p>
${
  byMetric.length > 0 &&
  scrollTable({
    name: 'Changes by metric, most changes first',
    columns: [heading('Metric'), ...['New', 'Removed', 'Moved', 'Revised'].map(numeric)],
    rows: byMetric.map(([id, { appeared, vanished, moved, revised }]) => [
      metrics.has(id)
        ? html`<a href="/metrics/${id}">${metrics.get(id)?.title}</a>`
        : (RESULT_TITLES[id] ?? id),
      ...[appeared, vanished, moved, revised].map((count) => (count === 0 ? '–' : whole(count))),
    ]),
  })
}`;
}

/** Results that are compared like metrics; of metrics that are gone, the id is all that is known. */
const RESULT_TITLES: Readonly<Record<string, string>> = {
  cost_of_living_index: 'Cost of living, overall (estimated)',
  quality_of_life_score: 'Quality of life, overall (estimated)',
};

function placesInWords(what: string, { appeared, vanished }: Changes['cities']): string {
  if (appeared === 0 && vanished === 0) return `${what}: unchanged.`;
  return `${what}: ${whole(appeared)} new, ${whole(vanished)} removed.`;
}

/** Atom (RFC 4287) with the served release as its entry: readers keep the entries that they have seen. */
function feed(request: PageRequest): string {
  const { publicUrl } = request;
  const { version, content_hash, published_at, changelog, changes } = releaseOf(request);
  const page = `${publicUrl}/releases`;
  const absolute = (href: string) => guideAddress(href).replace(/^\//, `${publicUrl}/`);
  const content =
    changelog === null ? html`<p>Data release ${version}.</p>` : renderMarkdown(changelog, absolute).content;
  const change = changes === null ? undefined : changedInWords(changes);
  return html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${page}</id>
<title>Location Data Service: data releases</title>
<updated>${published_at}</updated>
<author><name>Location Data Service</name></author>
<link rel="self" type="application/atom+xml" href="${page}.xml"/>
<link rel="alternate" type="text/html" href="${page}"/>
<entry>
<id>${page}#${version}-${content_hash}</id>
<title>Data release ${version}</title>
<updated>${published_at}</updated>
<link rel="alternate" type="text/html" href="${page}"/>
${change !== undefined && html`<summary>${change}</summary>\n`}<content type="html">${content.markup}</content>
</entry>
</feed>
`.markup;
}

function changedInWords({ from, figures }: Changes): string {
  const { appeared, vanished, moved, revised } = figures;
  return `Since ${from.version}: ${whole(appeared)} new figures, ${whole(vanished)} removed, ${whole(moved)} moved, ${whole(revised)} revised.`;
}

function sum({ appeared, vanished, moved, revised }: FigureChanges): number {
  return appeared + vanished + moved + revised;
}

function dayOf(instant: string): string {
  return periodInWords(instant.slice(0, 10));
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
