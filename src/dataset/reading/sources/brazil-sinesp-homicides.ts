import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import { homicideRate, sumOfPlaces, wholeYears, type YearOfDeaths } from './homicide-rate.ts';
import { municipalReader } from './municipal-reader.ts';

const ID = 'brazil-sinesp-homicides';
const SOURCE = 'sinesp-homicides-2025-08';
const FILE = 'lethal_crimes_by_municipality_2022_2025.csv';

/** Whole years; the file has the first seven months of 2025 as well. */
const YEARS = ['2022', '2023', '2024'] as const;

/** The four kinds of intentional homicide that the federal police statistics count apart. */
const KINDS = ['homicidio_doloso', 'feminicidio', 'latrocinio', 'lesao_seguida_de_morte'] as const;

const FIGURE = {
  metric: 'recorded_homicides',
  period: wholeYears(YEARS[0], YEARS[2]),
  source: SOURCE,
};
const VICTIMS = 'victims, without deaths by the police; mean of three years';

/** A municipality of the file. */
interface MunicipalityRow {
  state: string;
  code: string;
  name: string;
  years: YearOfDeaths[];
}

/**
 * Victims of homicide in Brazil by municipality, as the states' police report them to the federal ministry. Those of states and
 * of the country are the sums of their municipalities. IBGE's codes are GeoNames' second level.
 */
export const brazilSinespHomicides = municipalReader({
  id: ID,
  folder: 'brazil-sinesp-homicides-municipality-2024',
  sources: [SOURCE],
  countries: ['BR'],
  term: 'Municipality',
  codesOfCities: () => (city) => city.admin2,
  municipalities: (directory) =>
    readMunicipalities(directory).map(({ code, name, years }) => ({
      code,
      names: [name],
      figures: [{ ...FIGURE, ...homicideRate(years), note: VICTIMS }],
    })),
  larger(directory, { dataDirectory }) {
    const municipalities = readMunicipalities(directory);
    const regions = new RegionMatches(dataDirectory, ID);
    const sumOf = (rows: readonly MunicipalityRow[]) => ({
      ...FIGURE,
      ...homicideRate(sumOfPlaces(rows.map(({ years }) => years))),
      note: `${VICTIMS}; sum of the municipalities`,
    });
    const states = [...Map.groupBy(municipalities, ({ state }) => state)].flatMap(([state, rows]) =>
      regions.of(state).map((place): Fact => ({ place, grain: 'region', ...sumOf(rows) })),
    );
    return {
      facts: [...states, { place: 'country/brazil', grain: 'country', ...sumOf(municipalities) }],
      matches: regions.matches(),
    };
  },
});

/** Without the rows of deaths in an unknown municipality. */
function readMunicipalities(directory: string): MunicipalityRow[] {
  const { rows } = readPublishedTable(join(directory, FILE), {
    columns: [
      'uf',
      'municipio',
      'codigo_ibge',
      ...YEARS.flatMap((year) => [`population_${year}`, ...KINDS.map((kind) => `${kind}_${year}`)]),
    ],
  });
  return rows
    .filter((row) => row.text('codigo_ibge') !== '')
    .map((row) => ({
      state: row.required('uf'),
      code: row.matching('codigo_ibge', /^\d{7}$/, 'a code of the IBGE'),
      name: inTitleCase(row.required('municipio')),
      years: YEARS.map((year) => yearOf(row, year)),
    }));
}

function yearOf(row: PublishedRow, year: string): YearOfDeaths {
  return {
    deaths: KINDS.reduce((sum, kind) => sum + row.requiredNumber(`${kind}_${year}`), 0),
    people: row.requiredNumber(`population_${year}`),
  };
}

/** `SÃO JOÃO D'ALIANÇA` → `São João d'Aliança` */
function inTitleCase(name: string): string {
  return name
    .toLowerCase()
    .replace(
      /(?<![\p{L}\p{M}'’])(?!d['’]|(?:d[aeo]s?|e)(?!\p{L}))\p{L}|(?<=(?<!\p{L})d['’])\p{L}/gu,
      (letter) => letter.toUpperCase(),
    );
}
