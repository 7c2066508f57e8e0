import { ask } from '../engine/ask.ts';
import type { Body } from '../engine/operations.ts';
import { DOWNLOADS } from '../engine/release/data-release.ts';
import { guideAddress } from './guide-address.ts';
import { html } from './html.ts';
import type { Messages } from './languages/english.ts';
import { renderMarkdown } from './markdown.ts';
import type { PageRequest } from './page-request.ts';
import {
  changesSummary,
  type KeptReleases,
  newsSection,
  releaseFacts,
  versionLinks,
  versionPage,
} from './release-version-page.ts';
import type { PageView, SitePage } from './site-page.ts';
import { numeric, scrollTable } from './table.ts';

type ReleaseBody = Body<'/release'>;

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
  const { messages } = request;
  const { releases: words, frame, figures } = messages;
  return {
    title: frame.links.releases,
    description: words.description(version, figures.day(new Date(published_at))),
    width: 'wide',
    main: html`<article class="prose">
<h1>${frame.links.releases}</h1>
<p class="lead">${words.lead(version)}</p>
${releaseFacts(release, messages)}
<p>${words.subscribe}</p>
${newsSection(changelog, messages)}
${changes !== null && changesSummary(changes, messages)}
<p>${words.inDetail(versionLinks(kept, version))}</p>
<h2 id="downloads">${words.downloads}</h2>
<p>${words.download}</p>
${scrollTable({
  name: words.downloads,
  columns: [words.format, numeric(words.size), 'SHA-256'],
  rows: release.downloads.map(({ format, bytes, sha256 }) => [
    html`<a href="/reference/${DOWNLOADS.find((each) => each.format === format)?.operationId}">${format}</a>`,
    words.megabytes(bytes),
    html`<code>${sha256}</code>`,
  ]),
})}
</article>`,
  };
}

/** Atom (RFC 4287) with the served release as its entry: readers keep the entries that they have seen. */
function feed(request: PageRequest): string {
  const { publicUrl, messages } = request;
  const { releases: words, frame } = messages;
  const { version, content_hash, published_at, changelog, changes } = releaseOf(request);
  const page = `${publicUrl}/releases`;
  const absolute = (href: string) => guideAddress(href).replace(/^\//, `${publicUrl}/`);
  const content =
    changelog === null
      ? html`<p>${frame.release(version)}.</p>`
      : renderMarkdown(changelog, absolute).content;
  return html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${page}</id>
<title>${words.feed}</title>
<updated>${published_at}</updated>
<author><name>Location Data Service</name></author>
<link rel="self" type="application/atom+xml" href="${page}.xml"/>
<link rel="alternate" type="text/html" href="${page}"/>
<entry>
<id>${page}#${version}-${content_hash}</id>
<title>${frame.release(version)}</title>
<updated>${published_at}</updated>
<link rel="alternate" type="text/html" href="${page}/${version}"/>
${changes !== null && html`<summary>${changedInShort(changes, words)}</summary>\n`}<content type="html">${content.markup}</content>
</entry>
</feed>
`.markup;
}

function changedInShort(
  { from, figures }: NonNullable<ReleaseBody['changes']>,
  words: Messages['releases'],
): string {
  const { appeared, vanished, moved, revised } = figures;
  return words.changedInShort(from.version, appeared, vanished, moved, revised);
}
