import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const ID = 'eurostat-city-perception';
const SOURCE = 'eurostat-urb-percep-2023';

/** Column → metric: the share of the two favourable answers of four. */
const QUESTIONS: ReadonlyMap<string, string> = new Map([
  ['city-satisfaction', 'satisfied_with_city'],
  ['life-satisfaction', 'satisfied_with_life'],
  ['safety-night', 'feel_safe_at_night'],
  ['jobs', 'find_good_jobs_easy_to_find'],
  ['housing', 'find_good_housing_easy_to_find'],
  ['trust', 'trust_people_of_city'],
]);

/** Its shares fell by 8 to 28 points since the previous survey, without a known reason. */
const DOUBTFUL: ReadonlySet<string> = new Set(['Strasbourg']);

/** Here the survey covers the city and the towns around it. */
const GREATER_CITIES: ReadonlySet<string> = new Set(['Athina', 'Lisboa', 'Paris', 'Manchester']);

/**
 * A survey of the people of 80 European cities about their city, 2023. The file adds up the two favourable answers to each
 * question.
 */
export const eurostatCityPerception: SourceReader = {
  id: ID,
  folder: 'eurostat-city-perception',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'perception_2023.csv'), {
      columns: ['city', 'cc', ...QUESTIONS.keys()],
    });
    const label = (row: (typeof rows)[number]) => `${row.required('cc')} | ${row.required('city')}`;
    const matches = matchPlaces(
      gazetteer,
      readMatchOverrides(gazetteer.dataDirectory, ID),
      rows.map((row) => ({
        published: label(row),
        name: row.required('city').split('/')[0] ?? '',
        iso2: gazetteer.countryByCode(ISO_CODES[row.required('cc')] ?? row.required('cc'))?.iso2 ?? null,
      })),
    );
    const facts = rows.flatMap((row): Fact[] => {
      const place = matches.get(label(row))?.place ?? '';
      if (place === '' || DOUBTFUL.has(row.required('city'))) return [];
      const grain = GREATER_CITIES.has(row.required('city')) ? 'metro' : 'city';
      return [...QUESTIONS].flatMap(([column, metric]) => {
        const value = row.number(column);
        const unit = 'percent_of_people_aged_15_and_over';
        return value === null
          ? []
          : [{ place, metric, period: '2023', grain, value, unit, source: SOURCE, note: '' }];
      });
    });
    return { facts, matches: [...matches.values()] };
  },
};

/** Eurostat's own letters of countries. */
const ISO_CODES: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };
