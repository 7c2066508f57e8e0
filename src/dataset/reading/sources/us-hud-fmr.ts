import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, readAreaIds } from '../../building/places/areas.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'us-hud-fmr-fy2026';
const FILE = 'FY26_FMRs.csv';
/** The federal fiscal year 2026, for which the rents are set. */
const PERIOD = '2025-10-01/2026-09-30';

/** Number of bedrooms, as the publisher's columns have it, to our metric. */
const RENTS = [
  ['fmr_0', 'rent_fair_market_studio'],
  ['fmr_1', 'rent_fair_market_one_bedroom'],
  ['fmr_2', 'rent_fair_market_two_bedroom'],
  ['fmr_3', 'rent_fair_market_three_bedroom'],
  ['fmr_4', 'rent_fair_market_four_bedroom'],
] as const;

/** Fair Market Rents of HUD: one line per county, in New England a town, each with the rents of its HUD area. */
export const usHudFmr: SourceReader = {
  id: 'us-hud-fmr',
  folder: 'us-hud-fmr-fy2026',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const ours = readAreaIds(gazetteer.dataDirectory);
    const facts: Fact[] = [];
    for (const { area, metro, rents } of readFmrAreas(directory).values()) {
      if (!ours.has(fmrAreaId(area))) continue;
      for (const [position, [, metric]] of RENTS.entries()) {
        facts.push({
          place: areaKey(fmrAreaId(area)),
          metric,
          period: PERIOD,
          grain: metro ? 'metro' : 'region',
          value: rents[position] as number,
          unit: 'USD',
          source: SOURCE,
          note: '',
        });
      }
    }
    return { facts, matches: [] };
  },
};

/** A county, or in New England a town: HUD's areas, and all federal metro areas, consist of these. */
export interface Locality {
  /** Postal letters of the state or territory: `NY`, `PR`. */
  state: string;
  /** FIPS code of the county or its equivalent, five digits. */
  county: string;
  countyName: string;
  /** FIPS code of the town within the county, five digits, and its name; '' where the row is a whole county. */
  town: string;
  townName: string;
  /** HUD's area code: METRO or NCNTY, the CBSA or county, and HUD's own part of it. */
  area: string;
}

export interface FmrArea {
  area: string;
  name: string;
  metro: boolean;
  /** USD per month; from none to four bedrooms. */
  rents: number[];
}

export function fmrAreaId(area: string): string {
  return `us-hud-${area.toLowerCase()}`;
}

export function readLocalities(directory: string): Locality[] {
  return readRows(directory).map((row) => {
    const fips = row.required('fips');
    const isTown = !fips.endsWith('99999');
    return {
      state: row.required('stusps'),
      county: fips.slice(0, 5),
      countyName: row.required('countyname'),
      town: isTown ? fips.slice(5) : '',
      townName: isTown ? row.required('county_town_name') : '',
      area: row.required('hud_area_code'),
    };
  });
}

/** HUD's areas by their code. HUD promises that the rows of one area have the same rents, and this checks it. */
export function readFmrAreas(directory: string): Map<string, FmrArea> {
  const areas = new Map<string, FmrArea>();
  for (const row of readRows(directory)) {
    const area: FmrArea = {
      area: row.required('hud_area_code'),
      name: row.required('hud_area_name'),
      metro: row.required('hud_area_code').startsWith('METRO'),
      rents: RENTS.map(([column]) => row.requiredNumber(column)),
    };
    const known = areas.get(area.area);
    if (known === undefined) areas.set(area.area, area);
    for (const [position, [column]] of RENTS.entries()) {
      if (known !== undefined && known.rents[position] !== area.rents[position])
        throw row.fault(column, `${area.area} has another rent in an earlier row`);
    }
  }
  return areas;
}

function readRows(directory: string): PublishedRow[] {
  const { rows } = readPublishedTable(join(directory, FILE), {
    columns: [
      'stusps',
      'hud_area_code',
      'countyname',
      'county_town_name',
      'metro',
      'hud_area_name',
      'fips',
      ...RENTS.map(([column]) => column),
    ],
  });
  for (const row of rows) {
    if (!/^\d{10}$/.test(row.text('fips'))) throw row.fault('fips', 'not a FIPS code of ten digits');
    const code = /^(METRO|NCNTY)\d{5}[MN]\w{5}$/.exec(row.text('hud_area_code'));
    if (code === null) throw row.fault('hud_area_code', 'not an area code of HUD');
    if (row.text('metro') !== (code[1] === 'METRO' ? '1' : '0'))
      throw row.fault('metro', 'says otherwise than the area code');
  }
  return rows;
}
