import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_DIRECTORY } from '../directories.ts';
import { cell, type Row, rowsWhere } from './published-files.ts';
import { publishedNames } from './published-names.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { areasAround, countryOf, figuresOf, type ReleasedFigure, split } from './released-figures.ts';

/** How to find homicides, by the code or name in data/matches; counts and people are added up here again. */

interface Deaths {
  deaths: number;
  people: number;
  period: string;
  cell: string;
}

const THREE_YEARS = ['2022', '2023', '2024'];

function total(rows: readonly Row[], columns: readonly string[]): number {
  return rows.flatMap((row) => columns.map((column) => Number(cell(row, column)))).reduce(sum, 0);
}

const sum = (left: number, right: number) => left + right;

function firstWords(reader: string, place: string): string[] {
  return publishedNames(reader, place).map(({ published }) => published.split(' | ')[0] ?? '');
}

const SINESP = 'brazil-sinesp-homicides-municipality-2024/lethal_crimes_by_municipality_2022_2025.csv';
const VICTIMS = ['homicidio_doloso', 'feminicidio', 'latrocinio', 'lesao_seguida_de_morte'].flatMap((kind) =>
  THREE_YEARS.map((year) => `${kind}_${year}`),
);
const BRAZILIAN_STATES =
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');

function brazilianRows(place: string): Row[] {
  const ofStates = (states: readonly string[]) => states.flatMap((uf) => rowsWhere(SINESP, { uf }));
  const rows =
    split(place)[0] === 'country'
      ? ofStates(BRAZILIAN_STATES)
      : firstWords('brazil-sinesp-homicides', place).flatMap((word) =>
          /^\d/.test(word) ? rowsWhere(SINESP, { codigo_ibge: word }) : ofStates([word]),
        );
  return rows.filter((row) => cell(row, 'codigo_ibge') !== '');
}

const MEXICAN_FOLDER = 'mexico-inegi-homicides-municipality-2021';
const MEXICAN_YEARS = ['2019', '2020', '2021'];
/** GeoNames' codes of states → INEGI's, where these differ. */
const INEGI_CODES: Readonly<Record<string, string>> = { '05': '07', '06': '08', '07': '05', '08': '06' };

function mexicanRows(place: string): Row[] {
  const states = `${MEXICAN_FOLDER}/homicides_by_state_2017_2022.csv`;
  const [, state] = /^area\/mx-admin1-(\d\d)$/.exec(place) ?? [];
  if (state !== undefined) return rowsWhere(states, { cve_ent: INEGI_CODES[state] ?? state });
  if (split(place)[0] === 'country')
    return Array.from({ length: 32 }, (_, index) => String(index + 1).padStart(2, '0')).flatMap((code) =>
      rowsWhere(states, { cve_ent: code }),
    );
  const municipalities = `${MEXICAN_FOLDER}/homicides_by_municipality_2017_2021.csv`;
  return firstWords('mexico-inegi-homicides', place).flatMap((code) =>
    rowsWhere(municipalities, { cve_mun: code }),
  );
}

const SNIC = 'argentina-snic-provinces-2024/snic_provinces_2018_2024.csv';
const NCRB = 'india-ncrb-murder-2024/murder_by_state_2022_2024.csv';
const FBI = 'us-fbi-table8-2022/offenses_by_city_2022.csv';
const CANTONS = 'ecuador-homicides-2025/homicides_by_canton_2025_jan_nov.csv';
const EUROSTAT = 'eurostat-crime-nuts3-2021/crim_gen_reg_2016_2021.csv';

/** People of Ecuador, or of the largest place in a canton, by GeoNames: the published table has none. */
function peopleOfEcuador(canton: string | undefined): number {
  const [table, country] = canton === undefined ? ['countries.tsv', 'iso2'] : ['cities.tsv', 'country'];
  const text = readFileSync(join(DATA_DIRECTORY, 'places', table), 'utf8');
  const [header = [], ...rows] = text.split('\n').map((line) => line.split('\t'));
  const at = (column: string) => header.indexOf(column);
  const [isIn, ofCanton, people] = [at(country), at('admin2'), at('population')];
  return Math.max(
    ...rows
      .filter((row) => row[isIn] === 'EC' && (canton === undefined || row[ofCanton] === canton))
      .map((row) => Number(row[people])),
  );
}

function europeanDeaths(place: string): Deaths[] {
  const [kind, id] = split(place);
  const letters = kind === 'area' ? id.slice('nuts-'.length, 'nuts-'.length + 2).toUpperCase() : '';
  const alpha2 = kind === 'country' ? countryOf(place).alpha2 : letters;
  const country = kind === 'country' ? ({ GR: 'EL', GB: 'UK' }[alpha2] ?? alpha2) : letters;
  const geo = kind === 'country' ? country : id.replace('nuts-', '').toUpperCase();
  const [national] = rowsWhere(EUROSTAT, { geo: country, unit: 'NR', iccs: 'ICCS0101' });
  const nationalRates = rowsWhere(EUROSTAT, { geo: country, unit: 'P_HTHAB' });
  const years = ['2016', '2017', '2018', '2019', '2020', '2021'].filter(
    (year) =>
      /^\d/.test(national?.[year] ?? '') &&
      nationalRates.some((row) => Number.parseFloat(cell(row, year)) > 0),
  );
  const last = years.slice(-3);
  const counts = rowsWhere(EUROSTAT, { geo, unit: 'NR' });
  const rates = rowsWhere(EUROSTAT, { geo, unit: 'P_HTHAB' });
  const all = last.map((year) => {
    const known = rates
      .map((row) => ({
        rate: Number.parseFloat(cell(row, year)),
        count: Number.parseFloat(counts.find(({ iccs }) => iccs === row.iccs)?.[year] ?? ''),
      }))
      .filter(({ rate, count }) => rate > 0 && count > 0)
      .toSorted((left, right) => right.rate - left.rate);
    const deaths = Number.parseFloat(counts.find(({ iccs }) => iccs === 'ICCS0101')?.[year] ?? '');
    const [most] = known;
    return { deaths, people: most === undefined ? Number.NaN : (100_000 * most.count) / most.rate };
  });
  const [first = 0, ...others] = all.map(({ deaths }) => deaths);
  // Murders of many years ago that were counted when they were solved.
  const found = first >= 20 && first > 2 * others.reduce(sum, 0) ? all.slice(1) : all;
  return [
    {
      deaths: found.map(({ deaths }) => deaths).reduce(sum, 0),
      people: found.map(({ people }) => people).reduce(sum, 0),
      period: `${last[3 - found.length]}-01-01/${last[2]}-12-31`,
      cell: `${EUROSTAT}, ${geo}`,
    },
  ];
}

const DEATHS: Readonly<Record<string, (place: string) => Deaths[]>> = {
  'sinesp-homicides-2025-08': (place) => [
    {
      deaths: total(brazilianRows(place), VICTIMS),
      people: total(
        brazilianRows(place),
        THREE_YEARS.map((year) => `population_${year}`),
      ),
      period: '2022-01-01/2024-12-31',
      cell: `${SINESP}, ${place}`,
    },
  ],
  'inegi-homicides-2021': (place) => [
    {
      deaths: total(
        mexicanRows(place),
        MEXICAN_YEARS.map((year) => `homicides_${year}`),
      ),
      people: total(
        mexicanRows(place),
        MEXICAN_YEARS.map((year) => `population_${year}`),
      ),
      period: '2019-01-01/2021-12-31',
      cell: `${MEXICAN_FOLDER}, ${place}`,
    },
  ],
  'snic-provinces-2024': (place) => {
    const names = firstWords('argentina-snic-homicides', place);
    const rows = rowsWhere(SNIC, { codigo_delito_snic_id: '1' }).filter(
      (row) =>
        THREE_YEARS.includes(cell(row, 'anio')) &&
        (split(place)[0] === 'country' || names.includes(cell(row, 'provincia_nombre'))),
    );
    const people = rows.map(
      (row) => (100_000 * Number(cell(row, 'cantidad_victimas'))) / Number(cell(row, 'tasa_victimas')),
    );
    return [
      {
        deaths: total(rows, ['cantidad_victimas']),
        people: people.reduce(sum, 0),
        period: '2022-01-01/2024-12-31',
        cell: `${SNIC}, ${names}`,
      },
    ];
  },
  'ncrb-crime-in-india-2024': (place) => {
    const names = firstWords('india-ncrb-murders', place);
    const rows = Array.from({ length: 36 }, (_, index) => rowsWhere(NCRB, { sl_no: String(index + 1) }))
      .flat()
      .filter((row) => split(place)[0] === 'country' || names.includes(cell(row, 'state_ut')));
    return [
      {
        deaths: total(
          rows,
          THREE_YEARS.map((year) => `murders_${year}`),
        ),
        people: 3 * 100_000 * total(rows, ['mid_year_projected_population_lakhs_2024']),
        period: '2022-01-01/2024-12-31',
        cell: `${NCRB}, ${names}`,
      },
    ];
  },
  'ecuador-homicides-2025-11': (place) => {
    const [code] = firstWords('ecuador-homicides', place);
    const rows =
      split(place)[0] === 'country'
        ? Array.from({ length: 2500 }, (_, index) => String(index).padStart(4, '0')).flatMap((canton) =>
            rowsWhere(CANTONS, { codigo_canton: canton }),
          )
        : rowsWhere(CANTONS, { codigo_canton: code ?? '' });
    return [
      {
        deaths: total(rows, ['total']),
        people: (peopleOfEcuador(code) * 11) / 12,
        period: '2025-01-01/2025-11-30',
        cell: `${CANTONS}, ${code ?? 'all'}`,
      },
    ];
  },
  'eurostat-crime-2024-05': europeanDeaths,
  'us-fbi-table8-2022': (place) =>
    publishedNames('us-fbi-city-murders', place).flatMap(({ published }) => {
      const [state = '', city = ''] = published.split(' | ');
      return rowsWhere(FBI, { city, state }).map((row) => ({
        deaths: Number(cell(row, 'murder')),
        people: Number(cell(row, 'population')),
        period: '2022',
        cell: `${FBI}, ${published}`,
      }));
    }),
};

function rateOf({ place, source }: Pick<ReleasedFigure, 'place' | 'source'>): PublishedFigure[] {
  const kind = split(place)[0];
  return (DEATHS[source]?.(place) ?? []).map((counted) => ({
    value: Number(((100_000 * counted.deaths) / counted.people).toPrecision(6)),
    unit: 'per_100000_people',
    period: counted.period,
    grain: kind === 'country' ? 'country' : kind === 'city' ? 'city' : 'region',
    cell: counted.cell,
  }));
}

export const HOMICIDE_READINGS: Readonly<Record<string, Reading>> = Object.fromEntries(
  Object.keys(DEATHS).map((source) => [source, rateOf]),
);

/** Standard errors by the counts in the file: that of a Poisson count, and of one death if there was none. */
export function homicideErrors({ place, source }: ReleasedFigure): number[] {
  return (DEATHS[source]?.(place) ?? []).map(({ deaths, people }) =>
    Number(((100_000 * Math.sqrt(Math.max(1, deaths))) / people).toPrecision(6)),
  );
}

/** So many deaths at the rate of the region around are added to those of a place. */
const PRIOR = 4;

/**
 * A national rate spread over places by counted homicides. `factor` scales the publisher's rates to the national one. The region
 * around is the smallest with a figure of the same source in the release, or else of another.
 */
export function shrunken(figure: ReleasedFigure, local: string, factor: number, national: number): number {
  const [{ deaths, people } = { deaths: 0, people: 0 }] = DEATHS[local]?.(figure.place) ?? [];
  const known = areasAround(figure.place).flatMap((area) =>
    figuresOf(figure.metric, [area])
      .filter(({ value }) => value > 0)
      .toSorted((left, right) => (left.period < right.period ? 1 : -1)),
  );
  const around = (known.find(({ source }) => source === figure.source) ?? known[0])?.value ?? national;
  return (deaths + PRIOR) / (people / 100_000 / factor + PRIOR / around);
}

export function isCounted(source: string): boolean {
  return source in DEATHS;
}

const WDI_HOMICIDES = 'worldbank-wdi/2025-10/VC.IHR.PSRC.P5_homicide_unodc_who.csv';

/** The national rate of the year of the FBI's table, which has no national figure. */
export function nationalRateOf(place: string, year: string): PublishedFigure[] {
  return rowsWhere(WDI_HOMICIDES, { iso3: countryOf(place).alpha3, year }).map((row) => ({
    value: Number(cell(row, 'rate_per_100k')),
    unit: 'per_100000_people',
    period: year,
    grain: 'country',
    cell: `${WDI_HOMICIDES}, ${year}`,
  }));
}
