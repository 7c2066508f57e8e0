import { BUILD_STEPS, type BuildStep } from '../release/build-progress.ts';
import { attribute, type Html, html } from './html.ts';
import type { Messages } from './languages/english.ts';
import type { PageView } from './site-page.ts';

/** How often a browser without JavaScript asks again. */
const RELOAD_SECONDS = 3;

/**
 * Shown instead of every page that needs the data release, while the first one is prepared. It reloads by itself; with
 * JavaScript, the island `preparing` updates what has changed instead.
 *
 * @param step that the build is at; undefined if unknown, for example while another node builds
 */
export function preparingView(step: BuildStep | undefined, { preparing: words, frame }: Messages): PageView {
  return {
    title: words.title,
    description: frame.release(undefined),
    indexed: false,
    islands: ['preparing'],
    head: html`<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>`,
    main: html`<article class="prose"><h1>${frame.release(undefined)}</h1>
<p class="lead">${words.lead}</p>
<div id="preparing" aria-live="polite">
${progress(step, words)}
</div>
<p>${words.meanwhile}</p>
<p><a class="button" href="/sign-up">${words.signUp}</a> <a class="button quiet" href="/sign-in">${words.signIn}</a></p>
</article>`,
  };
}

function progress(step: BuildStep | undefined, words: Messages['preparing']): Html {
  if (step === undefined)
    return html`<p><label for="progress">${words.waiting}</label></p>
<progress id="progress"></progress>`;
  const steps = Object.keys(BUILD_STEPS) as BuildStep[];
  const at = steps.indexOf(step);
  const done = steps.slice(0, at).reduce((sum, each) => sum + BUILD_STEPS[each].share, 0);
  return html`<p><label for="progress">${words.steps(at + 1, steps.length, words.step(step))}</label></p>
<progress id="progress" max="100" value="${Math.round(done * 100)}"></progress>
<ol>${steps.map(
    (each) => html`<li${attribute('aria-current', each === step && 'step')}>${words.step(each)}</li>`,
  )}</ol>`;
}
