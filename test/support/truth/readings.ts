import { COUNTRY_READINGS } from './country-readings.ts';
import { DERIVED_READINGS } from './derived-readings.ts';
import { HOMICIDE_READINGS } from './homicide-readings.ts';
import { MUNICIPAL_READINGS } from './municipal-readings.ts';
import { NATIONAL_READINGS } from './national-readings.ts';
import { POST_READINGS } from './post-readings.ts';
import type { PublishedFigure, Reading } from './reading.ts';
import { REGIONAL_READINGS, spreadReading } from './regional-readings.ts';
import { describe, nameOf, type ReleasedFigure, split } from './released-figures.ts';
import { UNITED_STATES_READINGS } from './united-states-readings.ts';
import { WORLD_READINGS } from './world-readings.ts';

const READINGS: Readonly<Record<string, Reading>> = {
  ...COUNTRY_READINGS,
  ...UNITED_STATES_READINGS,
  ...POST_READINGS,
  ...WORLD_READINGS,
  ...MUNICIPAL_READINGS,
  ...REGIONAL_READINGS,
  ...NATIONAL_READINGS,
  ...HOMICIDE_READINGS,
};

export function readingOf({ metric, source, method, place }: ReleasedFigure): Reading | undefined {
  const isSpread = method === 'derived' && (split(place)[0] === 'area' || metric === 'intentional_homicides');
  return DERIVED_READINGS[metric] ?? (isSpread ? spreadReading : READINGS[source]);
}

/** How the figure differs from what its publisher's file says; undefined if it doesn't. */
export function mismatchOf(figure: ReleasedFigure): string | undefined {
  const reading = readingOf(figure);
  if (reading === undefined) return `${describe(figure)}: nobody has said how to find the source's cells`;
  const cells = distinct(reading(figure));
  if (cells.length === 1 && cells.every((cell) => agrees(figure, cell))) return undefined;
  const says = cells.map((cell) => `${said(cell)}, in ${cell.cell}`).join(' and ') || 'nothing of the kind';
  return `${describe(figure)}: we say ${said(figure)}; the file says ${says}`;
}

/** A file may repeat a figure on several rows: HUD's does, for each county of an area. */
function distinct(cells: readonly PublishedFigure[]): PublishedFigure[] {
  return [...new Map(cells.map((cell) => [said(cell), cell])).values()];
}

function agrees(figure: ReleasedFigure, cell: PublishedFigure): boolean {
  const { within = 0, note = figure.note } = cell;
  return (
    Math.abs(figure.value - cell.value) <= within &&
    figure.unit === cell.unit &&
    figure.period === cell.period &&
    figure.grain === cell.grain &&
    figure.note === note &&
    (cell.named === undefined || letters(cell.named).startsWith(letters(nameOf(figure.place))))
  );
}

function said(figure: Omit<PublishedFigure, 'cell'> & { place?: string }): string {
  const { value, unit, period, grain, note, place } = figure;
  const named =
    figure.named ?? (place !== undefined && split(place)[0] === 'area' ? nameOf(place) : undefined);
  return [value, unit, period, grain, note, named]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}

/** `Hyōgo` → `hyogo` */
function letters(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}
