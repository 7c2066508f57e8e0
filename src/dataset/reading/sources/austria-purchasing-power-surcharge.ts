import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const ID = 'austria-purchasing-power-surcharge';

/** The months that we have; each is a separate ordinance. */
const ORDINANCES = ['2025-03', '2025-05'];

/**
 * Austria's surcharge on the pay of its staff abroad because living at the duty station costs more than in Vienna,
 * one line per station and month. An empty figure means that living there costs no more, not that it costs the
 * same: there is no fact then, and none of an earlier month, whose surcharge has ended.
 */
export const austriaPurchasingPowerSurcharge: SourceReader = {
  id: ID,
  folder: 'austria-kaufkraftausgleich',
  sources: ORDINANCES.map(sourceId),
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'hundertsaetze_2025.csv'), {
      columns: ['place', 'country_iso2', 'period', 'value'],
    });
    const matches = matchPlaces(
      gazetteer,
      readMatchOverrides(gazetteer.dataDirectory, ID),
      rows.map((row) => ({
        published: label(row),
        name: row.required('place'),
        iso2: row.required('country_iso2'),
      })),
    );
    const ended = stationsWithoutSurcharge(rows);
    const facts: Fact[] = [];
    for (const row of rows) {
      const period = row.required('period');
      if (!ORDINANCES.includes(period))
        throw row.fault('period', `no ordinance of ${JSON.stringify(period)} is known`);
      const place = matches.get(label(row))?.place ?? '';
      const value = row.number('value');
      if (place === '' || value === null || period < (ended.get(label(row)) ?? '')) continue;
      facts.push({
        place,
        metric: 'purchasing_power_surcharge',
        period,
        grain: place.startsWith('country/') ? 'country' : 'city',
        value,
        unit: 'percent_above_vienna',
        source: sourceId(period),
        note: '',
      });
    }
    return { facts, matches: [...matches.values()] };
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

function sourceId(period: string): string {
  return `austria-purchasing-power-${period}`;
}

function label(row: PublishedRow): string {
  return `${row.required('country_iso2')} | ${row.required('place')}`;
}
