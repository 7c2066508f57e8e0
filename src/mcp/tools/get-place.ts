import Type, { type Static } from 'typebox';
import * as field from '../../engine/field.ts';
import { PLACE_PATHS, placeDocument } from '../../engine/summaries/place.ts';
import { PLACE_NAMES, placeNamed } from '../place-names.ts';
import type { Reader } from '../reader.ts';
import type { Tool } from '../tool.ts';
import { askedTopics, householdArgument, topicsArgument } from '../topics.ts';

const input = field.only({
  place: field.text(PLACE_NAMES, { minLength: 1, maxLength: 200 }),
  topics: topicsArgument,
  household: householdArgument,
  detail: Type.Optional(
    Type.Enum(['brief', 'full'], {
      default: 'brief',
      description: '`full` adds all prices and individual figures that fit; use it with one topic.',
    }),
  ),
});

/** What we know about one place. */
export const getPlace: Tool = {
  name: 'get_place',
  title: 'Get a city or country',
  description:
    'One city or country: facts, what a household needs in a month, price level (New York is 100), prices and pay, and quality of life (0 to 100), each with an 80 % interval, what was actually measured, and sources. For two or more places, use compare_places: a difference is more certain than two separate figures.',
  input,
  tables: [
    'place',
    'budget',
    'price_levels',
    'pay_measures',
    'pay',
    'prices',
    'indicators',
    'scores',
    'figures',
  ],
  answer(reader: Reader, { place: text, topics, household, detail }: Static<typeof input>) {
    reader.need(['places:read']);
    const asked = askedTopics(reader, topics, { cost: [household] });
    const named = placeNamed(reader.release, text);
    const paths = PLACE_PATHS[named.kind];
    const about = { place: named.id };
    const document = placeDocument(
      {
        place: reader.ask(paths.place, about).body,
        ...(asked.includes('cost') && {
          cost: reader.ask(paths.cost, { ...about, query: { household } }).body,
        }),
        ...(asked.includes('quality') && { quality: reader.ask(paths.quality, about).body }),
      },
      detail === undefined ? {} : { detail },
    );
    const { country } = named;
    const notes = country === undefined ? [] : [`This is the city. The country of that name is ${country}.`];
    return { ...document, conclusion: [...notes, ...document.conclusion] };
  },
};
