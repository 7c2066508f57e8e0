import type { Release } from '../engine/catalogue/release.ts';
import { csvOf } from '../engine/summaries/csv-rows.ts';
import { periodEnd } from '../release/best-figures.ts';
import { inlineCode } from './field-markup.ts';
import { type Health, statusOf } from './health.ts';
import { type Html, html } from './html.ts';
import type { Messages } from './languages/english.ts';
import type { PageRequest, PageView, SitePage } from './site-page.ts';
import { heading, numeric, scrollTable, words } from './table.ts';

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
  const { status, frame } = request.messages;
  return {
    title: frame.links.status,
    description: status.about,
    width: 'wide',
    main: html`<article class="prose">
<h1>${frame.links.status}</h1>
<p class="lead">${status.states[statusOf(health)]}</p>
${health.degraded.length > 0 && html`<ul>${health.degraded.map((fault) => html`<li>${status.faults[fault] ?? fault}</li>`)}</ul>`}
${release !== null && ofRelease(release, request.messages)}
</article>`,
  };
}

function ofRelease(release: Release, messages: Messages): Html {
  const { status, sources: of, releases, report, figures } = messages;
  const end = ({ latest_period }: Freshness) => (latest_period === null ? '' : periodEnd(latest_period));
  const sources = freshness(release).toSorted((one, other) => end(other).localeCompare(end(one)));
  const published = release.publishedAt.toISOString();
  return html`<dl class="facts">
<div><dt>${report.release}</dt><dd><a href="/releases">${release.version}</a></dd></div>
<div><dt>${releases.published}</dt><dd><time datetime="${published}">${figures.day(release.publishedAt)}</time></dd></div>
</dl>
<h2 id="freshness">${status.recent}</h2>
<p>${status.lead}</p>
${[...Map.groupBy(sources, ({ refresh }) => refresh)].map(([refresh, each]) => {
  const kind = refresh === null ? of.operator : of.refresh[refresh];
  return html`<details><summary>${status.refreshed(kind, each.length)}</summary>${sourcesTable(kind, each, messages)}</details>`;
})}`;
}

/** @param name of the kind of sources */
function sourcesTable(name: string, sources: readonly Freshness[], messages: Messages): Html {
  const { status, sources: of, figures } = messages;
  return scrollTable({
    name,
    cards: true,
    columns: [
      heading(figures.source),
      status.latest,
      numeric(messages.metrics.figures),
      of.edition,
      words(of.refreshed),
    ],
    rows: sources.map(({ id, title, publisher, latest_period, figures: count, edition, ...source }) => [
      html`<a href="/sources/${id}">${title}</a> <small>${publisher}</small>`,
      latest_period === null ? '–' : figures.period(latest_period),
      count === 0 ? '–' : figures.whole(count),
      edition,
      inlineCode(of.howRefreshed(source) ?? '–'),
    ]),
  });
}

type Freshness = ReturnType<typeof freshness>[number];

/** By source, in the order of the release. */
function freshness({ sources, sourceFigures }: Release) {
  return [...sources.values()].map(({ id, publisher, title, vintage, refresh, refresh_how }) => {
    const { figures, latest } = sourceFigures.get(id) ?? { figures: 0, latest: null };
    return { id, publisher, title, edition: vintage, latest_period: latest, figures, refresh, refresh_how };
  });
}
