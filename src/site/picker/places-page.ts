import { readFileSync } from 'node:fs';
import { isCity, type Place } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { MAX_ID_LENGTH } from '../../engine/schemas.ts';
import { fieldLine } from '../../service/http/response-head.ts';
import type { Renderable } from '../entry.ts';
import { codeBlock } from '../field-markup.ts';
import { attribute, html } from '../html.ts';
import { A_DAY_LINE, VARY_LINE } from '../page-lines.ts';
import { isRegion, placesFound } from '../search/found-places.ts';
import { wantedPlace } from '../search/search-pages.ts';
import type { SiteAssets } from '../site-assets.ts';
import type { PageRequest, PageView, SitePage } from '../site-page.ts';

/** A search over places for scripts of any site, as JSON without a key, and the guide to the element that uses it. */
export const PLACES_PAGE: SitePage = {
  path: '/places',
  query: ['q', 'id'],
  showsFigures: true,
  open: true,
  render: guide,
  data: { json: ({ release, query }: PageRequest) => places(release, query) },
};

/** What the site's search finds with `q`, or the city with this `id`. */
function places(release: Release, query: PageRequest['query']) {
  const { id } = query;
  if (id !== undefined) {
    const found = id.length > MAX_ID_LENGTH ? undefined : release.resolveCity(id);
    return found?.kind === 'found' ? [described(release, found.place)] : [];
  }
  const { places } = placesFound({ release }, wantedPlace(query));
  return places.flatMap((place) => (isRegion(place) ? [] : described(release, place)));
}

/** A country is at its capital, as on maps. */
function described(release: Release, place: Place) {
  const { id, name } = release.countryOf(place);
  const about = { id: place.id, name: place.name, country: { id, name } };
  if (isCity(place)) {
    const { region, latitude, longitude } = place;
    return { kind: 'city', ...about, region, latitude, longitude };
  }
  const { latitude = null, longitude = null } = release.city(place.detail.capital ?? '') ?? {};
  return { kind: 'country', ...about, region: null, latitude, longitude };
}

const EXAMPLE = `document.querySelector('city-picker').addEventListener('change', ({ target }) => {
  console.log(target.value, target.place.name, target.place.country.name);
});`;

const STYLES = ['color', 'background', 'border', 'radius', 'accent', 'accent-text'];

function guide({ publicUrl, query, messages }: PageRequest): PageView {
  const { picker: words, report, reference, compare, similar } = messages;
  const script = `<script src="${publicUrl}${CITY_PICKER_PATH}" async></script>`;
  const line = '<city-picker name="city" required></city-picker>';
  return {
    title: words.title,
    description: words.about,
    head: html`<script src="${CITY_PICKER_PATH}" async></script>\n`,
    main: html`<article class="prose"><h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<form class="picker-example" action="/places">
<p><label for="city">${similar.city}</label> <city-picker id="city" name="id"${attribute('value', query.id)} required placeholder="${compare.exampleCity}"></city-picker> <button class="button">${report.send}</button></p>
</form>
${query.id !== undefined && html`<p>${words.sent(query.id.slice(0, MAX_ID_LENGTH))}</p>`}
<h2 id="use">${words.use}</h2>
${codeBlock(`${script}\n${line}`)}
<p>${words.works}</p>
${codeBlock(EXAMPLE)}
<p>${words.server}</p>
<table><thead><tr><th scope="col">${words.attribute}</th><th scope="col">${reference.meaning}</th></tr></thead>
<tbody>${Object.entries(words.attributes).map(([name, text]) => html`<tr><td><code>${name}</code></td><td>${text}</td></tr>\n`)}</tbody></table>
<h2 id="style">${words.style}</h2>
<p>${words.styles(html`${STYLES.map((name, index) => html`${index > 0 && ', '}<code class="whole">--city-picker-${name}</code>`)}`)}</p>
<h2 id="policy">Content-Security-Policy</h2>
<p>${words.policy}</p>
<h2 id="json">${words.without}</h2>
${codeBlock(`curl "${publicUrl}/places.json?q=lisb"`)}
<p>${words.json}</p>
</article>`,
  };
}

/** Where other sites load `<city-picker>` from. A change that breaks their pages gets another number. */
const CITY_PICKER_PATH = '/city-picker-1.js';

const SCRIPT_LINE = fieldLine('Content-Type', 'text/javascript; charset=utf-8');

/** The script at an address that never changes, unlike those of assets. */
export function cityPicker(assets: SiteAssets): Renderable {
  return {
    path: CITY_PICKER_PATH,
    open: true,
    headerLines: () => VARY_LINE,
    render: () => ({
      body: readFileSync(assets.file('site/elements/city-picker.ts'), 'utf8'),
      typeLine: SCRIPT_LINE,
      cacheLine: A_DAY_LINE,
    }),
  };
}
