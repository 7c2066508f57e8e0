import { join } from 'node:path';
import { mean } from 'simple-statistics';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { codesByTable } from '../places/municipalities.ts';
import { municipalReader, type PublishedMunicipality } from './municipal-reader.ts';

const MUNICIPALITIES = 'omi_comuni_2025s2.csv';
const ZONES = 'omi_zones_2018s2_residential.csv.gz';

const SOURCE = 'omi-quotations-2025-s2-derived';
const OLD_SOURCE = 'omi-quotations-2018-s2-derived';

/**
 * Milan and Turin. In the nine other cities of their size, rents of 2025 are 18 % above those of 2018, and elsewhere 3 %: old
 * ones are not used for them. Both have registered leases in the compilation of city rents.
 */
const GREAT_CITIES = ['015146', '001272'];

/**
 * Rents of Italian municipalities: means over the zones for which the Observatory quotes rents. The newer file lacks two
 * regions and some municipalities, for which the quotations of 2018 are used. Only an input of the estimates. Istat's codes are
 * GeoNames' third level, but for changes of provinces.
 */
export const italyOmiRents = municipalReader({
  id: 'italy-omi-rents',
  folder: 'italy-omi-2025s2',
  sources: [SOURCE, OLD_SOURCE],
  countries: ['IT'],
  term: 'Municipality',
  municipalities: readMunicipalities,
  codesOfCities: (dataDirectory) => {
    const changed = codesByTable(dataDirectory, 'IT');
    return (city) => changed(city) || city.admin3;
  },
});

const RENT = {
  metric: 'derived_city_rent',
  unit: 'EUR',
  note: 'quotations by the square metre; mean of the zones',
};

function readMunicipalities(directory: string): PublishedMunicipality[] {
  const latest = readLatest(directory);
  const known = new Set([...latest.map(({ code }) => code), ...GREAT_CITIES]);
  return [...latest, ...readOld(directory).filter(({ code }) => !known.has(code))];
}

function readLatest(directory: string): PublishedMunicipality[] {
  const { rows } = readPublishedTable(join(directory, MUNICIPALITIES), {
    columns: ['comune', 'codice_istat', 'rent_mean'],
  });
  return rows.flatMap((row): PublishedMunicipality[] => {
    const rent = row.number('rent_mean');
    if (rent === null) return [];
    const code = row.matching('codice_istat', /^\d{6}$/, 'a code of Istat');
    const figure = { ...RENT, value: rent, source: SOURCE, period: '2025-07/2025-12' };
    return [{ code, names: spellings(row.required('comune')), figures: [figure] }];
  });
}

/** The mean of the zones, each of which is the mean of its quotations; a quotation is the middle of its bounds. */
function readOld(directory: string): PublishedMunicipality[] {
  const { rows } = readPublishedTable(join(directory, ZONES), {
    columns: ['Comune_ISTAT', 'Comune_descrizione', 'Zona', 'Loc_min', 'Loc_max'],
    delimiter: ';',
  });
  const quoted = rows.flatMap((row) => {
    const rent = (bound(row, 'Loc_min') + bound(row, 'Loc_max')) / 2;
    // The region, of one digit or two, then the municipality; three new municipalities have no code.
    const code = /^\d{1,2}(\d{6})$/.exec(row.text('Comune_ISTAT'))?.[1];
    if (rent === 0 || code === undefined) return [];
    return [{ code, name: row.required('Comune_descrizione'), zone: row.required('Zona'), rent }];
  });
  return [...Map.groupBy(quoted, ({ code }) => code)].map(([code, all]): PublishedMunicipality => {
    const zones = [...Map.groupBy(all, ({ zone }) => zone).values()];
    const rent = mean(zones.map((quotations) => mean(quotations.map((one) => one.rent))));
    const [name = ''] = all.map((one) => one.name);
    const value = Math.round(1000 * rent) / 1000;
    const figure = { ...RENT, value, source: OLD_SOURCE, period: '2018-07/2018-12' };
    return { code, names: spellings(inTitleCase(name)), figures: [figure] };
  });
}

/** 0 where nothing is quoted; decimals after a comma. */
function bound(row: PublishedRow, column: string): number {
  return Number(row.matching(column, /^(\d+(,\d+)?|,\d+)$/, 'a rent').replace(',', '.'));
}

/** `BOLZANO .BOZEN.` goes by two names; an accent or apostrophe is written as a grave. */
function spellings(name: string): [string, ...string[]] {
  const [first = name, ...others] = name.replaceAll('`', '’').split('.');
  return [first, ...others].map((one) => one.trim()).filter((one) => one !== '') as [string, ...string[]];
}

/** The older file has names in capitals. */
function inTitleCase(name: string): string {
  return name.toLowerCase().replace(/(^|[\s.`-])\p{L}/gu, (start) => start.toUpperCase());
}
