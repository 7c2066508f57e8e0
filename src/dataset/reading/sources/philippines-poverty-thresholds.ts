import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader } from './reader.ts';

const ID = 'philippines-poverty-thresholds';
const SOURCE = 'psa-poverty-thresholds-2021';
const THRESHOLD = 'Annual Per Capita Poverty Threshold (in PhP) 2021p';
const NAME = 'Geolocation';
/** The whole capital has one threshold; its districts, listed below it, are left out. */
const CAPITAL = 'National Capital Region (NCR)';

/** The cost of a person's food and other needs for a year at the prices of each province of the Philippines, 2021. */
export const philippinesPovertyThresholds: SourceReader = {
  id: ID,
  folder: 'philippines-poverty-thresholds-2021',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, '1E3DF020.csv'), {
      columns: [NAME, THRESHOLD],
      delimiter: ';',
      linesBeforeHeader: 2,
      endsAt: (firstCell) => firstCell.startsWith('Special Computation'),
    });
    const provinces = new RegionMatches(gazetteer.dataDirectory, ID);
    const facts = rows.flatMap((row): Fact[] => {
      const { depth, name } = parseName(row.required(NAME));
      const isProvince = depth === PROVINCE && !name.endsWith(' District');
      if (!isProvince && name !== CAPITAL) return [];
      const value = row.number(THRESHOLD, ['..']);
      return provinces.of(name).flatMap((place) =>
        value === null
          ? []
          : {
              place,
              metric: 'poverty_threshold_yearly',
              period: '2021',
              grain: 'region',
              value,
              unit: 'PHP',
              source: SOURCE,
              note: 'preliminary',
            },
      );
    });
    return { facts, matches: provinces.matches() };
  },
};

/** Names of regions follow two dots, those of provinces four. */
const PROVINCE = 4;

/** `....Benguet 1/, b/` → a province, Benguet: the marks of footnotes follow the name. */
function parseName(cell: string): { depth: number; name: string } {
  const [, dots = '', name = ''] = /^(\.*)(.*?)(?: (?:\d|[a-e])\/(?:, (?:\d|[a-e])\/)*)?$/.exec(cell) ?? [];
  return { depth: dots.length, name };
}
