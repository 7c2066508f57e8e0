import type { Release } from '../engine/catalogue/release.ts';
import { Problem } from '../engine/problems.ts';
import { decimals, periodInWords, unitInWords, whole } from '../engine/summaries/words.ts';
import { RESULTS } from '../release/diff.ts';
import type { FigureChanges, FigureMove, ReleaseChanges, ReleaseManifest } from '../release/manifest.ts';
import { describeChange } from '../release/moved.ts';
import { guideAddress } from './guide-address.ts';
import { type Html, html, type Part } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { PageRequest } from './page-request.ts';
import type { PageView, SitePage } from './site-page.ts';
import { heading, numeric, scrollTable } from './table.ts';

/** The releases on this server, as a ReleaseStore has them. */
export interface KeptReleases {
  /** The latest build first. */
  names(): string[];
  manifest(name: string): ReleaseManifest;
  changes(name: string): ReleaseChanges | null;
}

/** What a release changed, by metric, source and place. Servers keep different earlier releases. */
export function versionPage(kept: KeptReleases): SitePage {
  return { path: '/releases/{version}', render: (request) => view(request, kept) };
}

interface Described {
  manifest: Pick<ReleaseManifest, 'version' | 'content_hash' | 'published_at' | 'counts' | 'changelog'>;
  changes: ReleaseChanges | null;
}

function view(request: PageRequest, kept: KeptReleases): PageView {
  const { version = '' } = request.parameters;
  const { manifest, changes } = describedOf(version, request.release, kept);
  const { changelog, published_at } = manifest;
  return {
    title: `Data release ${version}`,
    description: `What data release ${version} of ${dayOf(published_at)} changed, by metric, source and place.`,
    width: 'wide',
    main: html`<article class="prose">
<p class="crumbs"><a href="/releases">Releases</a></p>
<h1>Data release ${version}</h1>
${releaseFacts(manifest)}
${changelog !== null && html`<h2 id="changelog">What’s new</h2>${renderMarkdown(changelog, guideAddress).content}`}
${changes === null ? html`<p>It was built without an earlier release to compare it with.</p>` : changesSection(changes, request.release)}
</article>`,
  };
}

/** @throws Problem for a version that this server does not keep */
function describedOf(version: string, served: Release, kept: KeptReleases): Described {
  if (version === served.version) {
    const { manifest, changes, contentHash: content_hash, publishedAt } = served;
    return {
      manifest: { ...manifest, version, content_hash, published_at: publishedAt.toISOString() },
      changes,
    };
  }
  const found = keptVersions(kept).get(version);
  if (found !== undefined) return { manifest: kept.manifest(found), changes: kept.changes(found) };
  const known = [...new Set([served.version, ...keptVersions(kept).keys()])];
  throw new Problem(
    'path_not_found',
    `This server does not keep data release ${version}. It keeps ${known.join(', ')}.`,
  );
}

/** Names by version; of several builds of one version the last. A release of an earlier format is left out. */
function keptVersions(kept: KeptReleases): Map<string, string> {
  const versions = new Map<string, string>();
  for (const name of kept.names()) {
    try {
      const { version } = kept.manifest(name);
      if (!versions.has(version)) versions.set(version, name);
    } catch {
      // It cannot be shown, and is not the served release.
    }
  }
  return versions;
}

/** The pages of all kept releases, the served one first. */
export function versionLinks(kept: KeptReleases, served: string): Html {
  const versions = [...new Set([served, ...keptVersions(kept).keys()])];
  return html`${versions.map((version, index) => html`${index > 0 && ', '}<a href="/releases/${version}">${version}</a>`)}`;
}

export function releaseFacts({ version, published_at, content_hash, counts }: Described['manifest']): Html {
  const { countries, cities, observations } = counts;
  return html`<dl class="facts">
<div><dt>Version</dt><dd>${version}</dd></div>
<div><dt>Published</dt><dd><time datetime="${published_at}">${dayOf(published_at)}</time></dd></div>
<div><dt>Content hash</dt><dd><code>${content_hash}</code></dd></div>
<div><dt>Places</dt><dd>${whole(cities)} cities in ${whole(countries)} countries and territories</dd></div>
<div><dt>Figures</dt><dd>${whole(observations)} of <a href="/metrics">${whole(counts.metrics)} metrics</a> from <a href="/sources">${whole(counts.sources)} sources</a></dd></div>
</dl>`;
}

type Counts = Pick<ReleaseChanges, 'threshold' | 'countries' | 'cities' | 'figures'>;

/** How many places and figures changed. */
export function changesSummary({ threshold, countries, cities, figures }: Counts): Html {
  return html`<p>${placesInWords('Cities', cities)} ${placesInWords('Countries', countries)} Latest figures: ${whole(figures.appeared)} new, ${whole(figures.vanished)} removed, ${whole(figures.moved)} moved by more than ${whole(100 * threshold)} %, and ${whole(figures.revised)} revised in value, period, unit or source.</p>`;
}

function changesSection(changes: ReleaseChanges, release: Release): Html {
  const { from, by_metric, by_source = {}, largest = [] } = changes;
  return html`<h2 id="changes">What changed since ${from.version}</h2>
${changesSummary(changes)}
<p>The previous release has the content hash <code>${from.content_hash}</code>.</p>
${countTable('Metric', by_metric, (id) => metricLink(id, release))}
${countTable('Source', by_source, (id) => sourceLink(id, release))}
${movesTable(largest, release)}`;
}

function countTable(
  what: string,
  counts: Readonly<Record<string, FigureChanges>>,
  nameOf: (id: string) => Part,
): Html | undefined {
  const rows = Object.entries(counts).sort(([, one], [, other]) => sum(other) - sum(one));
  if (rows.length === 0) return undefined;
  return html`<h3>By ${what.toLowerCase()}</h3>
${scrollTable({
  name: `Changes by ${what.toLowerCase()}, most changes first`,
  columns: [heading(what), ...['New', 'Removed', 'Moved', 'Revised'].map(numeric)],
  rows: rows.map(([id, { appeared, vanished, moved, revised }]) => [
    nameOf(id),
    ...[appeared, vanished, moved, revised].map((count) => (count === 0 ? '–' : whole(count))),
  ]),
})}`;
}

function movesTable(moves: readonly FigureMove[], release: Release): Html | undefined {
  if (moves.length === 0) return undefined;
  return html`<h3>By place: the largest moves</h3>
${scrollTable({
  name: 'The largest moves',
  columns: [heading('Place'), 'Figure', numeric('Before'), numeric('Now'), numeric('Change'), 'Period'],
  rows: moves.map(({ place, metric, note, from, to, relative_change }) => [
    placeLink(place, release),
    [metricLink(metric, release), note !== '' && html` <small>${note}</small>`],
    from !== null && amount(from),
    to !== null && amount(to),
    describeChange(relative_change),
    periodInWords(to?.period === '' ? null : (to?.period ?? null)),
  ]),
})}`;
}

function amount({ value, unit }: { value: number; unit: string }): string {
  return `${decimals(value, 2)} ${unitInWords(unit)}`;
}

/** A place as facts name it: `city/lisbon`, `country/portugal`, or an area, which has no page. */
function placeLink(place: string, release: Release): Part {
  const [kind, id = ''] = place.split('/');
  const city = kind === 'city' ? release.city(id) : undefined;
  if (city !== undefined)
    return html`<a href="/cities/${id}">${city.name}</a> <small>${release.country(city.country).name}</small>`;
  const country = kind === 'country' ? release.countries.find((each) => each.id === id) : undefined;
  return country === undefined ? id : html`<a href="/countries/${id}">${country.name}</a>`;
}

/** Results that are compared like metrics; for a removed metric, only the id is known. */
const RESULT_TITLES: Readonly<Record<string, string>> = {
  [RESULTS.cost]: 'Cost of living, overall (estimated)',
  [RESULTS.quality]: 'Quality of life, overall (estimated)',
};

function metricLink(id: string, { metrics }: Release): Part {
  const metric = metrics.get(id);
  return metric === undefined
    ? (RESULT_TITLES[id] ?? id)
    : html`<a href="/metrics/${id}">${metric.title}</a>`;
}

function sourceLink(id: string, { sources }: Release): Part {
  const source = sources.get(id);
  return source === undefined ? id : html`<a href="/sources/${id}">${source.title}</a>`;
}

function placesInWords(what: string, { appeared, vanished }: ReleaseChanges['cities']): string {
  if (appeared === 0 && vanished === 0) return `${what}: unchanged.`;
  return `${what}: ${whole(appeared)} new, ${whole(vanished)} removed.`;
}

function sum({ appeared, vanished, moved, revised }: FigureChanges): number {
  return appeared + vanished + moved + revised;
}

export function dayOf(instant: string): string {
  return periodInWords(instant.slice(0, 10));
}
