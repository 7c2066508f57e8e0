import type { Release } from '../engine/catalogue/release.ts';
import { Problem } from '../engine/problems.ts';
import { RESULTS } from '../release/diff.ts';
import type { FigureChanges, FigureMove, ReleaseChanges, ReleaseManifest } from '../release/manifest.ts';
import { guideAddress } from './guide-address.ts';
import { type Html, html, type Part } from './html.ts';
import type { Messages } from './languages/english.ts';
import { inEnglish, quoted } from './languages/quoted.ts';
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
  const { messages } = request;
  const { releases: words, frame, figures } = messages;
  return {
    title: frame.release(version),
    description: words.about(version, figures.day(new Date(published_at))),
    width: 'wide',
    main: html`<article class="prose">
<p class="crumbs"><a href="/releases">${frame.links.releases}</a></p>
<h1>${frame.release(version)}</h1>
${releaseFacts(manifest, messages)}
${newsSection(changelog, messages)}
${changes === null ? html`<p>${words.first}</p>` : changesSection(changes, request)}
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

/** What the release says of itself. */
export function newsSection(changelog: string | null, messages: Messages): Html | undefined {
  if (changelog === null) return undefined;
  return html`<h2 id="changelog">${messages.releases.news}</h2>${quoted(renderMarkdown(changelog, guideAddress).content, messages, 'div')}`;
}

export function releaseFacts(
  { version, published_at, content_hash, counts }: Described['manifest'],
  { releases: words, search, metrics, figures }: Messages,
): Html {
  return html`<dl class="facts">
<div><dt>${words.version}</dt><dd>${version}</dd></div>
<div><dt>${words.published}</dt><dd><time datetime="${published_at}">${figures.day(new Date(published_at))}</time></dd></div>
<div><dt>${words.hash}</dt><dd><code>${content_hash}</code></dd></div>
<div><dt>${search.places}</dt><dd>${words.placesIn(counts.cities, counts.countries)}</dd></div>
<div><dt>${metrics.figures}</dt><dd>${words.figuresFrom(counts.observations, counts.metrics, counts.sources)}</dd></div>
</dl>`;
}

type Counts = Pick<ReleaseChanges, 'threshold' | 'countries' | 'cities' | 'figures'> & {
  from: { version: string };
};

/** How many places and figures changed. */
export function changesSummary(
  { from, threshold, countries, cities, figures: { appeared, vanished, moved, revised } }: Counts,
  { releases: words, front }: Messages,
): Html {
  return html`<h2 id="changes">${words.changes(from.version)}</h2>
<p>${words.changedPlaces(front.cities, cities.appeared, cities.vanished)} ${words.changedPlaces(words.countries, countries.appeared, countries.vanished)} ${words.changedFigures(appeared, vanished, moved, 100 * threshold, revised)}</p>`;
}

function changesSection(changes: ReleaseChanges, request: PageRequest): Html {
  const { releases: words, metrics, figures } = request.messages;
  const { from, by_metric, by_source = {}, largest = [] } = changes;
  return html`${changesSummary(changes, request.messages)}
<p>${words.previous(html`<code>${from.content_hash}</code>`)}</p>
${countTable(metrics.metric, by_metric, request, metricLink)}
${countTable(figures.source, by_source, request, sourceLink)}
${movesTable(largest, request)}`;
}

function countTable(
  what: string,
  counts: Readonly<Record<string, FigureChanges>>,
  request: PageRequest,
  nameOf: (id: string, request: PageRequest) => Part,
): Html | undefined {
  const rows = Object.entries(counts).sort(([, one], [, other]) => sum(other) - sum(one));
  if (rows.length === 0) return undefined;
  const { releases: words, figures } = request.messages;
  return html`<h3>${words.by(what)}</h3>
${scrollTable({
  name: words.changesBy(what),
  columns: [heading(what), ...Object.values(words.counts).map(numeric)],
  rows: rows.map(([id, { appeared, vanished, moved, revised }]) => [
    nameOf(id, request),
    ...[appeared, vanished, moved, revised].map((count) => (count === 0 ? '–' : figures.whole(count))),
  ]),
})}`;
}

function movesTable(moves: readonly FigureMove[], request: PageRequest): Html | undefined {
  if (moves.length === 0) return undefined;
  const { releases: words, quality, figures } = request.messages;
  const amount = ({ value, unit }: { value: number; unit: string }) =>
    `${figures.decimals(value, 2)} ${figures.unit(unit)}`;
  return html`<h3>${words.byPlace}</h3>
${scrollTable({
  name: words.moves,
  columns: [
    heading(figures.place),
    quality.figure,
    numeric(words.before),
    numeric(words.now),
    numeric(words.change),
    figures.time,
  ],
  rows: moves.map(({ place, metric, note, from, to, relative_change }) => [
    placeLink(place, request),
    [metricLink(metric, request), note !== '' && html` <small${inEnglish(request.messages)}>${note}</small>`],
    from !== null && amount(from),
    to !== null && amount(to),
    words.changed(relative_change),
    figures.period(to?.period === '' ? null : (to?.period ?? null)),
  ]),
})}`;
}

/** A place as facts name it: `city/lisbon`, `country/portugal`, or an area, which has no page. */
function placeLink(place: string, { release }: PageRequest): Part {
  const [kind, id = ''] = place.split('/');
  const city = kind === 'city' ? release.city(id) : undefined;
  if (city !== undefined)
    return html`<a href="/cities/${id}">${city.name}</a> <small>${release.country(city.country).name}</small>`;
  const country = kind === 'country' ? release.countries.find((each) => each.id === id) : undefined;
  if (country !== undefined) return html`<a href="/countries/${id}">${country.name}</a>`;
  return kind === 'area' ? release.placeName(place) : id;
}

/** Our own estimates are compared like metrics. Of a metric that was removed, only the id is known. */
function metricLink(id: string, { release, messages }: PageRequest): Part {
  const { releases: words, cost, quality, figures } = messages;
  if (id === RESULTS.cost) return words.estimated(cost.title);
  if (id === RESULTS.quality) return words.estimated(quality.title);
  const metric = release.metrics.get(id);
  return metric === undefined ? id : html`<a href="/metrics/${id}">${figures.metric(id, metric.title)}</a>`;
}

function sourceLink(id: string, { release }: PageRequest): Part {
  const source = release.sources.get(id);
  return source === undefined ? id : html`<a href="/sources/${id}">${source.title}</a>`;
}

function sum({ appeared, vanished, moved, revised }: FigureChanges): number {
  return appeared + vanished + moved + revised;
}
