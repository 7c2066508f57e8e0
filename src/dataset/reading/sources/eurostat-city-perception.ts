import { citiesByName } from './place-rules.ts';
import { figuresIn, tableReader } from './table-reader.ts';

/** The share of the two favourable answers of four. */
const QUESTIONS = figuresIn(
  'percent_of_people_aged_15_and_over',
  {
    'city-satisfaction': 'satisfied_with_city',
    'life-satisfaction': 'satisfied_with_life',
    'safety-night': 'feel_safe_at_night',
    jobs: 'find_good_jobs_easy_to_find',
    housing: 'find_good_housing_easy_to_find',
    trust: 'trust_people_of_city',
  },
  [],
);

/** Its shares fell by 8 to 28 points since the previous survey, without a known reason. */
const DOUBTFUL: ReadonlySet<string> = new Set(['Strasbourg']);

/** Here the survey covers the city and the towns around it. */
const GREATER_CITIES: ReadonlySet<string> = new Set(['Athina', 'Lisboa', 'Paris', 'Manchester']);

/** Eurostat's own letters of countries. */
const ISO_CODES: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };

/**
 * A survey of the people of 80 European cities about their city, 2023. The file adds up the two favourable answers to each
 * question.
 */
export const eurostatCityPerception = tableReader({
  id: 'eurostat-city-perception',
  folder: 'eurostat-city-perception',
  sources: ['eurostat-urb-percep-2023'],
  file: 'perception_2023.csv',
  columns: ['city', 'cc', ...QUESTIONS.map(({ column }) => column)],
  places: citiesByName(
    (row, gazetteer) => {
      const [city, country] = [row.required('city'), row.required('cc')];
      const iso2 = gazetteer.countryByCode(ISO_CODES[country] ?? country)?.iso2 ?? null;
      return { published: `${country} | ${city}`, name: city.split('/')[0] ?? '', iso2 };
    },
    (row) => (GREATER_CITIES.has(row.required('city')) ? 'metro' : 'city'),
  ),
  period: '2023',
  figures: (row) => (DOUBTFUL.has(row.required('city')) ? [] : QUESTIONS),
});
