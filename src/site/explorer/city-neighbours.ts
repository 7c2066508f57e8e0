import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { MEASURE_TITLES, signed, whole } from '../../engine/summaries/words.ts';
import { isCostMeasure, type MeasureId } from '../../release/measures.ts';
import { type Html, html } from '../html.ts';
import { heading, numeric, scrollTable, words } from '../table.ts';
import { type CityData, SIMILAR } from './city-data.ts';

type Similar = CityData['similar'];
type SimilarCity = Similar['similar'][number];

/** The most similar cities in prices and quality of life, and what each distance consists of. */
export function similarSection({ city, similar: { similar, among } }: CityData): Html | undefined {
  if (similar.length === 0) return undefined;
  return html`<section><h2 id="similar">Similar cities</h2>
<p>Cities with the most similar prices and quality of life, out of ${whole(among)} with at least ${whole(SIMILAR.min_population)} inhabitants and price levels based on official figures.</p>
${scrollTable({
  name: 'Similar cities',
  caption:
    'A distance of 0 means alike in every part. Differences are in spreads (standard deviations among cities). Uncertainty adds to the distance.',
  columns: [
    heading('City'),
    numeric('Distance'),
    numeric('Uncertain share'),
    words('Most alike'),
    words('Most different'),
  ],
  rows: similar.map((other) => [
    html`<a href="/cities/${other.city.id}">${other.city.name}</a> <small>${other.city.country.name}</small> <a class="quiet" href="/compare?cities=${city.id},${other.city.id}">compare</a>`,
    other.distance.toFixed(2),
    `${whole(100 * other.uncertainty)} %`,
    other.most_alike.map((measure) => titleOf(measure)).join(', '),
    other.most_different.map((measure) => differenceIn(measure, other)).join(', '),
  ]),
})}</section>`;
}

/** `housing more expensive (+0.8)`. */
function differenceIn(measure: string, { parts }: SimilarCity): string {
  const difference = parts[measure]?.difference ?? 0;
  const isCost = isCostMeasure(measure);
  const word = difference > 0 ? (isCost ? 'more expensive' : 'better') : isCost ? 'cheaper' : 'worse';
  return `${titleOf(measure)} ${word} (${signed(difference)})`;
}

function titleOf(measure: string): string {
  return MEASURE_TITLES[measure as MeasureId].toLowerCase();
}

const NEARBY = 6;

/** Cities around it. */
export function nearbySection(release: Release, city: City): Html | undefined {
  const { cities, distances } = release.findCities({
    near: { latitude: city.latitude, longitude: city.longitude, radiusKm: 200 },
    minPopulation: 50_000,
  });
  const near = cities
    .map((place, index) => ({ place, distance: distances?.[index] ?? 0 }))
    .filter(({ place }) => place !== city)
    .slice(0, NEARBY);
  if (near.length === 0) return undefined;
  return html`<section><h2 id="nearby">Nearby</h2>
<ul class="chips">${near.map(
    ({ place, distance }) =>
      html`<li><a href="/cities/${place.id}">${place.name}</a> <small>${whole(distance)} km</small> <a class="quiet" href="/compare?cities=${city.id},${place.id}">compare</a></li>\n`,
  )}</ul></section>`;
}
