import { MOST_CHARACTERS, RECEIVED_PATH, REFERENCES, REPORT_PATH, REPORTS_PATH } from '../service/report.ts';
import { type Html, html } from './html.ts';
import type { Messages } from './languages/english.ts';
import type { PageRequest, PageView, SitePage } from './site-page.ts';

/** Which figure a reader may find wrong. */
export type Reported = Partial<Record<(typeof REFERENCES)[number], string>>;

/** The link beside the source of a figure. */
export function wrongFigure(reported: Reported, { figures }: Messages): Html {
  const filled = Object.entries(reported).map(([name, value]): [string, string] => [name, value]);
  return html`<a class="quiet" rel="nofollow" href="${REPORT_PATH}?${new URLSearchParams(filled).toString()}">${figures.wrong}</a>`;
}

/** The form “Wrong figure?”, and where it leads. They work without a script. */
export const REPORT_PAGES: SitePage[] = [
  { path: REPORT_PATH, translated: 'all', query: REFERENCES, render: form },
  { path: RECEIVED_PATH, translated: 'all', render: received },
];

function form({ query, release, messages }: PageRequest): PageView {
  const { report: words, figures, quality } = messages;
  const labels: Readonly<Record<(typeof REFERENCES)[number], string>> = {
    place: figures.place,
    metric: quality.figure,
    value: words.value,
    source: figures.source,
    release: words.release,
  };
  const filled = { release: release.version, ...query } as Record<string, string | undefined>;
  return {
    title: figures.wrong,
    description: words.about,
    indexed: false,
    // Otherwise browsers hide the origin of the form, by which the server knows that it is ours.
    head: html`<meta name="referrer" content="same-origin">`,
    main: html`<h1>${figures.wrong}</h1>
<p class="lead">${words.lead}</p>
<form class="report" method="post" action="${REPORTS_PATH}">
${REFERENCES.map(
  (
    name,
  ) => html`<p><label>${labels[name]}<br><input name="${name}" value="${(filled[name] ?? '').slice(0, MOST_CHARACTERS[name])}" maxlength="${MOST_CHARACTERS[name]}"></label></p>
`,
)}<p><label>${words.what}<br><textarea name="text" rows="8" cols="32" maxlength="${MOST_CHARACTERS.text}" required></textarea></label></p>
<p><button class="button">${words.send}</button></p>
</form>
<p>${words.privacy}</p>`,
  };
}

function received({ messages: { report: words } }: PageRequest): PageView {
  return {
    title: words.thanks,
    description: words.received,
    indexed: false,
    main: html`<h1>${words.thanks}</h1>
<p class="lead">${words.received} ${words.next}</p>
<p>${words.continue}</p>`,
  };
}
