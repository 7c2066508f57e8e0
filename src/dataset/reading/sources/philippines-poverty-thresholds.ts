import type { PublishedRow } from '../../building/files/published-file.ts';
import { regionsByName } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

const NAME = 'Geolocation';
/** The whole capital has one threshold; its districts, listed below it, are left out. */
const CAPITAL = 'National Capital Region (NCR)';

export const philippinesPovertyThresholds: TableRules = {
  format: {
    delimiter: ';',
    linesBeforeHeader: 2,
    endsAt: (firstCell) => firstCell.startsWith('Special Computation'),
  },
  keep: isProvinceOrCapital,
  places: regionsByName((row) => parseName(row.required(NAME)).name),
};

function isProvinceOrCapital(row: PublishedRow): boolean {
  const { depth, name } = parseName(row.required(NAME));
  return (depth === PROVINCE && !name.endsWith(' District')) || name === CAPITAL;
}

/** Names of regions follow two dots, those of provinces four. */
const PROVINCE = 4;

/** `....Benguet 1/, b/` → a province, Benguet: the marks of footnotes follow the name. */
function parseName(cell: string): { depth: number; name: string } {
  const [, dots = '', name = ''] = /^(\.*)(.*?)(?: (?:\d|[a-e])\/(?:, (?:\d|[a-e])\/)*)?$/.exec(cell) ?? [];
  return { depth: dots.length, name };
}
