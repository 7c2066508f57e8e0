import { BUILD_STEPS, type BuildStep } from '../release/build-progress.ts';
import { attribute, type Html, html } from './html.ts';
import type { PageView } from './site-page.ts';

/** How often a browser without JavaScript asks again. */
const RELOAD_SECONDS = 3;

/**
 * Shown instead of every page that needs the data release, while the first one is prepared. It reloads by itself; with
 * JavaScript, the island `preparing` updates what has changed instead.
 *
 * @param step that the build is at; undefined if unknown, for example while another node builds
 */
export function preparingView(step: BuildStep | undefined): PageView {
  return {
    title: 'Starting',
    description: 'The data release is being prepared.',
    indexed: false,
    islands: ['preparing'],
    head: html`<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>`,
    main: html`<article class="prose"><h1>The data is being prepared</h1>
<p class="lead">This service has just been started for the first time, and builds its data release. That takes a minute or two, and longer on a busy machine. This page then shows what you asked for.</p>
<div id="preparing" aria-live="polite">
${progress(step)}
</div>
<p>You can sign up and create an API key meanwhile, and read the <a href="/guides">guides</a>. Requests to the API are answered with 503 and <code>Retry-After</code> until the data is there.</p>
<p><a class="button" href="/sign-up">Sign up</a> <a class="button quiet" href="/sign-in">Sign in</a></p>
</article>`,
  };
}

function progress(step: BuildStep | undefined): Html {
  if (step === undefined)
    return html`<p><label for="progress">Waiting for the data release</label></p>
<progress id="progress"></progress>`;
  const steps = Object.keys(BUILD_STEPS) as BuildStep[];
  const at = steps.indexOf(step);
  const done = steps.slice(0, at).reduce((sum, each) => sum + BUILD_STEPS[each].share, 0);
  return html`<p><label for="progress">Step ${at + 1} of ${steps.length}: ${BUILD_STEPS[step].title}</label></p>
<progress id="progress" max="100" value="${Math.round(done * 100)}"></progress>
<ol>${steps.map(
    (each) => html`<li${attribute('aria-current', each === step && 'step')}>${BUILD_STEPS[each].title}</li>`,
  )}</ol>`;
}
