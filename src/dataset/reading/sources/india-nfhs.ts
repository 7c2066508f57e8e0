import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readBytes } from '../../building/files/file-bytes.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { readTable } from '../../building/files/table.ts';
import { areaKey } from '../../building/places/areas.ts';
import { firstSheetOf, type SheetRow } from '../files/binary-workbook.ts';
import type { Match } from '../places/match.ts';
import { type Figure, readFigures } from './figures.ts';
import type { SourceReader } from './reader.ts';

const ID = 'india-nfhs';
const FILE = 'NFHS_5_India_Districts_Factsheet_Data.xls';
const SOURCE = 'india-nfhs-5';
/** Field work from June 2019 to April 2021. */
const PERIOD = '2019-06/2021-04';

const [DISTRICT, STATE] = [0, 1];

/** The fact sheets put figures from 25 to 49 cases in brackets, which the workbook has turned into a minus. */
const FEW_CASES = 'from 25 to 49 cases only';
/** The National Family Health Survey of India (2019 to 2021), one row per district: shares of people, households and births. */
export const indiaNfhs: SourceReader = {
  id: ID,
  folder: 'india-nfhs5-districts',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const [header, ...rows] = firstSheetOf(FILE, readBytes(join(directory, FILE), FILE));
    const indicators = readFigures(gazetteer.dataDirectory, ID).map((figure) => columnOf(header, figure));
    const districts = readDistricts(gazetteer.dataDirectory);
    const facts: Fact[] = [];
    const matches: Match[] = [];
    for (const [index, row] of rows.entries()) {
      const fault = (column: number, text: string) =>
        new SourceFileError(FILE, index + 2, String(column + 1), text);
      const published = `${textOf(row, STATE)} | ${textOf(row, DISTRICT)}`;
      const district = districts.get(published);
      if (district === undefined) throw fault(DISTRICT, `${published} is not in nfhs-districts.tsv`);
      const place = district.area === '' ? '' : areaKey(district.area);
      matches.push({ published, place, how: district.how });
      if (place !== '') facts.push(...indicators.flatMap((indicator) => fact(row, indicator, place, fault)));
    }
    return { facts, matches };
  },
};

function fact(
  row: SheetRow,
  { position, metric, unit, missing }: Indicator,
  place: string,
  fault: (column: number, text: string) => SourceFileError,
): Fact[] {
  const value = row.get(position);
  if (missing.includes(String(value))) return [];
  if (typeof value !== 'number') throw fault(position, `no number: ${value ?? 'empty'}`);
  const note = value < 0 ? FEW_CASES : '';
  return [
    { place, metric, period: PERIOD, grain: 'region', value: Math.abs(value), unit, source: SOURCE, note },
  ];
}

/** By the beginning of its heading, without the numbers of footnotes, and position. Fewer than 25 cases are missing. */
type Indicator = Figure & { position: number };

function columnOf(header: SheetRow | undefined, figure: Figure): Indicator {
  const headed = [...(header ?? [])].filter(([, heading]) => String(heading).startsWith(figure.column));
  const [[position] = []] = headed;
  if (position === undefined || headed.length > 1)
    throw new SourceFileError(FILE, 1, '', `${headed.length} columns are headed ${figure.column}`);
  return { ...figure, position };
}

function textOf(row: SheetRow, column: number): string {
  return String(row.get(column) ?? '')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

/** State and district as the survey writes them → our area, which is the district of today of that name. */
function readDistricts(dataDirectory: string): Map<string, { area: string; how: string }> {
  const file = join(dataDirectory, 'readers', 'nfhs-districts.tsv');
  const rows = readTable(file, ['state', 'district', 'area', 'how'] as const);
  return new Map(rows.map((row) => [`${row.state} | ${row.district}`, row]));
}
