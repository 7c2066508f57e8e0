import { html } from '../html.ts';
import type { PageView, SitePage } from '../site-page.ts';
import { MOST_ROWS } from './match-form.ts';

export const MATCH_PATH = '/match';

/** A table with names of cities comes back with ids and figures. Without a script, the form sends it and gets CSV. */
export function matchPage(): SitePage {
  return { path: MATCH_PATH, explorer: true, render: view };
}

function view(): PageView {
  return {
    title: 'Match a list of cities',
    description:
      'Paste a table with names of cities and get it back with ids, cost of living and quality of life.',
    width: 'wide',
    islands: ['match'],
    main: html`<h1>Match a list of cities</h1>
<p class="lead">Paste a table or choose a CSV file. You get it back with ids, cost of living, monthly budget, quality of life, population and coordinates. Names that could mean several cities stay open, with the cities to choose from.</p>
<form class="match" method="post" action="/match">
<p><label for="match-table">Table, with column names in the first line</label>
<textarea id="match-table" name="table" rows="10" cols="60" spellcheck="false" required placeholder="city,country&#10;Lisbon,Portugal&#10;Springfield,US"></textarea></p>
<p class="file" hidden><label>CSV file <input type="file" accept=".csv,.tsv,.txt,text/csv"></label> or drop one on the table</p>
<div class="columns">
<p><label>City column <input name="column" placeholder="found by its name"></label></p>
<p><label>Country column <input name="country_column" placeholder="optional"></label></p>
<p><label>State or region column <input name="region_column" placeholder="optional"></label></p>
</div>
<p><button class="button">Match</button></p>
</form>
<div id="matched" tabindex="-1" aria-live="polite"></div>
<h2>What you get</h2>
<p>A row is <b>matched</b> only if its name, country and region mean one city, and no other city with at least a tenth of its people has the name. Add a country column for more matches. Budgets are for one adult, in US dollars a month.</p>
<p>The table has up to ${MOST_ROWS} rows. We keep nothing of it. For longer lists, add <code>/reconcile</code> at this address to OpenRefine as a standard service, or use <code>lds match</code>: see <a href="/guides/finding-places">Finding places</a>.</p>`,
  };
}
