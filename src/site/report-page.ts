import { MOST_CHARACTERS, RECEIVED_PATH, REFERENCES, REPORT_PATH, REPORTS_PATH } from '../service/report.ts';
import { type Html, html } from './html.ts';
import { ENGLISH } from './languages/english.ts';
import type { PageRequest } from './page-request.ts';
import type { PageView, SitePage } from './site-page.ts';

/** Which figure a reader may find wrong. */
export type Reported = Partial<Record<(typeof REFERENCES)[number], string>>;

/** The link beside the source of a figure. */
export function wrongFigure(reported: Reported, { figures } = ENGLISH): Html {
  const filled = Object.entries(reported).map(([name, value]): [string, string] => [name, value]);
  return html`<a class="quiet" rel="nofollow" href="${REPORT_PATH}?${new URLSearchParams(filled).toString()}">${figures.wrong}</a>`;
}

/** The form “Wrong figure?”, and where it leads. They work without a script. */
export function reportPages(): SitePage[] {
  return [
    { path: REPORT_PATH, query: REFERENCES, render: form },
    { path: RECEIVED_PATH, render: received },
  ];
}

const LABELS: Readonly<Record<(typeof REFERENCES)[number], string>> = {
  place: 'Place',
  metric: 'Figure',
  value: 'Value shown',
  source: 'Source',
  release: 'Data release',
};

function form({ query, release }: PageRequest): PageView {
  const filled = { release: release.version, ...query } as Record<string, string | undefined>;
  return {
    title: 'Wrong figure?',
    description: 'Tell the operator of this service that a figure is wrong.',
    indexed: false,
    // Otherwise browsers hide the origin of the form, by which the server knows that it is ours.
    head: html`<meta name="referrer" content="same-origin">`,
    main: html`<h1>Wrong figure?</h1>
<p class="lead">Say what is wrong, and how you know: a page of the publisher helps most. It reaches the operator of this service.</p>
<form class="report" method="post" action="${REPORTS_PATH}">
${REFERENCES.map(
  (
    name,
  ) => html`<p><label>${LABELS[name]}<br><input name="${name}" value="${(filled[name] ?? '').slice(0, MOST_CHARACTERS[name])}" maxlength="${MOST_CHARACTERS[name]}"></label></p>
`,
)}<p><label>What is wrong?<br><textarea name="text" rows="8" cols="32" maxlength="${MOST_CHARACTERS.text}" required></textarea></label></p>
<p><button class="button">Send</button></p>
</form>
<p>We keep what you send and the time, and nothing about you. If you want an answer, write how to reach you.</p>`,
  };
}

function received(): PageView {
  return {
    title: 'Thank you',
    description: 'Your report has been received.',
    indexed: false,
    main: html`<h1>Thank you</h1>
<p class="lead">Your report has been received. The operator of this service reads it; figures change with the next data release.</p>
<p>Go to the <a href="/">front page</a> or see <a href="/releases">what changed in each release</a>.</p>`,
  };
}
