import type { City, Country } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { MAX_ID_LENGTH } from '../../engine/schemas.ts';
import { attribute, html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import { placesFound } from '../search/found-places.ts';
import { wantedPlace } from '../search/search-pages.ts';
import type { PageView, SitePage } from '../site-page.ts';
import { CITY_PICKER_PATH } from './city-picker.ts';

/** A search over places for scripts of any site, as JSON without a key, and the guide to the element that uses it. */
export function placesPage(): SitePage {
  return {
    path: '/places',
    query: ['q', 'id'],
    explorer: true,
    open: true,
    render: guide,
    data: { json: ({ release, query }: PageRequest) => places(release, query) },
  };
}

/** What the site's search finds with `q`, or the city with this `id`. */
function places(release: Release, query: PageRequest['query']) {
  const { id } = query;
  if (id !== undefined) {
    const found = id.length > MAX_ID_LENGTH ? undefined : release.resolveCity(id);
    return found?.kind === 'found' ? [ofCity(release, found.place)] : [];
  }
  return placesFound({ release }, wantedPlace(query)).places.flatMap((place) => {
    if ('city' in place) return ofCity(release, place.city);
    return 'country' in place ? ofCountry(release, place.country) : [];
  });
}

function ofCity(release: Release, { id, name, country, region, latitude, longitude }: City) {
  return {
    kind: 'city',
    id,
    name,
    country: { id: country, name: release.country(country).name },
    region,
    latitude,
    longitude,
  };
}

/** At its capital, as on maps. */
function ofCountry(release: Release, { id, name, detail }: Country) {
  const capital = detail.capital === null ? undefined : release.city(detail.capital);
  const { latitude = null, longitude = null } = capital ?? {};
  return { kind: 'country', id, name, country: { id, name }, region: null, latitude, longitude };
}

const ATTRIBUTES: readonly (readonly [name: string, text: string])[] = [
  ['name', 'The name of the field in the form. Its value is the id of the city: lisbon'],
  ['value', 'The id of the city that is chosen at first'],
  ['required', 'The form cannot be sent without a city'],
  ['disabled', 'The field cannot be used'],
  ['label', 'The name of the field for screen readers, if it has no label element'],
  ['placeholder', 'An example inside the empty field'],
  ['hint', 'What the browser says if no city is chosen, in your language'],
  ['empty', 'What the list says if it finds no city, in your language'],
];

const EXAMPLE = `document.querySelector('city-picker').addEventListener('change', ({ target }) => {
  console.log(target.value, target.place.name, target.place.country.name);
});`;

const STYLES = ['color', 'background', 'border', 'radius', 'accent', 'accent-text'];

function guide({ publicUrl, query }: PageRequest): PageView {
  const script = `<script src="${publicUrl}${CITY_PICKER_PATH}" async></script>`;
  const line = '<city-picker name="city" required></city-picker>';
  return {
    title: 'A city field for your form',
    description: 'A search over cities for forms of any web page, without a key: one script, one element.',
    head: html`<script src="${CITY_PICKER_PATH}" async></script>\n`,
    main: html`<article class="prose"><h1>A city field for your form</h1>
<p class="lead">One script, one element, no key. The field finds cities by any name, like the search of this site, and sends the id of the chosen one with the form.</p>
<form class="picker-example" action="/places">
<p><label for="city">City</label> <city-picker id="city" name="id"${attribute('value', query.id)} required placeholder="Lisbon"></city-picker> <button class="button">Send</button></p>
</form>
${query.id !== undefined && html`<p>The form sent <code>id=${query.id.slice(0, MAX_ID_LENGTH)}</code>.</p>`}
<h2 id="use">Use it</h2>
<div class="code-block"><pre tabindex="0"><code>${script}
${line}</code></pre></div>
<p>It works with the keyboard and with screen readers, with <code>&lt;label&gt;</code>, <code>reset()</code> and <code>FormData</code>. It sends <code>change</code> when a city is chosen; then <code>value</code> is its id, and <code>place</code> has name, country, region, latitude and longitude:</p>
<div class="code-block"><pre tabindex="0"><code>${EXAMPLE}</code></pre></div>
<p>With the id, your server gets figures from the <a href="/reference">API</a>: <a href="/guides/recipes#a-web-page">a whole page with its server</a>.</p>
<table><thead><tr><th scope="col">Attribute</th><th scope="col">Meaning</th></tr></thead>
<tbody>${ATTRIBUTES.map(([name, text]) => html`<tr><td><code>${name}</code></td><td>${text}</td></tr>\n`)}</tbody></table>
<h2 id="style">Style it</h2>
<p>Custom properties: ${STYLES.map((name, index) => html`${index > 0 && ', '}<code class="whole">--city-picker-${name}</code>`)}. Parts: <code>input</code>, <code>list</code>, <code>option</code>, <code>where</code>, <code>status</code>. By default it has the colours of form fields, in light and dark.</p>
<h2 id="policy">Content-Security-Policy</h2>
<p>Allow this origin in <code>script-src</code> and <code>connect-src</code>. Nothing is inline, and nothing else is loaded. The address of the script keeps its number until a change would break pages.</p>
<h2 id="json">Without the element</h2>
<div class="code-block"><pre tabindex="0"><code>curl "${publicUrl}/places.json?q=lisb"</code></pre></div>
<p><a href="/places.json?q=lisb"><code>/places.json?q=</code></a> returns up to ten cities and countries: kind, id, name, country, region, latitude and longitude, no figures. Scripts of any origin may read it. Requests are limited per address, as pages are. <code class="whole">?id=lisbon</code> returns one city. Names and coordinates are from GeoNames (CC BY 4.0), which you should name.</p>
</article>`,
  };
}
