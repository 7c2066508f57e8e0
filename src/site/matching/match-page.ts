import { html } from '../html.ts';
import type { PageRequest, PageView, SitePage } from '../site-page.ts';
import { MOST_ROWS } from './match-form.ts';

export const MATCH_PATH = '/match';

/** A table with names of cities comes back with ids and figures. Without a script, the form sends it and gets CSV. */
export const MATCH_PAGE: SitePage = { path: MATCH_PATH, showsFigures: true, render: view };

function view({ messages }: PageRequest): PageView {
  const { match: words, reference, similar, cost, quality } = messages;
  const ofScript = { ...words.script, city: similar.city, cost: cost.title, quality: quality.title };
  return {
    title: words.title,
    description: words.about,
    width: 'wide',
    islands: ['match'],
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<form class="match" method="post" action="/match">
<p><label for="match-table">${words.table}</label>
<textarea id="match-table" name="table" rows="10" cols="60" spellcheck="false" required placeholder="${words.example}"></textarea></p>
<p class="file" hidden><label>${words.file} <input type="file" accept=".csv,.tsv,.txt,text/csv"></label> ${words.drop}</p>
<div class="columns">
<p><label>${words.cityColumn} <input name="column" placeholder="${words.byName}"></label></p>
<p><label>${words.countryColumn} <input name="country_column" placeholder="${reference.optional}"></label></p>
<p><label>${words.regionColumn} <input name="region_column" placeholder="${reference.optional}"></label></p>
</div>
<p><button class="button">${words.button}</button></p>
</form>
<div id="matched" data-words="${JSON.stringify(ofScript)}" data-rows="${MOST_ROWS}" tabindex="-1" aria-live="polite"></div>
<h2>${words.whatYouGet}</h2>
<p>${words.matched}</p>
<p>${words.most(MOST_ROWS)}</p>`,
  };
}
