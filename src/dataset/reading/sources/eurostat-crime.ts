import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, nutsAreaId, readAreaIds } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { EUROSTAT_LETTERS, publishedValue } from './eurostat-regions.ts';
import { homicideRate, wholeYears, type YearOfDeaths } from './homicide-rate.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'eurostat-crime-2024-05';
const FILE = 'crim_gen_reg_2016_2021.csv';
const YEARS = ['2016', '2017', '2018', '2019', '2020', '2021'] as const;
const [COUNT, RATE] = ['NR', 'P_HTHAB'] as const;
const INTENTIONAL_HOMICIDE = 'ICCS0101';
/** Counts of small regions jump from year to year. */
const AVERAGED_YEARS = 3;
/**
 * A first year with so many deaths, and more than twice those of the two others together, says nothing of today's risk and is left
 * out: the police of Oldenburg and Delmenhorst counted a nurse's murders of 2000 to 2005 when they were solved.
 */
const SINGULAR_DEATHS = 20;

/**
 * Intentional homicides recorded by the police in Europe, by country and NUTS region of level 2 and 3: of the last three years
 * for which the country has figures, and only where the region has them all.
 */
export const eurostatCrime: SourceReader = {
  id: 'eurostat-crime',
  folder: 'eurostat-crime-nuts3-2021',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, FILE), {
      columns: ['unit', 'iccs', 'geo', ...YEARS],
    });
    const ours = readAreaIds(gazetteer.dataDirectory);
    const regions = Map.groupBy(rows, (row) => row.matching('geo', /^[A-Z]{2}[0-9A-Z]{0,3}$/, 'a NUTS code'));
    const facts = [...regions].flatMap(([region, ofRegion]): Fact[] => {
      const place = placeOf(region, gazetteer, ours);
      const period = lastYears(regions.get(region.slice(0, 2)) ?? []);
      if (place === undefined || period === undefined) return [];
      const counted = period.map((year) => yearOf(ofRegion, year));
      if (!counted.every((year) => year !== undefined)) return [];
      const years = withoutSingularYear(counted);
      const [first = '', last = ''] = [period[counted.length - years.length], period.at(-1)];
      return [
        {
          place,
          metric: 'recorded_homicides',
          period: wholeYears(first, last),
          grain: place.startsWith('country/') ? 'country' : 'region',
          ...homicideRate(years),
          source: SOURCE,
          note: years.length === AVERAGED_YEARS ? 'mean of three years' : 'mean of two years',
        },
      ];
    });
    return { facts, matches: [] };
  },
};

function withoutSingularYear(years: readonly YearOfDeaths[]): readonly YearOfDeaths[] {
  const [first = 0, ...others] = years.map(({ deaths }) => deaths);
  const isSingular = first >= SINGULAR_DEATHS && first > 2 * others.reduce((sum, deaths) => sum + deaths, 0);
  return isSingular ? years.slice(1) : years;
}

/** A country, or a region of level 2 or 3 that is ours. */
function placeOf(region: string, gazetteer: Gazetteer, ours: ReadonlySet<string>): string | undefined {
  if (region.length === 2) return gazetteer.countryByCode(EUROSTAT_LETTERS[region] ?? region)?.key;
  const id = nutsAreaId(region);
  return region.length >= 4 && ours.has(id) ? areaKey(id) : undefined;
}

/** The last three consecutive years for which a country has homicides; undefined without. */
function lastYears(country: readonly PublishedRow[]): string[] | undefined {
  const known = YEARS.filter((year) => yearOf(country, year) !== undefined);
  const last = known.slice(-AVERAGED_YEARS);
  const span = Number(last.at(-1)) - Number(last[0]) + 1;
  return last.length === AVERAGED_YEARS && span === AVERAGED_YEARS ? last : undefined;
}

/**
 * The homicides of a region in a year, and its people: the file has only counts and rates, so these follow from the offence with
 * the highest rate, whose digits are the most exact.
 */
function yearOf(region: readonly PublishedRow[], year: string): YearOfDeaths | undefined {
  const published = (offence: string, unit: string) => {
    const row = region.find((each) => each.required('iccs') === offence && each.required('unit') === unit);
    return row === undefined ? null : publishedValue(row, year);
  };
  const deaths = published(INTENTIONAL_HOMICIDE, COUNT);
  const offences = new Set(region.map((row) => row.required('iccs')));
  const [most] = [...offences]
    .map((offence) => ({ count: published(offence, COUNT) ?? 0, rate: published(offence, RATE) ?? 0 }))
    .filter(({ count, rate }) => count > 0 && rate > 0)
    .sort((left, right) => right.rate - left.rate);
  return deaths === null || most === undefined
    ? undefined
    : { deaths, people: (100_000 * most.count) / most.rate };
}
