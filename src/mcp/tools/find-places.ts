import type { Static } from 'typebox';
import * as field from '../../engine/field.ts';
import { citiesDocument } from '../../engine/summaries/found-places.ts';
import type { Reader } from '../reader.ts';
import type { Tool } from '../tool.ts';

const MOST = 20;
const NAME = { minLength: 1, maxLength: 100 };

const input = field.only({
  query: field.text(
    'A name, or the start of one, in any language: `Lisboa`, `Springfield, Illinois`, `東京`.',
    NAME,
  ),
  country: field.optional.text('Only cities of this country: its id, ISO 3166-1 code or name.', NAME),
  limit: field.optional.integer('How many cities to return at most.', {
    minimum: 1,
    maximum: MOST,
    default: 10,
  }),
});

/** Which places a name may mean. */
export const findPlaces: Tool = {
  name: 'find_places',
  title: 'Find places by name',
  description:
    'Finds cities and countries by name and returns their ids, with region, country and population to tell them apart. Says whether the name alone identifies one place, and never guesses. Use it if another tool does not know a name, or to see which places share one.',
  input,
  tables: ['cities', 'countries'],
  answer(reader: Reader, { query, country, limit }: Static<typeof input>) {
    const document = citiesDocument(reader.ask('/cities', { query: { q: query, country, limit } }));
    const named = country === undefined ? reader.release.resolveCountry(query) : undefined;
    const countries = named?.kind === 'found' ? [named.place] : [];
    return {
      ...document,
      title: `Places named ${query}`,
      conclusion: [meaning(reader, query), ...document.conclusion],
      tables: [
        ...document.tables,
        {
          id: 'countries',
          title: 'Countries',
          columns: [
            { id: 'id', title: 'Id', kind: 'text' },
            { id: 'name', title: 'Country', kind: 'text' },
            { id: 'iso_alpha2', title: 'ISO code', kind: 'text' },
          ],
          rows: countries.map(({ id, name, alpha2 }) => ({ id: `country:${id}`, name, iso_alpha2: alpha2 })),
        },
      ],
    };
  },
};

/** The place that the other tools would use for the text. */
function meaning({ release }: Reader, query: string): string {
  const city = release.resolveCity(query);
  if (city.kind === 'found') return `“${query}” alone means the city ${city.place.id}.`;
  const country = release.resolveCountry(query);
  if (country.kind === 'found') return `“${query}” alone means the country country:${country.place.id}.`;
  return `“${query}” alone means no single place: choose an id.`;
}
