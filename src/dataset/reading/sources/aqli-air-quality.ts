import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, firstLevelAreaId, readAreaIds, secondLevelAreaId } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'aqli-2025-08';
const YEAR = '2023';
const COLUMN = `pm${YEAR}`;

/** If several AQLI regions are in one of our first-level regions, none of them has its figure. */
const SEVERAL = 'the first-level region of GeoNames has several of AQLI';

/**
 * Fine particles by first-level region and country, from the Air Quality Life Index: without mineral dust and sea salt.
 * AQLI uses GADM's regions; a table that came with the files says which of ours each one is.
 */
export const aqliAirQuality: SourceReader = {
  id: 'aqli-air-quality',
  folder: 'aqli-pm25-2023',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const ours = readAreaIds(gazetteer.dataDirectory);
    const regions = new Map(
      readPublishedTable(join(directory, 'gadm1_2023_wide.csv.gz'), {
        columns: ['id', 'name', 'name0', COLUMN],
        endsWithoutLineEnd: true,
      }).rows.map((row) => [row.required('id'), row]),
    );
    const { rows } = readPublishedTable(join(directory, 'geonames_admin1_to_aqli.csv'), {
      columns: ['country_code', 'geonames_admin1', 'geonames_admin2', 'aqli_id', 'match'],
    });
    const facts = nationalFacts(directory, gazetteer);
    const matches: Match[] = [];
    for (const [area, links] of Map.groupBy(rows, regionOf)) {
      if (!ours.has(area)) continue;
      for (const { found, how } of settled(links, regions)) {
        const place = how === 'name' || how === 'reviewed spelling' ? areaKey(area) : '';
        matches.push({ published: labelOf(found), place, how: place === '' ? `${area}: ${how}` : how });
        if (place !== '') facts.push(figure(place, 'region', found.requiredNumber(COLUMN)));
      }
    }
    return { facts, matches };
  },
};

function regionOf(row: PublishedRow): string {
  const [country, admin1, admin2] = [
    row.required('country_code'),
    row.text('geonames_admin1'),
    row.text('geonames_admin2'),
  ];
  return admin2 === '' ? firstLevelAreaId(country, admin1) : secondLevelAreaId(country, admin1, admin2);
}

function labelOf(row: PublishedRow): string {
  return `${row.required('name0')} | ${row.required('name')} | ${row.required('id')}`;
}

/** The AQLI regions that are matched to one of ours, and how each fits: a figure is used only if a single one is matched. */
function settled(
  links: readonly PublishedRow[],
  regions: ReadonlyMap<string, PublishedRow>,
): { found: PublishedRow; how: string }[] {
  const byId = new Map(links.map((link) => [link.text('aqli_id'), link]));
  byId.delete('');
  return [...byId].map(([id, link]) => {
    const found = regions.get(id);
    if (found === undefined) throw link.fault('aqli_id', `AQLI has no region ${id}`);
    return { found, how: byId.size > 1 ? SEVERAL : fitOf(link, found) };
  });
}

function fitOf(link: PublishedRow, region: PublishedRow): string {
  const match = link.required('match');
  if (match.startsWith('approximate')) return 'its units are older and other ones';
  // Islets and the far North, which the satellites do not cover.
  if (!((region.number(COLUMN) ?? 0) > 0)) return 'no data';
  return match.endsWith('name') ? 'name' : 'reviewed spelling';
}

function nationalFacts(directory: string, gazetteer: Gazetteer): Fact[] {
  const { rows } = readPublishedTable(join(directory, 'gadm0_2023_wide.csv'), {
    columns: ['id', COLUMN],
    endsWithoutLineEnd: true,
  });
  return rows.flatMap((row) => {
    const country = gazetteer.countryByCode(row.required('id'));
    const value = row.number(COLUMN);
    return country === undefined || value === null || value === 0
      ? []
      : [figure(country.key, 'country', value)];
  });
}

function figure(place: string, grain: Fact['grain'], value: number): Fact {
  const metric = 'pm25_without_dust_and_sea_salt';
  return {
    place,
    metric,
    period: YEAR,
    grain,
    value,
    unit: 'micrograms_per_cubic_metre',
    source: SOURCE,
    note: '',
  };
}
