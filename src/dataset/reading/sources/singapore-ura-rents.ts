import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { SourceReader } from './reader.ts';

const FILE = 'rents_by_district.csv';
const RENT = 'median_sgd_per_square_foot_month';
const CITY = 'city/singapore';

/**
 * Rents of private flats in Singapore per square foot: the mean of the postal districts' medians, weighted by their contracts.
 * The file has a fifth to a quarter of the projects, so that no district has a figure. An input of the estimates, not the
 * publisher's figure.
 */
export const singaporeUraRents: SourceReader = {
  id: 'singapore-ura-rents',
  folder: 'singapore-ura-rents-2026q2',
  sources: ['ura-rents-2026-q2-derived'],
  read(directory) {
    const { rows } = readPublishedTable(join(directory, FILE), {
      columns: ['postal_district', 'contracts', RENT],
    });
    const contracts = rows.reduce((sum, row) => sum + row.requiredNumber('contracts'), 0);
    if (contracts === 0) throw new SourceFileError(FILE, 0, 'contracts', 'no contract in any district');
    const total = rows.reduce(
      (sum, row) => sum + row.requiredNumber(RENT) * row.requiredNumber('contracts'),
      0,
    );
    const fact = {
      place: CITY,
      metric: 'derived_city_rent',
      period: '2026-04-01/2026-06-30',
      grain: 'city' as const,
      value: Math.round((100 * total) / contracts) / 100,
      unit: 'SGD',
      source: 'ura-rents-2026-q2-derived',
      note: 'private flats per square foot, new leases, with service charges; mean of the districts’ medians',
    };
    const published = 'all postal districts of the file';
    return { facts: [fact], matches: [{ published, place: CITY, how: 'the city is the country' }] };
  },
};
