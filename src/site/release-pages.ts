import { ask } from '../engine/ask.ts';
import type { Body } from '../engine/operations.ts';
import { DOWNLOADS } from '../engine/release/data-release.ts';
import { whole } from '../engine/summaries/words.ts';
import { guideAddress } from './guide-address.ts';
import { html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { PageRequest } from './page-request.ts';
import {
  changesSummary,
  dayOf,
  type KeptReleases,
  releaseFacts,
  versionLinks,
  versionPage,
} from './release-version-page.ts';
import type { PageView, SitePage } from './site-page.ts';
import { numeric, scrollTable } from './table.ts';

type ReleaseBody = Body<'/release'>;
type Changes = NonNullable<ReleaseBody['changes']>;

/** The served release with its hash and counts, and a page for the changes of every release that this server keeps. */
export function releasePages(kept: KeptReleases): SitePage[] {
  return [
    {
      path: '/releases',
      render: (request) => render(request, kept),
      data: { json: releaseOf, xml: feed },
    },
    versionPage(kept),
  ];
}

/** The same as `GET /v1/release`. */
function releaseOf(request: PageRequest): ReleaseBody {
  return ask(request, '/release').body;
}

function render(request: PageRequest, kept: KeptReleases): PageView {
  const release = releaseOf(request);
  const { version, published_at, changes, changelog } = release;
  return {
    title: 'Releases',
    description: `Data release ${version}, published on ${dayOf(published_at)}: its hash, its counts, and what changed.`,
    width: 'wide',
    main: html`<article class="prose">
<h1>Releases</h1>
<p class="lead">Every figure on this site comes from data release ${version}. Cite it by version and hash: the same hash always means the same figures.</p>
${releaseFacts(release)}
<p>Subscribe to the <a href="/releases.xml">Atom feed</a>, or get this page as <a href="/releases.json">JSON</a>.</p>
${changelog !== null && html`<h2 id="changelog">What’s new</h2>${renderMarkdown(changelog, guideAddress).content}`}
${changes !== null && html`<h2 id="changes">What changed since ${changes.from.version}</h2>${changesSummary(changes)}`}
<p>By metric, source and place: ${versionLinks(kept, version)}.</p>
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
<link rel="alternate" type="text/html" href="${page}/${version}"/>
${change !== undefined && html`<summary>${change}</summary>\n`}<content type="html">${content.markup}</content>
</entry>
</feed>
`.markup;
}

function changedInWords({ from, figures }: Changes): string {
  const { appeared, vanished, moved, revised } = figures;
  return `Since ${from.version}: ${whole(appeared)} new figures, ${whole(vanished)} removed, ${whole(moved)} moved, ${whole(revised)} revised.`;
}
