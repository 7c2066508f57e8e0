import { PROBLEMS, type Problem } from '../engine/problems.ts';
import { type Html, html } from './html.ts';
import type { Messages } from './languages/english.ts';
import { inEnglish, quoted } from './languages/quoted.ts';
import type { PageView } from './site-page.ts';

/** The message for a path without a page. Pages have their own messages for what is missing. */
export const NOTHING_THERE = 'There is nothing at this path.';

/** What went wrong, for people, with links to continue. @param url that was asked for */
export function problemView(problem: Problem, url: string, messages: Messages): PageView {
  const { problem: words } = messages;
  const isLost = problem.code === 'path_not_found';
  const heading = isLost ? words.notFound : words.title(problem.code, PROBLEMS[problem.code].title);
  return {
    title: heading,
    description: heading,
    indexed: false,
    main: html`<h1>${heading}</h1>
<p class="lead">${problem.detail === NOTHING_THERE ? words.nothingThere : (words.detail(problem) ?? quoted(withoutKeys(problem.detail), messages))}</p>
${faults(problem, messages)}
${candidates(problem, messages)}
${releases(problem, url, messages)}
<section><p>${words.continue}</p></section>`,
  };
}

function faults({ extras }: Problem, messages: Messages): Html | undefined {
  const { errors = [] } = extras;
  if (errors.length < 2) return undefined;
  return html`<ul class="plain-list"${inEnglish(messages)}>${errors.map(
    ({ parameter, message }) => html`<li><code>${withoutKeys(parameter)}</code> ${withoutKeys(message)}</li>`,
  )}</ul>`;
}

/** A key in the wrong place is not repeated, as in problem documents. */
function withoutKeys(text: string): string {
  return text.replace(/(lds_live_)\w+/g, '$1…');
}

/** The detail of the problem has already asked whether one of them is meant. */
function candidates({ extras }: Problem, { problem: words }: Messages): Html | undefined {
  const { candidates: places = [] } = extras;
  if (places.length === 0) return undefined;
  return html`<section><ul class="plain-list" aria-label="${words.candidates}">${places.map(({ name, path }) => html`<li><a href="${path}">${name}</a></li>`)}</ul></section>`;
}

/** Leads to the same page in each release; the first is the current one. Links that start with `?` keep nothing of this page. */
function releases({ extras }: Problem, url: string, { problem: words, frame }: Messages): Html | undefined {
  const { releases: versions } = extras;
  if (versions === undefined) return undefined;
  const query = new URLSearchParams(url.split(/\?(.*)/s)[1]);
  const address = (version: string, isCurrent: boolean) => {
    query.delete('release');
    if (!isCurrent) query.set('release', version);
    return `?${query}`;
  };
  return html`<section><ul class="plain-list" aria-label="${words.releases}">${versions.map((version, at) => html`<li><a href="${address(version, at === 0)}">${frame.release(version)}${at === 0 && ` ${words.current}`}</a></li>`)}</ul></section>`;
}
