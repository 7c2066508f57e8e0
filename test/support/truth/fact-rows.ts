import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_DIRECTORY } from '../directories.ts';
import { describe, type ReleasedFigure } from './released-figures.ts';

/** A line of data/facts, with its cells as text. */
export interface FactRow {
  grain: string;
  value: string;
  unit: string;
  /** '' if the publisher states none. */
  error: string;
  /** File and line. */
  at: string;
}

/** How to find the rows of data/facts with a figure's place, metric, period, source and note, for some figures. */
export function factRowsOf(figures: readonly ReleasedFigure[]): (figure: ReleasedFigure) => FactRow[] {
  // A sample is about a thousandth of the places, and only their lines are taken apart.
  const rows = readFactRows(join(DATA_DIRECTORY, 'facts'), new Set(figures.map(({ place }) => place)));
  return (figure) => {
    // The build adds notes about replaced currencies to the release; the facts don't have them.
    const note = / the currency until [A-Z]{3} came on /.test(figure.note) ? '' : figure.note;
    return rows.get(describe({ ...figure, note, source: publisherOf(figure.source) })) ?? [];
  };
}

/** A distance cites GeoNames for the city, and the publisher of the list or map. Its fact names only the latter. */
function publisherOf(source: string): string {
  return source.replace(/^geonames-cities (?=natural-earth|ourairports)/, '');
}

function readFactRows(directory: string, places: ReadonlySet<string>): Map<string, FactRow[]> {
  const found = new Map<string, FactRow[]>();
  for (const file of readdirSync(directory)) {
    const lines = readFileSync(join(directory, file), 'utf8').trimEnd().split('\n');
    for (const [index, line] of lines.entries()) {
      if (!places.has(line.slice(0, line.indexOf('\t')))) continue;
      const [
        place = '',
        metric = '',
        period = '',
        grain = '',
        value = '',
        unit = '',
        source = '',
        note = '',
        error = '',
      ] = line.split('\t');
      const key = describe({ place, metric, period, source, note });
      const row = { grain, value, unit, error, at: `${file}:${index + 1}` };
      found.set(key, [...(found.get(key) ?? []), row]);
    }
  }
  return found;
}
