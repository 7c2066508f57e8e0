import type { PublishedRow } from '../../building/files/published-file.ts';
import { citiesOfCountries } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

/** The months that we have; each is a separate ordinance. */
const ORDINANCES = ['2025-03', '2025-05'];

export const austriaPurchasingPowerSurcharge: TableRules = {
  columns: ['period'],
  places: (rows, gazetteer, reader) => {
    const stations = citiesOfCountries('country_iso2', 'place')(rows, gazetteer, reader);
    const ended = stationsWithoutSurcharge(rows);
    const hasEnded = (row: PublishedRow) => row.required('period') < (ended.get(label(row)) ?? '');
    return { ...stations, of: (row) => (hasEnded(row) ? [] : stations.of(row)) };
  },
  period: (row) => row.required('period'),
  figures(row, listed) {
    const period = row.required('period');
    if (!ORDINANCES.includes(period))
      throw row.fault('period', `no ordinance of ${JSON.stringify(period)} is known`);
    return listed.map((figure) => ({ ...figure, source: `austria-purchasing-power-${period}` }));
  },
};

/** Station → the last month in which it is listed without a surcharge. */
function stationsWithoutSurcharge(rows: readonly PublishedRow[]): Map<string, string> {
  const last = new Map<string, string>();
  for (const row of rows) {
    const period = row.required('period');
    if (row.number('value') === null && period > (last.get(label(row)) ?? '')) last.set(label(row), period);
  }
  return last;
}

function label(row: PublishedRow): string {
  return `${row.required('country_iso2')} | ${row.required('place')}`;
}
