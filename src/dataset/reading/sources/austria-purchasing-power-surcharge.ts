import { join } from 'node:path';
import type { Source } from '../../../release/source.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const ID = 'austria-purchasing-power-surcharge';

/** The months that we have; each is a separate ordinance. */
const ORDINANCES: ReadonlyMap<string, string> = new Map([
  ['2025-03', 'Percentages for purchasing power surcharges abroad, March 2025'],
  ['2025-05', 'Percentages for purchasing power surcharges abroad, May 2025'],
]);

/**
 * Austria's surcharge on the pay of its staff abroad because living at the duty station costs more than in Vienna,
 * one line per station and month. An empty figure means that living there costs no more, not that it costs the
 * same: there is no fact then, and none of an earlier month, whose surcharge has ended.
 */
export const austriaPurchasingPowerSurcharge: SourceReader = {
  id: ID,
  folder: 'austria-kaufkraftausgleich',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
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
      if (!ORDINANCES.has(period))
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
    return { sources: [...ORDINANCES].map(toSource), facts, matches: [...matches.values()] };
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

function toSource([period, title]: [string, string]): Source {
  return {
    id: sourceId(period),
    publisher: 'Republic of Austria, Federal Ministry for European and International Affairs',
    title,
    url: 'https://www.ris.bka.gv.at',
    licence: 'Official work, free of copyright (section 7 of the Austrian copyright act)',
    licence_url: null,
    attribution: 'Republic of Austria, Federal Law Gazette (Bundesgesetzblatt II)',
    vintage: period,
  };
}

function sourceId(period: string): string {
  return `austria-purchasing-power-${period}`;
}

function label(row: PublishedRow): string {
  return `${row.required('country_iso2')} | ${row.required('place')}`;
}
