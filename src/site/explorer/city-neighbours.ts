import type { City } from '../../engine/catalogue/place.ts';
import { LEAST_PEOPLE } from '../../engine/catalogue/ranks.ts';
import { isCostMeasure, type MeasureId } from '../../release/measures.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../page-request.ts';
import { heading, numeric, scrollTable, words as wordy } from '../table.ts';
import type { CityData } from './city-data.ts';

type Similar = CityData['similar'];
type SimilarCity = Similar['similar'][number];

/** The most similar cities in prices and quality of life, and what each distance consists of. */
export function similarSection(
  { city, similar: { similar, among } }: CityData,
  { similar: words, place, figures }: Messages,
): Html | undefined {
  const titleOf = (measure: string) => figures.inSentence(figures.measures[measure as MeasureId]);
  const differenceIn = (measure: string, { parts }: SimilarCity) =>
    words.difference(measure as MeasureId, isCostMeasure(measure), parts[measure]?.difference ?? 0);
  if (similar.length === 0) return undefined;
  return html`<section><h2 id="similar">${words.title}</h2>
<p>${words.lead(among, LEAST_PEOPLE)}</p>
${scrollTable({
  name: words.title,
  caption: words.caption,
  columns: [
    heading(words.city),
    numeric(words.distance),
    numeric(words.uncertain),
    wordy(words.alike),
    wordy(words.different),
  ],
  rows: similar.map((other) => [
    html`<a href="/cities/${other.city.id}">${other.city.name}</a> <small>${other.city.country.name}</small> <a class="quiet" href="/compare?cities=${city.id},${other.city.id}">${place.compare}</a>`,
    figures.hundredths(other.distance),
    `${figures.whole(100 * other.uncertainty)} %`,
    other.most_alike.map((measure) => titleOf(measure)).join(', '),
    other.most_different.map((measure) => differenceIn(measure, other)).join(', '),
  ]),
})}</section>`;
}

const NEARBY = 6;

/** Cities around it. */
export function nearbySection({ release, messages }: PageRequest, city: City): Html | undefined {
  const { place: words, figures } = messages;
  const { cities, distances } = release.findCities({
    near: { latitude: city.latitude, longitude: city.longitude, radiusKm: 200 },
    minPopulation: 50_000,
  });
  const near = cities
    .map((place, index) => ({ place, distance: distances?.[index] ?? 0 }))
    .filter(({ place }) => place !== city)
    .slice(0, NEARBY);
  if (near.length === 0) return undefined;
  return html`<section><h2 id="nearby">${words.nearby}</h2>
<ul class="chips">${near.map(
    ({ place, distance }) =>
      html`<li><a href="/cities/${place.id}">${place.name}</a> <small>${figures.whole(distance)} km</small> <a class="quiet" href="/compare?cities=${city.id},${place.id}">${words.compare}</a></li>\n`,
  )}</ul></section>`;
}
