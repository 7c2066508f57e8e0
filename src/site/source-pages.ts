import type { Release } from '../engine/catalogue/release.ts';
import { guideText } from '../engine/guides/guides.ts';
import { anchorOf, type GuideSection, sectionsOf } from '../engine/guides/sections.ts';
import { Problem } from '../engine/problems.ts';
import { csvOf } from '../engine/summaries/csv-rows.ts';
import type { SourceRecord } from '../release/source.ts';
import { documentationPage } from './documentation-layout.ts';
import { inlineCode } from './field-markup.ts';
import { html, type Part } from './html.ts';
import { quoted } from './languages/quoted.ts';
import { documented, guideAddress } from './markdown.ts';
import { wrongFigure } from './report-page.ts';
import type { PageRequest, PageView, SitePage } from './site-page.ts';
import { heading, type Row, scrollTable } from './table.ts';

/** Every source of the release: who publishes it, on which terms, what is taken from it, and what to be careful about. */
export const SOURCE_PAGES: SitePage[] = [
  {
    path: '/sources',
    render: index,
    data: {
      json: ({ release }) => [...release.sources.values()],
      csv: ({ release }) => csvOf([...release.sources.values()]),
      md: () => guideText({ name: 'sources' }),
    },
  },
  { path: '/sources/{source_id}', render: sourcePage, data: { json: (request) => sourceOf(request) } },
];

function index(request: PageRequest): PageView {
  const { release, messages } = request;
  const { sources: words, frame, figures } = messages;
  const row = ({ id, publisher, title, licence, vintage, refresh }: SourceRecord): Row => [
    html`<a href="/sources/${id}">${title}</a>`,
    publisher,
    licence,
    vintage,
    refresh === null ? '–' : words.refresh[refresh],
  ];
  const { introduction, sections } = sectionsOf(guideText({ name: 'sources' }));
  const groups = sections.map((section) => ({ section, sources: sourcesIn(section, release) }));
  const listed = new Set(groups.flatMap(({ sources }) => sources));
  const others = [...release.sources.values()].filter((source) => !listed.has(source));
  return documentationPage(request, {
    title: frame.links.sources,
    description: words.about(release.sources.size),
    content: html`${documented(introduction, messages)}
${scrollTable({
  name: words.name,
  columns: [heading(figures.source), words.publisher, words.licence, words.edition, words.refreshed],
  groups: [
    ...groups.map(({ section: { title }, sources }) => ({
      title: quoted(title, messages),
      id: anchorOf(title),
      rows: sources.map(row),
    })),
    { title: words.operator, rows: others.map(row) },
  ].filter(({ rows }) => rows.length > 0),
})}`,
  });
}

function sourcePage(request: PageRequest): PageView {
  const { release, messages } = request;
  const { sources: words, metrics } = messages;
  const source = sourceOf(request);
  const { sections } = sectionsOf(guideText({ name: 'sources' }));
  const section = sections.find((each) => each.markdown.includes(`\`${source.id}\``));
  return documentationPage(request, {
    title: source.title,
    description: words.aboutSource(source.publisher, source.title),
    content: html`<h1>${source.title}</h1>
<dl class="facts">
<div><dt>${words.page}</dt><dd><a href="${source.url}">${source.url}</a></dd></div>
<div><dt>${words.howRead}</dt><dd>${source.read_from === null ? words.ownFile : quoted(source.read_from, messages)}</dd></div>
<div><dt>${words.publisher}</dt><dd>${source.publisher}</dd></div>
<div><dt>${words.edition}</dt><dd>${source.vintage}</dd></div>
<div><dt>${words.refreshed}</dt><dd>${inlineCode(words.howRefreshed(source) ?? words.notSaid)}</dd></div>
</dl>
<h2 id="terms">${words.terms}</h2>
<dl class="facts">
<div><dt>${words.licence}</dt><dd>${source.licence_url === null ? source.licence : html`<a href="${source.licence_url}">${source.licence}</a>`}</dd></div>
<div><dt>${words.statedBy}</dt><dd>${words.stated(source) ?? words.notSaid}</dd></div>
${source.terms_unclear !== null && html`<div><dt>${words.unclear}</dt><dd>${quoted(source.terms_unclear, messages)}</dd></div>`}
<div><dt>${words.attribution}</dt><dd>${source.attribution}</dd></div>
<div><dt>${metrics.id}</dt><dd><code>${source.id}</code></dd></div>
</dl>
${section && notes(section, request)}
<p>${wrongFigure({ source: source.id, release: release.version }, messages)} <a href="/sources">${words.all}</a></p>`,
  });
}

/** What the guide says of the data set, without its table of editions. */
function notes({ title, markdown }: GuideSection, { release, messages }: PageRequest): Part {
  const text = markdown
    .replace(/^\|.*\|\n/gm, '')
    .replace(/^## .*$/m, `## ${title}`)
    .replace(/(?<=Metrics based on it: ).*/, (metrics) =>
      metrics.replace(/`(\w+)`/g, (code, id: string) =>
        release.metrics.has(id) ? `[${code}](/metrics/${id})` : code,
      ),
    );
  // Sections of the guide are rows of the list of sources.
  return documented(text, messages, (href) =>
    href.startsWith('#') ? `/sources${href}` : guideAddress(href),
  );
}

function sourcesIn({ markdown }: GuideSection, release: Release): SourceRecord[] {
  return [...markdown.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].flatMap(
    ([, id = '']) => release.sources.get(id) ?? [],
  );
}

function sourceOf({ release, parameters }: PageRequest): SourceRecord {
  const source = release.sources.get(parameters.source_id ?? '');
  if (source === undefined) throw new Problem('path_not_found', 'The data release has no such source.');
  return source;
}
