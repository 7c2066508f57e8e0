import type { PublishedRow } from '../../building/files/published-file.ts';
import { citiesByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

/** The months that we have; each is a separate ordinance. */
const ORDINANCES = ['2025-03', '2025-05'];

/**
 * Austria's surcharge on the pay of its staff abroad because living at the duty station costs more than in Vienna,
 * one line per station and month. An empty figure means that living there costs no more, not that it costs the
 * same: there is no fact then, and none of an earlier month, whose surcharge has ended.
 */
export const austriaPurchasingPowerSurcharge = tableReader({
  id: 'austria-purchasing-power-surcharge',
  folder: 'austria-kaufkraftausgleich',
  sources: ['austria-purchasing-power-2025-03', 'austria-purchasing-power-2025-05'],
  file: 'hundertsaetze_2025.csv',
  columns: ['place', 'country_iso2', 'period', 'value'],
  places: (rows, gazetteer, reader) => {
    const stations = citiesByName((row) => {
      const [name, iso2] = [row.required('place'), row.required('country_iso2')];
      return { published: label(row), name, iso2 };
    })(rows, gazetteer, reader);
    const ended = stationsWithoutSurcharge(rows);
    const hasEnded = (row: PublishedRow) => row.required('period') < (ended.get(label(row)) ?? '');
    return { ...stations, of: (row) => (hasEnded(row) ? [] : stations.of(row)) };
  },
  period: (row) => row.required('period'),
  figures(row) {
    const period = row.required('period');
    if (!ORDINANCES.includes(period))
      throw row.fault('period', `no ordinance of ${JSON.stringify(period)} is known`);
    const source = `austria-purchasing-power-${period}`;
    const [metric, unit] = ['purchasing_power_surcharge', 'percent_above_vienna'];
    return [{ column: 'value', metric, unit, missing: [], source }];
  },
});

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
