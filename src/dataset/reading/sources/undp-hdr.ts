import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedTable, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { CountryMatches } from './country-matches.ts';
import { type Figure, figuresOf, readFigures } from './figures.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'undp-hdr-2025';
const FILE = 'HDR25_Composite_indices_complete_time_series.csv';
const FIRST_YEAR = 2015;
const LAST_YEAR = 2023;
const LAST_CODE = 'ZZK.WORLD';

/**
 * Human Development Report 2025, composite indices: one line per country, one column per series and year. Left out: ranks and
 * differences that follow from other series, the halves of the gender indices that nobody looks up alone, and population (from
 * the World Bank).
 */
export const undpHdr: SourceReader = {
  id: 'undp-hdr',
  folder: 'undp-hdr25',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const columns = columnsOf(readFigures(gazetteer.dataDirectory, undpHdr.id));
    const table = readPublishedTable(join(directory, FILE), {
      columns: ['country', ...columns.map(({ column }) => column)],
      endsWithoutLineEnd: true,
    });
    const codeColumn = codeColumnOf(table);
    checkEnd(table, codeColumn);
    const groups = table.rows
      .map((row) => row.required(codeColumn))
      .filter((code) => code.startsWith('ZZ'))
      .map((code) => [code, 'a group of countries'] as const);
    const countries = new CountryMatches(gazetteer, undpHdr.id, groups);
    const facts: Fact[] = [];
    for (const row of table.rows) {
      const place = countries.placeOf(row, codeColumn, row.required('country'));
      if (place === null) continue;
      for (const { period, ...figure } of columns)
        for (const measured of figuresOf(row, [figure], { source: SOURCE, period }))
          facts.push({ place, grain: 'country', ...measured });
    }
    return { facts, matches: countries.departures() };
  },
};

/** The listed series of each year: `hdi` has the columns `hdi_2015` to `hdi_2023`. */
function columnsOf(series: readonly Figure[]): (Figure & { period: string })[] {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => String(FIRST_YEAR + index));
  return series.flatMap((figure) =>
    years.map((period) => ({ ...figure, column: `${figure.column}_${period}`, period })),
  );
}

/** The publisher calls the column `iso3`; our copy, otherwise unchanged, calls it `code`. */
function codeColumnOf(table: PublishedTable): string {
  const column = ['iso3', 'code'].find((name) => table.header.includes(name));
  if (column === undefined)
    throw new SourceFileError(table.file, 1, 'iso3', 'the column is missing from the header');
  return column;
}

/** The groups of countries come after the countries, the world last: a file cut between lines lacks it. */
function checkEnd(table: PublishedTable, codeColumn: string): void {
  const last = table.rows.at(-1);
  if (last !== undefined && last.text(codeColumn) !== LAST_CODE) {
    throw last.fault(codeColumn, `truncated: the last line is not that of the world, ${LAST_CODE}`);
  }
}
