import { join } from 'node:path';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';

/** Languages of the United Nations, as the columns of the file name them. */
const OFFICIAL_NAME_COLUMNS = {
  ar: 'UNTERM Arabic Formal',
  en: 'UNTERM English Formal',
  es: 'UNTERM Spanish Formal',
  fr: 'UNTERM French Formal',
  ru: 'UNTERM Russian Formal',
  zh: 'UNTERM Chinese Formal',
} as const;

const ARTICLES: Readonly<Record<string, RegExp>> = {
  en: /^the /,
  es: /^(el|la|los|las) /,
  fr: /^(le |la |les |l['’])/,
};

/** One country of ISO 3166-1 in the DataHub core dataset `country-codes`. */
export type CountryCodes = ReturnType<typeof toCountryCodes>;

export function readCountryCodes(directory: string): CountryCodes[] {
  const table = readPublishedTable(join(directory, 'country-codes.csv'));
  return table.rows.map(toCountryCodes);
}

function toCountryCodes(row: PublishedRow) {
  return {
    iso2: row.matching('ISO3166-1-Alpha-2', /^[A-Z]{2}$/, 'a country code'),
    /** Official names (UNTERM) by language of the United Nations; of territories, the M49 name, in English only. */
    officialNames: officialNames(row),
    /** As statistics list it (M49): `Bolivia (Plurinational State of)`; '' when there is none. */
    listedName: row.text('official_name_en'),
    /** Alpha-2 of the state that a territory or an associated state belongs to; '' for states, and where that is disputed. */
    partOf:
      /^(?:Part|Territory|Territories|Commonwealth|Crown dependency|Associated) (?:of|with) ([A-Z]{2})$/.exec(
        row.text('is_independent'),
      )?.[1] ?? '',
    callingCodes: callingCodes(row),
    region: row.text('Region Name'),
    regionCode: m49Code(row, 'Region Code'),
    subregion: row.text('Sub-region Name'),
    subregionCode: m49Code(row, 'Sub-region Code'),
    intermediateRegion: row.text('Intermediate Region Name'),
    intermediateRegionCode: m49Code(row, 'Intermediate Region Code'),
    wikidataId: row.text('wikidata_id').replace(/^.*\//, ''),
  };
}

/** UNTERM writes `the Portuguese Republic`, and marks states that are not members with asterisks. */
function officialNames(row: PublishedRow): Map<string, string> {
  const names = new Map<string, string>();
  for (const [language, column] of Object.entries(OFFICIAL_NAME_COLUMNS)) {
    const name = row
      .text(column)
      .replace(ARTICLES[language] ?? '', '')
      .replace(/[\s*]+$/, '');
    if (name !== '') names.set(language, name);
  }
  const english = names.get('en') ?? row.text('official_name_en');
  return english === '' ? names : names.set('en', english);
}

/** `1-809,1-829` → `+1-809`, `+1-829`; a letter after the number is the ITU's mark for a footnote. */
function callingCodes(row: PublishedRow): string[] {
  return row
    .text('Dial')
    .split(',')
    .map((code) => code.replace(/\s+[a-z]$/, '').trim())
    .filter((code) => code !== '')
    .map((code) => {
      if (!/^\d+(-\d+)*$/.test(code)) throw row.fault('Dial', `not a calling code: ${JSON.stringify(code)}`);
      return `+${code}`;
    });
}

function m49Code(row: PublishedRow, column: string): string {
  const code = row.text(column);
  if (!/^\d{0,3}$/.test(code)) throw row.fault(column, `not an M49 code: ${JSON.stringify(code)}`);
  return code === '' ? '' : code.padStart(3, '0');
}
