import { join } from 'node:path';
import { mean } from 'simple-statistics';
import type { Source } from '../../../release/source.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { codesByTable, type MunicipalDivision, type Municipality } from '../places/municipalities.ts';
import { municipalReading } from './municipal-reading.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const FOLDER = 'italy-omi-2025s2';
const MUNICIPALITIES = 'omi_comuni_2025s2.csv';
const ZONES = 'omi_zones_2018s2_residential.csv.gz';

const COMMON = {
  publisher: 'Agenzia delle Entrate, Osservatorio del Mercato Immobiliare (OMI)',
  url: 'https://www.agenziaentrate.gov.it/portale/web/guest/schede/fabbricatiterreni/omi/banche-dati/quotazioni-immobiliari',
  licence: 'OMI reuse terms (attribution) (our understanding, not confirmed by the publisher)',
  licence_url: null,
  attribution: 'Agenzia Entrate - OMI',
  terms_unclear:
    'The terms allow reuse if the source is named, but do not say whether that includes commercial use.',
};
const SOURCE: Source = {
  ...COMMON,
  id: 'omi-quotations-2025-s2-derived',
  title:
    'Quotazioni immobiliari, second half of 2025 (means of each municipality’s zones, calculated by a third party)',
  vintage: '2025, second half',
};
const OLD_SOURCE: Source = {
  ...COMMON,
  id: 'omi-quotations-2018-s2-derived',
  title: 'Quotazioni immobiliari, second half of 2018 (means of each municipality’s zones, calculated by us)',
  vintage: '2018, second half, dated 2019-04-27',
};

/**
 * Milan and Turin. In the nine other cities of their size, rents of 2025 are 18 % above those of 2018, and elsewhere 3 %: old
 * ones are not used for them. Both have registered leases in the compilation of city rents.
 */
const GREAT_CITIES = ['015146', '001272'];

/** Municipalities of Italy by the code of Istat, which GeoNames has as the third level, but for changes of provinces. */
export const ITALIAN_MUNICIPALITIES: MunicipalDivision = {
  countries: ['IT'],
  term: 'Municipality',
  folder: FOLDER,
  municipalities: readMunicipalities,
  codesOfCities: (dataDirectory) => {
    const changed = codesByTable(dataDirectory, 'IT');
    return (city) => changed(city) || city.admin3;
  },
};

/**
 * Rents of Italian municipalities: means over the zones for which the Observatory quotes rents. The newer file lacks two
 * regions and some municipalities, for which the quotations of 2018 are used. Only an input of the estimates.
 */
export const italyOmiRents: SourceReader = {
  id: 'italy-omi-rents',
  folder: FOLDER,
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const { facts, matches } = municipalReading(
      gazetteer,
      ITALIAN_MUNICIPALITIES,
      readMunicipalities(directory),
      (place, grain, { rent, source, period }): Fact[] => [
        {
          place,
          metric: 'derived_city_rent',
          period,
          grain,
          value: rent,
          unit: 'EUR',
          source,
          note: 'quotations by the square metre; mean of the zones',
        },
      ],
    );
    return { sources: [SOURCE, OLD_SOURCE], facts, matches };
  },
};

interface QuotedRent extends Municipality {
  /** EUR per month and square metre. */
  rent: number;
  source: string;
  period: string;
}

function readMunicipalities(directory: string): QuotedRent[] {
  const latest = readLatest(directory);
  const known = new Set([...latest.map(({ code }) => code), ...GREAT_CITIES]);
  return [...latest, ...readOld(directory).filter(({ code }) => !known.has(code))];
}

function readLatest(directory: string): QuotedRent[] {
  const { rows } = readPublishedTable(join(directory, MUNICIPALITIES), {
    columns: ['comune', 'codice_istat', 'rent_mean'],
  });
  return rows.flatMap((row): QuotedRent[] => {
    const rent = row.number('rent_mean');
    if (rent === null) return [];
    const code = row.matching('codice_istat', /^\d{6}$/, 'a code of Istat');
    return [
      { code, names: spellings(row.required('comune')), rent, source: SOURCE.id, period: '2025-07/2025-12' },
    ];
  });
}

/** The mean of the zones, each of which is the mean of its quotations; a quotation is the middle of its bounds. */
function readOld(directory: string): QuotedRent[] {
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
  return [...Map.groupBy(quoted, ({ code }) => code)].map(([code, all]): QuotedRent => {
    const zones = [...Map.groupBy(all, ({ zone }) => zone).values()];
    const rent = mean(zones.map((quotations) => mean(quotations.map((one) => one.rent))));
    const [name = ''] = all.map((one) => one.name);
    return {
      code,
      names: spellings(inTitleCase(name)),
      rent: Math.round(1000 * rent) / 1000,
      source: OLD_SOURCE.id,
      period: '2018-07/2018-12',
    };
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
