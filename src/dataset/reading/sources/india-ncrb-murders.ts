import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import { homicidesOfRegions, wholeYears } from './homicide-rate.ts';
import type { SourceReader } from './reader.ts';

const ID = 'india-ncrb-murders';
const SOURCE = 'ncrb-crime-in-india-2024';
const YEARS = ['2022', '2023', '2024'] as const;
/** People in hundreds of thousands (lakhs). */
const PEOPLE = 'mid_year_projected_population_lakhs_2024';

const FIGURE = { metric: 'recorded_homicides', period: wholeYears(YEARS[0], YEARS[2]), source: SOURCE };
const MURDERS = 'cases of murder; mean of three years, per person of 2024';

/**
 * Cases of murder in the states of India. The country's are the sum of the states. The table of 19 cities is not used: it counts
 * the people of 2011, so that its rates cannot be compared with those of states.
 */
export const indiaNcrbMurders: SourceReader = {
  id: ID,
  folder: 'india-ncrb-murder-2024',
  sources: [SOURCE],
  read(directory, { dataDirectory }) {
    const { rows } = readPublishedTable(join(directory, 'murder_by_state_2022_2024.csv'), {
      columns: ['state_ut', PEOPLE, ...YEARS.map((year) => `murders_${year}`)],
    });
    const states = rows.map((row) => ({
      name: row.required('state_ut'),
      years: YEARS.map((year) => ({
        deaths: row.requiredNumber(`murders_${year}`),
        people: 100_000 * row.requiredNumber(PEOPLE),
      })),
    }));
    const matches = new RegionMatches(dataDirectory, ID);
    const facts = homicidesOfRegions(
      FIGURE,
      { country: 'country/india', note: MURDERS, sum: 'sum of the states', regions: states },
      matches,
    );
    return { facts, matches: matches.matches() };
  },
};
