import { sum } from 'simple-statistics';
import type { PublishedRow } from '../../building/files/published-file.ts';
import { readCountries } from '../../building/places/countries.ts';
import { otherStateCode } from './inegi-states.ts';
import { nutsCode } from './place-rules.ts';
import { flaggedNumber } from './region-rules.ts';
import type { RulesOfTables } from './table-reader.ts';

/** The deaths of some years, and the people of all these years, among whom they were counted. */
interface Deaths {
  deaths: number;
  people: number;
}

/**
 * Deaths per 100,000 people and year, over all years together. The standard error is that of a Poisson count; if nobody died,
 * that of one death, so that deaths and person-years can always be told from the rate and its error.
 */
export function homicideRate(deaths: number, people: number) {
  const toSixDigits = (value: number) => Number(value.toPrecision(6));
  return {
    value: toSixDigits((100_000 * deaths) / people),
    standard_error: toSixDigits((100_000 * Math.sqrt(Math.max(1, deaths))) / people),
  };
}

/** The row with the rate of all that was counted. */
export function withRate(row: PublishedRow, counted: readonly Deaths[]): PublishedRow {
  const [deaths, people] = [sum(counted.map((each) => each.deaths)), sum(counted.map((each) => each.people))];
  const { value, standard_error: error } = homicideRate(deaths, people);
  return row.with({ '(rate)': value, '(error)': error });
}

/** Whole years; the files have parts of other years as well. */
const ARGENTINA = ['2022', '2023', '2024'];
const BRAZIL = ['2022', '2023', '2024'];
const INDIA = ['2022', '2023', '2024'];
const MEXICO = ['2019', '2020', '2021'];
const EUROPE = ['2016', '2017', '2018', '2019', '2020', '2021'];

/** The four kinds of intentional homicide that the federal police statistics of Brazil count apart. */
const BRAZILIAN_KINDS = ['homicidio_doloso', 'feminicidio', 'latrocinio', 'lesao_seguida_de_morte'];

/** The file of Argentina has no population: it follows from the published count and rate. */
function ofArgentina(row: PublishedRow): Deaths {
  const [deaths, rate] = [row.requiredNumber('cantidad_victimas'), row.requiredNumber('tasa_victimas')];
  if (deaths === 0 || rate === 0) throw row.fault('tasa_victimas', 'no rate from which people follow');
  return { deaths, people: (100_000 * deaths) / rate };
}
const ofBrazil = ofYears(
  BRAZIL,
  BRAZILIAN_KINDS.map((kind) => `${kind}_{year}`),
  'population_{year}',
);
/** People in hundreds of thousands (lakhs). */
const ofIndia = ofYears(INDIA, ['murders_{year}'], 'mid_year_projected_population_lakhs_2024', 100_000);
const countedInMexico = ofYears(MEXICO, ['homicides_{year}'], 'population_{year}');
function ofMexico(row: PublishedRow): Deaths | undefined {
  const isKnown = MEXICO.every(
    (year) => row.number(`homicides_${year}`) !== null && (row.number(`population_${year}`) ?? 0) > 0,
  );
  return isKnown ? countedInMexico(row) : undefined;
}

/**
 * The deaths and people of these years in a row.
 *
 * @param deaths columns for each of the `{year}`s, and so `people`, in which a cell counts `peoplePerUnit`
 */
function ofYears(years: readonly string[], deaths: readonly string[], people: string, peoplePerUnit = 1) {
  const columnsOf = (name: string) => years.map((year) => name.replace('{year}', year));
  const ofDeaths = deaths.flatMap(columnsOf);
  const sumOf = (row: PublishedRow, columns: readonly string[]) =>
    sum(columns.map((column) => row.requiredNumber(column)));
  return (row: PublishedRow): Deaths => ({
    deaths: sumOf(row, ofDeaths),
    people: peoplePerUnit * sumOf(row, columnsOf(people)),
  });
}

/** Of a year; the file has January to November. */
const MONTHS_OF_ECUADOR = 11;
/** GeoNames has the people of the whole canton for seats of this size, and those of the town alone for smaller ones. */
const FEWEST_PEOPLE_OF_A_CANTON = 200_000;

function ratesOfEcuador(rows: readonly PublishedRow[], people: number): PublishedRow[] {
  const deaths = sum(rows.map((row) => row.requiredNumber('total')));
  return rows
    .slice(0, 1)
    .map((row) => withRate(row, [{ deaths, people: (people * MONTHS_OF_ECUADOR) / 12 }]));
}

/** Rules for tables of homicides: the rates of places, and of the larger ones that are their sums. */
export const HOMICIDE_RULES: RulesOfTables = {
  'argentina-snic-homicides provinces': {
    rows: (rows) => {
      for (const [, ofProvince] of Map.groupBy(rows, (row) => row.required('provincia_nombre')))
        if (ofProvince.length !== ARGENTINA.length)
          throw (
            ofProvince[0]?.fault('anio', `${ofProvince.length} of ${ARGENTINA.length} years`) ?? new Error()
          );
      return ratesBy('provincia_nombre', ofArgentina)(rows);
    },
  },
  'argentina-snic-homicides country': { rows: ratesBy('', ofArgentina) },
  'brazil-sinesp-homicides municipalities': {
    rows: ratesBy('codigo_ibge', ofBrazil),
    municipality: (row) => ({ names: [inTitleCase(row.required('municipio'))] }),
  },
  'brazil-sinesp-homicides states': { rows: ratesBy('uf', ofBrazil) },
  'brazil-sinesp-homicides country': { rows: ratesBy('', ofBrazil) },
  'ecuador-homicides cantons': {
    rows: (rows, gazetteer) =>
      rows.flatMap((row) => {
        const code = row.required('codigo_canton');
        const [seat] = gazetteer.citiesOf('EC').filter(({ admin2 }) => admin2 === code);
        const people = seat?.population ?? 0;
        return people < FEWEST_PEOPLE_OF_A_CANTON ? [] : ratesOfEcuador([row], people);
      }),
    municipality: (row) => ({ names: [inTitleCase(row.required('canton'))] }),
  },
  'ecuador-homicides country': {
    rows: (rows, { dataDirectory }) =>
      ratesOfEcuador(rows, readCountries(dataDirectory).find(({ iso2 }) => iso2 === 'EC')?.population ?? 0),
  },
  'eurostat-crime': {
    rows(rows) {
      const regions = Map.groupBy(rows, (row) => nutsCode(row, 'geo'));
      return [...regions].flatMap(([region, ofRegion]) => {
        const period = lastYears(regions.get(region.slice(0, 2)) ?? []);
        const counted = (period ?? []).flatMap((year) => yearInEurope(ofRegion, year) ?? []);
        const [row] = ofRegion;
        if (period === undefined || row === undefined || counted.length < period.length) return [];
        const years = withoutSingularYear(counted);
        return withRate(row, years).with({
          '(period)': `${period[counted.length - years.length]}-01-01/${period.at(-1)}-12-31`,
          '(note)': years.length === AVERAGED_YEARS ? 'mean of three years' : 'mean of two years',
        });
      });
    },
  },
  'india-ncrb-murders states': { rows: ratesBy('state_ut', ofIndia) },
  'india-ncrb-murders country': { rows: ratesBy('', ofIndia) },
  'mexico-inegi-homicides municipalities': {
    rows: ratesBy('cve_mun', ofMexico),
    division: { codesOfCities: () => (city) => otherStateCode(city.admin1) + city.admin2 },
  },
  'mexico-inegi-homicides states': {
    rows: (rows) =>
      ratesBy(
        'cve_ent',
        ofMexico,
      )(rows.map(knownState)).map((row) => row.with({ '(state)': otherStateCode(row.required('cve_ent')) })),
  },
  'mexico-inegi-homicides country': { rows: ratesBy('', ofMexico) },
};

function knownState(row: PublishedRow): PublishedRow {
  if (ofMexico(row) === undefined) throw row.fault('cve_ent', 'a state without deaths or people');
  return row;
}

/** One row for each place that the column names, or for all together; none for a place of which something is not known. */
function ratesBy(column: string, deathsIn: (row: PublishedRow) => Deaths | undefined) {
  return (rows: readonly PublishedRow[]) => {
    const places = Map.groupBy(rows, (row) => (column === '' ? '' : row.required(column)));
    return [...places.values()].flatMap((ofPlace) => {
      const counted = ofPlace.flatMap((row) => deathsIn(row) ?? []);
      const [row] = ofPlace;
      return row === undefined || counted.length < ofPlace.length ? [] : withRate(row, counted);
    });
  };
}

/** Counts of small regions jump from year to year. */
const AVERAGED_YEARS = 3;

/** The last three consecutive years for which a country of Europe has homicides; undefined without. */
function lastYears(country: readonly PublishedRow[]): string[] | undefined {
  const last = EUROPE.filter((year) => yearInEurope(country, year) !== undefined).slice(-AVERAGED_YEARS);
  const span = Number(last.at(-1)) - Number(last[0]) + 1;
  return last.length === AVERAGED_YEARS && span === AVERAGED_YEARS ? last : undefined;
}

/**
 * A first year with so many deaths, and more than twice those of the two others together, says nothing of today's risk and is left
 * out: the police of Oldenburg and Delmenhorst counted a nurse's murders of 2000 to 2005 when they were solved.
 */
const SINGULAR_DEATHS = 20;

function withoutSingularYear(years: readonly Deaths[]): readonly Deaths[] {
  const [first = 0, ...others] = years.map(({ deaths }) => deaths);
  return first >= SINGULAR_DEATHS && first > 2 * sum(others) ? years.slice(1) : years;
}

/**
 * The homicides of a region in a year, and its people: the file has only counts and rates, so these follow from the offence with
 * the highest rate, whose digits are the most exact.
 */
function yearInEurope(region: readonly PublishedRow[], year: string): Deaths | undefined {
  const published = (offence: string, unit: string) => {
    const row = region.find((each) => each.required('iccs') === offence && each.required('unit') === unit);
    return row === undefined ? null : flaggedNumber(row, year);
  };
  const deaths = published('ICCS0101', 'NR');
  const offences = new Set(region.map((row) => row.required('iccs')));
  const [most] = [...offences]
    .map((offence) => ({ count: published(offence, 'NR') ?? 0, rate: published(offence, 'P_HTHAB') ?? 0 }))
    .filter(({ count, rate }) => count > 0 && rate > 0)
    .sort((left, right) => right.rate - left.rate);
  return deaths === null || most === undefined
    ? undefined
    : { deaths, people: (100_000 * most.count) / most.rate };
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
