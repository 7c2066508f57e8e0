import { join } from 'node:path';
import { mean } from 'simple-statistics';
import { roundTo } from '../../../release/round-to.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import type { GazetteerCity } from '../../building/places/gazetteer.ts';
import { codesByTable, namesByTable } from '../places/municipalities.ts';
import type { RulesOfTables } from './table-reader.ts';

/** In the method of the French ministry, communes with fewer advertisements share the figure of a group of communes. */
const OWN_FIGURE = 100;

/** Three cities are published by arrondissement only: the commune's code, and the first digits of its arrondissements' codes. */
const DIVIDED: readonly { code: string; name: string; arrondissements: string }[] = [
  { code: '13055', name: 'Marseille', arrondissements: '132' },
  { code: '69123', name: 'Lyon', arrondissements: '6938' },
  { code: '75056', name: 'Paris', arrondissements: '751' },
];

/**
 * Milan and Turin. In the nine other cities of their size, rents of 2025 are 18 % above those of 2018, and elsewhere 3 %: old
 * ones are not used for them. Both have registered leases in the compilation of city rents.
 */
const GREAT_CITIES = ['015146', '001272'];

/** Below this number of rented dwellings, as the Japanese survey estimates it, the sample is small. */
const FEW_DWELLINGS = 1000;

/** Classes of asking rents, in EUR per square metre: the middle of each one, and the lower bound of the last. */
const GERMAN_CLASSES: Readonly<Record<string, number>> = {
  'bis unter 5,50': 4.75,
  '5,50 bis unter 7,00': 6.25,
  '7,00 bis unter 8,50': 7.75,
  '8,50 bis unter 10,00': 9.25,
  '10,00 bis unter 11,50': 10.75,
  '11,50 und mehr': 11.5,
};
/**
 * Asking rents of 2023 over the census of 2022, in the 84 district-free cities below the last class. In the last one, asking rents are
 * known only where this would give less than its lower bound: in Berlin, but not in Munich.
 */
const ASKING_OVER_CENSUS = 1.28;

/** The zones of Norway that are one municipality; the others are groups. */
const NORWEGIAN_MUNICIPALITY = /^(Bergen|Trondheim|Stavanger) municipality$/;

/** Rules for tables of municipalities. */
export const MUNICIPAL_RULES: RulesOfTables = {
  'finland-rents municipalities': {
    // Espoo is published together with the small town that it surrounds.
    municipality: (row) => withOtherName(row.required('area'), /-Kauniainen$/),
  },
  'france-rent-map': {
    rows: (rows) => [
      ...rows.map((row) => row.with({ '(city)': '' })),
      ...DIVIDED.map((city) => meanOfArrondissements(city, rows)),
    ],
    municipality(row) {
      const [code, name] = [row.required('code_insee'), row.required('LIBGEO')];
      const town = DIVIDED.find(({ arrondissements }) => code.startsWith(arrondissements));
      const number = code.slice(town?.arrondissements.length).padStart(2, '0');
      return {
        // GeoNames has `Paris 10e Arrondissement` as published, and `Lyon 03`.
        names: town === undefined ? [name] : [name, `${town.name} ${number}`],
        isShared: row.requiredNumber('nbobs_com') < OWN_FIGURE,
      };
    },
    division: { countries: ['FR', 'RE', 'GP', 'MQ', 'GF'], term: 'Commune', codesOfCities: () => communeOf },
  },
  'germany-rents cities': {
    // `Frankfurt am Main, Stadt`; small municipalities have the figure of their association.
    municipality: (row) => ({
      ...withOtherName(row.required('name'), /,.*$/),
      isShared: row.required('name') !== row.required('verband_name'),
    }),
  },
  'germany-rents others': {
    // An association of several municipalities has a code from 5000 on; any other one is a municipality of its own.
    rows: (rows) =>
      rows.flatMap((row) => {
        const [, district, own] = /^(\d{5})0(\d{3})$/.exec(row.required('verband_ars9')) ?? [];
        return own === undefined ? [] : row.with({ '(code)': `${district}${own}` });
      }),
    municipality: (row) => withOtherName(row.required('name'), /,.*$/),
  },
  'germany-asking-rents': {
    rows(rows, _gazetteer, directory) {
      const { rows: municipalities } = readPublishedTable(
        join(directory, 'gemeinden_of_geonames_cities.csv'),
      );
      const census = new Map(
        municipalities.map((row) => [row.required('ags'), row.number('preis_miet_best')]),
      );
      return rows.flatMap((row) => {
        const rent = GERMAN_CLASSES[row.required('preis_miet')];
        if (rent === undefined)
          throw row.fault('preis_miet', `${row.text('preis_miet')} is no class of rents`);
        // A city that is a district is the district's only municipality.
        const ofCity = census.get(`${row.required('kreis_ags')}000`);
        const isLast = row.text('preis_miet').endsWith('und mehr');
        if (isLast && (ofCity == null || ofCity * ASKING_OVER_CENSUS >= rent)) return [];
        return row.with({ '(rent)': rent, '(group)': ofCity === undefined ? 'yes' : '' });
      });
    },
    municipality: (row) => ({
      ...withOtherName(row.required('name'), /,.*$/),
      isGroup: row.text('(group)') !== '',
    }),
    division: { term: 'District' },
  },
  'italy-omi-rents 2025': {
    municipality: (row) => ({ names: italianNames(row.required('comune')) }),
    division: {
      codesOfCities(dataDirectory) {
        const changed = codesByTable(dataDirectory, 'IT');
        return (city) => changed(city) || city.admin3;
      },
    },
  },
  'italy-omi-rents old': {
    format: { delimiter: ';', numbers: '1234,5' },
    // The mean of the zones, each of which is the mean of its quotations; a quotation is the middle of its bounds.
    rows(rows) {
      const quoted = rows.flatMap((row) => {
        // 0 where nothing is quoted.
        const rent = (row.requiredNumber('Loc_min') + row.requiredNumber('Loc_max')) / 2;
        // The region, of one digit or two, then the municipality; three new municipalities have no code.
        const code = /^\d{1,2}(\d{6})$/.exec(row.text('Comune_ISTAT'))?.[1];
        const isUsed = rent > 0 && code !== undefined && !GREAT_CITIES.includes(code);
        return isUsed ? [{ row, code, rent, zone: row.required('Zona') }] : [];
      });
      return [...Map.groupBy(quoted, ({ code }) => code)].flatMap(([code, all]) => {
        const zones = [...Map.groupBy(all, ({ zone }) => zone).values()];
        const rent = roundTo(mean(zones.map((quotations) => mean(quotations.map((one) => one.rent)))), 1000);
        const name = inTitleCase(all[0]?.row.required('Comune_descrizione') ?? '');
        return all[0]?.row.with({ '(code)': code, '(name)': name, '(rent)': rent }) ?? [];
      });
    },
    municipality: (row) => ({ names: italianNames(row.required('(name)')) }),
  },
  'japan-municipal-rents': {
    rows(rows, { dataDirectory }) {
      const names = namesByTable(dataDirectory, 'JP');
      return rows.map((row) => {
        const few = row.requiredNumber('private_rented_dwellings') < FEW_DWELLINGS;
        const note = `privately rented, sitting tenants included${few ? '; fewer than 1,000 rented dwellings' : ''}`;
        const name = names.get(row.text('code')) ?? row.text('municipality');
        return row.with({ '(name)': name, '(note)': note });
      });
    },
    municipality: (row) => ({ names: [row.required('(name)'), row.required('municipality')] }),
  },
  'norway-ssb-rents': {
    municipality: (row) => ({
      ...withOtherName(row.required('zone'), / municipality$/),
      isGroup: !NORWEGIAN_MUNICIPALITY.test(row.required('zone')),
    }),
    division: { term: 'Price zone of the rental market survey' },
  },
  'spain-serpavi': {
    rows(rows, _gazetteer, directory) {
      const incomes = readPublishedTable(join(directory, 'ine_adrh_income_municipality_2022.csv'));
      const names = new Map(incomes.rows.map((row) => [row.required('mun_code'), row.required('mun_name')]));
      return rows.map((row) => {
        const name = names.get(row.required('key')) ?? '';
        if (name === '' && row.text('0') !== '') throw row.fault('key', `no municipality of ${incomes.file}`);
        return row.with({ '(name)': name });
      });
    },
    // `Alacant/Alicante` goes by two names, and `Palmas de Gran Canaria, Las` begins with its article.
    municipality(row) {
      const name = row.required('(name)');
      const spellings = name
        .split('/')
        .map((one) => one.replace(/^(.*), (.*')$/, '$2$1').replace(/^(.*), (\S+)$/, '$2 $1'));
      return { names: [name, ...spellings] };
    },
  },
  'uk-private-rents england': {
    rows: (rows) =>
      rows.map((row) => row.with({ '(month)': row.required('period').slice(0, 'yyyy-mm'.length) })),
    municipality: (row) => withOtherName(row.required('areaName'), BRITISH_TITLE),
    division: { term: 'Local authority, or broad rental market area of Scotland' },
  },
  'uk-private-rents scotland and wales': {
    municipality: (row) => ({
      ...withOtherName(row.required('areaName'), BRITISH_TITLE),
      isGroup: row.required('areaCode').startsWith('S33'),
    }),
  },
};

/** `Bristol, City of` is the city of Bristol. */
const BRITISH_TITLE = /, (City|County) of$/;

/** The gazetteer may have the name without its end. */
function withOtherName(name: string, end: RegExp): { names: [string, string] } {
  return { names: [name, name.replace(end, '')] };
}

function communeOf({ name, admin4 }: GazetteerCity): string {
  const [, town, number = ''] = /^(\w+) (\d{1,2})(?:er?)?(?: Arrondissement)?$/.exec(name) ?? [];
  const beginning = DIVIDED.find((city) => city.name === town)?.arrondissements;
  // `6938`, `03` → `69383`; `751`, `10` → `75110`
  return beginning === undefined
    ? admin4
    : beginning + String(Number(number)).padStart(5 - beginning.length, '0');
}

/** The mean over a city's arrondissements, weighted by their advertisements, which is not published. */
function meanOfArrondissements(
  { code, name, arrondissements }: (typeof DIVIDED)[number],
  rows: readonly PublishedRow[],
): PublishedRow {
  const [first, ...others] = rows.filter((row) => row.required('code_insee').startsWith(arrondissements));
  if (first === undefined)
    throw rows[0]?.fault('code_insee', `no arrondissement of ${name}`) ?? new Error(name);
  let [total, advertisements] = [0, 0];
  for (const row of [first, ...others]) {
    total += row.requiredNumber('loypredm2') * row.requiredNumber('nbobs_com');
    advertisements += row.requiredNumber('nbobs_com');
  }
  const mean = { loypredm2: total / advertisements, nbobs_com: advertisements };
  return first.with({ ...mean, code_insee: code, LIBGEO: name, '(city)': name });
}

/** `BOLZANO .BOZEN.` goes by two names; an accent or apostrophe is written as a grave. */
function italianNames(name: string): [string, ...string[]] {
  const [first = name, ...others] = name.replaceAll('`', '’').split('.');
  return [first, ...others].map((one) => one.trim()).filter((one) => one !== '') as [string, ...string[]];
}

/** The older file has names in capitals. */
function inTitleCase(name: string): string {
  return name.toLowerCase().replace(/(^|[\s.`-])\p{L}/gu, (start) => start.toUpperCase());
}
