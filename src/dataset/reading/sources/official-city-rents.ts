import { join } from 'node:path';
import { GRAINS } from '../../../release/grain.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { filled, list, matching, recordTable, text, word } from '../../building/files/records.ts';
import { matchPlaces, type PublishedPlace, readMatchOverrides } from '../places/match.ts';
import { citedSource } from './citations.ts';
import type { SourceReader } from './reader.ts';

const ID = 'official-city-rents';

/** Publishers' series of rents: what the published file calls each, and what it is in our terms. */
const SERIES = recordTable('readers/official-city-rent-series', {
  country: text,
  /** Names the series in the file, with `geography`. */
  unit: matching(/^[A-Z]{3} /, 'a unit that begins with a currency'),
  geography: text,
  /**
   * Whether the publisher or the file's compiler made the figures. A derived figure was computed from official ones by the
   * compiler: the estimates use it, and no response shows it.
   */
  basis: word(['published', 'derived']),
  metric: text,
  /** The kind of place that was measured, for rows whose note names no other area. */
  grain: word(GRAINS),
  /** What is counted, in our own words. */
  definition: filled,
  source: filled,
  /** Why the figures are not used. */
  left_out: text,
  /** Places whose figures are used although the series is left out, because no better series has them. */
  kept: list('|'),
});

/** By a row's note: the area that was measured for that city, where the publisher has no figure for the city. */
const AREAS = recordTable('readers/official-city-rent-areas', {
  source: text,
  note: text,
  grain: word(GRAINS),
  name: text,
});

type PublishedRentSeries = ReturnType<typeof readPublishedRentSeries>[number];

export function readPublishedRentSeries(dataDirectory: string) {
  const series = SERIES.read(dataDirectory);
  const areas = AREAS.read(dataDirectory);
  for (const [at, { source }] of areas.entries())
    if (!series.some((one) => one.source === source))
      throw AREAS.fault(dataDirectory, at, 'source', `no series has the source ${source}`);
  return series.map((one) => ({ ...one, areas: areas.filter(({ source }) => source === one.source) }));
}

/**
 * Rents that statistical offices, ministries and central banks publish for single cities, compiled into one file: one line
 * per city and series, with its publisher. data/readers/official-city-rent-series.tsv says what each series is. Figures
 * that the compiler derived from official ones (`basis`) have a metric of their own, which the estimates use and no response
 * shows. The series differ in what they count and how: their figures compare cities of one country, and say nothing
 * between countries.
 */
export const officialCityRents: SourceReader = {
  id: ID,
  folder: 'city-rents-official',
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'city_rents.csv'));
    const known = readPublishedRentSeries(gazetteer.dataDirectory);
    const rents = rows.map((row) => ({ row, series: seriesOf(row, known) }));
    const kept = rents.filter(isUsed);
    const matches = matchPlaces(
      gazetteer,
      readMatchOverrides(gazetteer.dataDirectory, ID),
      kept.map(({ row }) => publishedPlace(row)),
    );
    for (const rent of rents) {
      const { published } = publishedPlace(rent.row);
      if (!isUsed(rent) && !matches.has(published))
        matches.set(published, { published, place: '', how: rent.series.left_out });
    }
    const facts = kept.flatMap(({ row, series }) => {
      const place = matches.get(publishedPlace(row).published)?.place ?? '';
      return place === '' ? [] : factOf(row, series, place);
    });
    const sources = new Set(facts.map(({ source }) => source));
    return {
      sources: [...sources].map((source) => citedSource(gazetteer.dataDirectory, source)),
      facts,
      matches: [...matches.values()],
    };
  },
};

function isUsed({ row, series }: { row: PublishedRow; series: PublishedRentSeries }): boolean {
  return series.left_out === '' || series.kept.includes(row.text('place'));
}

function seriesOf(row: PublishedRow, known: readonly PublishedRentSeries[]): PublishedRentSeries {
  const country = row.required('country_iso2');
  const ofCountry = known.filter((series) => series.country === country);
  const series = ofCountry.find(
    ({ unit, geography }) => unit === row.text('unit') && geography === row.text('geography'),
  );
  if (series === undefined) {
    const column = ofCountry.some(({ unit }) => unit === row.text('unit')) ? 'geography' : 'unit';
    throw row.fault(column, `no series of ${country} is known as ${JSON.stringify(row.text(column))}`);
  }
  const basis = row.required('basis');
  if (basis !== series.basis)
    throw row.fault('basis', `${JSON.stringify(basis)}, where the series is ${series.basis}`);
  return series;
}

function publishedPlace(row: PublishedRow): PublishedPlace {
  const name = row.required('place');
  const iso2 = row.required('country_iso2');
  return { published: `${iso2} | ${name}`, name, iso2 };
}

function factOf(row: PublishedRow, series: PublishedRentSeries, place: string): Fact {
  const area = series.areas.find(({ note }) => note === row.text('note'));
  return {
    place,
    metric: series.metric,
    period: periodOf(row),
    grain: area?.grain ?? series.grain,
    value: row.requiredNumber('value'),
    unit: series.unit.slice(0, 'EUR'.length),
    source: series.source,
    note: area === undefined ? series.definition : `${series.definition}; ${area.name}`,
  };
}

/** ISO 8601: years and months as published, two years as an interval, quarters and runs of months as one of days. */
function periodOf(row: PublishedRow): string {
  const text = row.required('period');
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(text) ?? [];
  const months = [2, 0].map((before) => `${year}-${String(3 * Number(quarter) - before).padStart(2, '0')}`);
  const [first, last] =
    quarter === undefined ? (/^(\d{4}-\d{2})\/(\d{4}-\d{2})$/.exec(text) ?? []).slice(1) : months;
  if (first !== undefined && last !== undefined) return `${first}-01/${lastDayOf(last)}`;
  const [, from, to] = /^(\d{4})-(\d{4})$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return `${from}/${to}`;
  const [, plain] = /^(\d{4}(?:-\d{2})?)(?: \(month not stated in the copy\))?$/.exec(text) ?? [];
  if (plain === undefined) throw row.fault('period', `not a period: ${JSON.stringify(text)}`);
  return plain;
}

/** `2026-06` → `2026-06-30` */
function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
