import type { Release } from '../engine/catalogue/release.ts';
import { guideText } from '../engine/guides/guides.ts';
import { anchorOf, type GuideSection, sectionsOf } from '../engine/guides/sections.ts';
import { Problem } from '../engine/problems.ts';
import { csvOf } from '../engine/summaries/csv-rows.ts';
import { REFRESH_WORDS, refreshInWords, termsInWords } from '../engine/summaries/words.ts';
import type { SourceRecord } from '../release/source.ts';
import { documentationLayout } from './documentation-layout.ts';
import { inlineCode } from './field-markup.ts';
import { guideAddress } from './guide-address.ts';
import { html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { PageRequest } from './page-request.ts';
import { wrongFigure } from './report-page.ts';
import type { PageView, SitePage } from './site-page.ts';
import { heading, type Row, scrollTable } from './table.ts';

/** Every source of the release: who publishes it, on which terms, what is taken from it, and what to be careful about. */
export function sourcePages(): SitePage[] {
  return [
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
}

function index({ release }: PageRequest): PageView {
  const { introduction, sections } = sectionsOf(guideText({ name: 'sources' }));
  const groups = sections.map((section) => ({ section, sources: sourcesIn(section, release) }));
  const listed = new Set(groups.flatMap(({ sources }) => sources));
  const others = [...release.sources.values()].filter((source) => !listed.has(source));
  return {
    title: 'Sources and licences',
    description: `The ${release.sources.size} sources of the figures: publisher, licence, edition and doubts of each.`,
    width: 'wide',
    main: documentationLayout({
      path: '/sources',
      content: html`<article class="prose">
${renderMarkdown(introduction, guideAddress).content}
${scrollTable({
  name: 'Sources',
  columns: [heading('Source'), 'Publisher', 'Licence', 'Edition', 'Refreshed'],
  groups: [
    ...groups.map(({ section: { title }, sources }) => ({
      title,
      id: anchorOf(title),
      rows: sources.map(row),
    })),
    { title: 'Added by the operator', rows: others.map(row) },
  ].filter(({ rows }) => rows.length > 0),
})}
</article>`,
      headings: [],
    }),
  };
}

function row({ id, publisher, title, licence, vintage, refresh }: SourceRecord): Row {
  return [
    html`<a href="/sources/${id}">${title}</a>`,
    publisher,
    licence,
    vintage,
    refresh === null ? '–' : REFRESH_WORDS[refresh],
  ];
}

function sourcePage(request: PageRequest): PageView {
  const { release } = request;
  const source = sourceOf(request);
  const { sections } = sectionsOf(guideText({ name: 'sources' }));
  const section = sections.find((each) => each.markdown.includes(`\`${source.id}\``));
  return {
    title: source.title,
    description: `${source.publisher}: ${source.title}. Licence, edition, what is taken from it and what to be careful about.`,
    width: 'wide',
    main: documentationLayout({
      path: `/sources/${source.id}`,
      content: html`<article class="prose">
<h1>${source.title}</h1>
<dl class="facts">
<div><dt>Publisher’s page</dt><dd><a href="${source.url}">${source.url}</a></dd></div>
<div><dt>How we read it</dt><dd>${source.read_from ?? 'The publisher’s own file.'}</dd></div>
<div><dt>Publisher</dt><dd>${source.publisher}</dd></div>
<div><dt>Edition</dt><dd>${source.vintage}</dd></div>
<div><dt>Refreshed</dt><dd>${inlineCode(refreshInWords(source) ?? NOT_SAID)}</dd></div>
</dl>
<h2 id="terms">Terms of reuse</h2>
<dl class="facts">
<div><dt>Licence</dt><dd>${source.licence_url === null ? source.licence : html`<a href="${source.licence_url}">${source.licence}</a>`}</dd></div>
<div><dt>Who states it</dt><dd>${termsInWords(source) ?? NOT_SAID}</dd></div>
${source.terms_unclear !== null && html`<div><dt>Unclear</dt><dd>${source.terms_unclear}</dd></div>`}
<div><dt>Attribution</dt><dd>${source.attribution}</dd></div>
<div><dt>Id</dt><dd><code>${source.id}</code></dd></div>
</dl>
${section && notes(section, release)}
<p>${wrongFigure({ source: source.id, release: release.version })} <a href="/sources">All sources</a></p>
</article>`,
      headings: [],
    }),
  };
}

/** For sources that the operator of the service added. */
const NOT_SAID = 'The operator who added it did not say.';

/** What the guide says of the data set, without its table of editions. */
function notes({ title, markdown }: GuideSection, release: Release) {
  const text = markdown
    .replace(/^\|.*\|\n/gm, '')
    .replace(/^## .*$/m, `## ${title}`)
    .replace(/(?<=Metrics based on it: ).*/, (metrics) =>
      metrics.replace(/`(\w+)`/g, (code, id: string) =>
        release.metrics.has(id) ? `[${code}](/metrics/${id})` : code,
      ),
    );
  // Sections of the guide are rows of the list of sources.
  return renderMarkdown(text, (href) => (href.startsWith('#') ? `/sources${href}` : guideAddress(href)))
    .content;
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
