import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, firstLevelAreaId } from '../../building/places/areas.ts';
import { homicideRate, sumOfPlaces, wholeYears, type YearOfDeaths } from './homicide-rate.ts';
import { otherStateCode } from './inegi-states.ts';
import { municipalReader, type PublishedMunicipality } from './municipal-reader.ts';

const SOURCE = 'inegi-homicides-2021';
const YEARS = ['2019', '2020', '2021'] as const;

const FIGURE = {
  metric: 'certified_homicides',
  period: wholeYears(YEARS[0], YEARS[2]),
  source: SOURCE,
  note: 'mean of three years',
};

/**
 * Homicides in the death certificates of Mexico by municipality and state, by place of death. The country's are the sum of the
 * states. INEGI's codes are GeoNames' first and second level together, except for four states.
 */
export const mexicoInegiHomicides = municipalReader({
  id: 'mexico-inegi-homicides',
  folder: 'mexico-inegi-homicides-municipality-2021',
  sources: [SOURCE],
  countries: ['MX'],
  term: 'Municipality',
  codesOfCities: () => (city) => otherStateCode(city.admin1) + city.admin2,
  municipalities: (directory) =>
    rowsOf(directory, 'homicides_by_municipality_2017_2021.csv', ['cve_mun', 'municipio']).flatMap(
      (row): PublishedMunicipality[] => {
        // Some municipalities have no deaths data, or are younger than the population's series.
        const years = yearsOf(row);
        return years === undefined
          ? []
          : [
              {
                code: row.matching('cve_mun', /^\d{5}$/, 'a code of INEGI'),
                names: [row.required('municipio')],
                figures: [{ ...FIGURE, ...homicideRate(years) }],
              },
            ];
      },
    ),
  larger(directory) {
    const states = rowsOf(directory, 'homicides_by_state_2017_2022.csv', ['cve_ent']).map((row) => {
      const years = yearsOf(row);
      if (years === undefined) throw row.fault('cve_ent', 'a state without deaths or people');
      return { code: row.matching('cve_ent', /^\d\d$/, 'a code of INEGI'), years };
    });
    const country = homicideRate(sumOfPlaces(states.map(({ years }) => years)));
    return {
      facts: [
        ...states.map(
          ({ code, years }): Fact => ({
            place: areaKey(firstLevelAreaId('MX', otherStateCode(code))),
            grain: 'region',
            ...FIGURE,
            ...homicideRate(years),
          }),
        ),
        {
          place: 'country/mexico',
          grain: 'country',
          ...FIGURE,
          ...country,
          note: `${FIGURE.note}; sum of the states`,
        },
      ],
      matches: [],
    };
  },
});

function rowsOf(directory: string, file: string, columns: readonly string[]): PublishedRow[] {
  const figures = YEARS.flatMap((year) => [`homicides_${year}`, `population_${year}`]);
  return readPublishedTable(join(directory, file), { columns: [...columns, ...figures] }).rows;
}

function yearsOf(row: PublishedRow): YearOfDeaths[] | undefined {
  const years = YEARS.flatMap((year) => {
    const [deaths, people] = [row.number(`homicides_${year}`), row.number(`population_${year}`)];
    return deaths === null || people === null || people === 0 ? [] : [{ deaths, people }];
  });
  return years.length === YEARS.length ? years : undefined;
}
