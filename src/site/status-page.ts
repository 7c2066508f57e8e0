import type { Release } from '../engine/catalogue/release.ts';
import type { SourceFigures } from '../engine/catalogue/release-rows.ts';
import { csvOf } from '../engine/summaries/csv-rows.ts';
import { periodInWords, refreshInWords, whole } from '../engine/summaries/words.ts';
import { periodEnd } from '../release/best-figures.ts';
import type { SourceRecord } from '../release/source.ts';
import { inlineCode } from './field-markup.ts';
import { type Health, statusOf } from './health.ts';
import { type Html, html } from './html.ts';
import type { PageRequest } from './page-request.ts';
import type { PageView, SitePage } from './site-page.ts';
import { heading, numeric, scrollTable, words } from './table.ts';

const STATUS_WORDS: Readonly<Record<ReturnType<typeof statusOf>, string>> = {
  ready: 'All systems are working.',
  degraded: 'The service is working, with a problem:',
  starting: 'The data is being prepared.',
  stopping: 'This server is being restarted.',
  unusable: 'The service can’t answer requests right now.',
};

/** By the names that /readyz has for them. */
const FAULT_WORDS: Readonly<Record<string, string>> = {
  release: 'The data release can’t be read.',
  store:
    'The database of keys and accounts can’t be reached. Existing keys work, but keys and accounts can’t be changed.',
  limits: 'The servers can’t share their request counts, so each one counts on its own.',
  load: 'There are more requests than the server can answer. It refuses some of them for a moment.',
};

/** Whether the service works, which release it serves, and how old the figures of each source are. */
export function statusPage(check: () => Health): SitePage {
  return {
    path: '/status',
    state: () => JSON.stringify(check()),
    render: (request) => view(request, check()),
    data: {
      json: (request) => {
        const health = check();
        const release = servedRelease(request, health);
        return {
          status: statusOf(health),
          degraded: health.degraded,
          release: release && {
            version: release.version,
            content_hash: release.contentHash,
            published_at: release.publishedAt.toISOString(),
          },
          sources: release === null ? [] : freshness(release),
        };
      },
      csv: ({ release }) => csvOf(freshness(release)),
    },
  };
}

/** Null while the first one is prepared. */
function servedRelease(request: PageRequest, health: Health): Release | null {
  return health.release === undefined ? null : request.release;
}

function view(request: PageRequest, health: Health): PageView {
  const release = servedRelease(request, health);
  return {
    title: 'Status',
    description: 'Whether the service works, which data release it serves, and how recent each source is.',
    width: 'wide',
    main: html`<article class="prose">
<h1>Status</h1>
<p class="lead">${STATUS_WORDS[statusOf(health)]}</p>
${health.degraded.length > 0 && html`<ul>${health.degraded.map((fault) => html`<li>${FAULT_WORDS[fault] ?? fault}</li>`)}</ul>`}
${release !== null && ofRelease(release)}
</article>`,
  };
}

function ofRelease(release: Release): Html {
  const end = ({ latest_period }: Freshness) => (latest_period === null ? '' : periodEnd(latest_period));
  const sources = freshness(release).toSorted((one, other) => end(other).localeCompare(end(one)));
  const published = release.publishedAt.toISOString();
  return html`<dl class="facts">
<div><dt>Data release</dt><dd><a href="/releases">${release.version}</a></dd></div>
<div><dt>Published</dt><dd><time datetime="${published}">${periodInWords(published.slice(0, 10))}</time></dd></div>
</dl>
<h2 id="freshness">How recent the sources are</h2>
<p>Some sources are published monthly, others yearly, or every ten years with a census. The edition is the file that we read. The latest period is that of the newest figure it published; sources without one describe places, or are only used in estimates. A newer edition comes by a command (automatic), by a person (by hand) or not at all (frozen). Download the table as <a href="/status.csv">CSV</a> or this page as <a href="/status.json">JSON</a>.</p>
${scrollTable({
  name: 'Sources by their latest period, newest first',
  cards: true,
  columns: [heading('Source'), 'Latest period', numeric('Figures'), 'Edition', words('Refreshed')],
  rows: sources.map(({ id, title, publisher, latest_period, figures, edition, ...source }) => [
    html`<a href="/sources/${id}">${title}</a> <small>${publisher}</small>`,
    latest_period === null ? '–' : periodInWords(latest_period),
    figures === 0 ? '–' : whole(figures),
    edition,
    inlineCode(refreshInWords(source) ?? '–'),
  ]),
})}`;
}

/** By source, in the order of the release. */
function freshness(release: Release) {
  const bySource = release.sourceFigures;
  return [...release.sources.values()].map((source) => freshnessOf(source, bySource.get(source.id)));
}

type Freshness = ReturnType<typeof freshnessOf>;

function freshnessOf(
  { id, publisher, title, vintage, refresh, refresh_how }: SourceRecord,
  { figures, latest }: SourceFigures = { figures: 0, latest: null },
) {
  return { id, publisher, title, edition: vintage, latest_period: latest, figures, refresh, refresh_how };
}
