import { join } from 'node:path';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import type { TableRules } from './table-reader.ts';

/** Fair Market Rents of HUD: one line per county, in New England a town, each with the rents of its HUD area. */
export const HUD_FOLDER = 'us-hud-fmr-fy2026';

/** A county, or in New England a town: HUD's areas, and all federal metro areas, consist of these. */
export type Locality = ReturnType<typeof readLocalities>[number];

export function fmrAreaId(area: string): string {
  return `us-hud-${area.toLowerCase()}`;
}

export function readLocalities(directory: string) {
  const { rows } = readPublishedTable(join(directory, 'FY26_FMRs.csv'));
  return checked(rows).map((row) => {
    const fips = row.required('fips');
    const isTown = !fips.endsWith('99999');
    return {
      /** Postal letters of the state or territory: `NY`, `PR`. */
      state: row.required('stusps'),
      /** FIPS code of the county or its equivalent, five digits. */
      county: fips.slice(0, 5),
      countyName: row.required('countyname'),
      /** FIPS code of the town within the county, five digits, and its name; '' where the row is a whole county. */
      town: isTown ? fips.slice(5) : '',
      townName: isTown ? row.required('county_town_name') : '',
      /** HUD's area code: METRO or NCNTY, the CBSA or county, and HUD's own part of it. */
      area: row.required('hud_area_code'),
      areaName: row.required('hud_area_name'),
    };
  });
}

function checked(rows: readonly PublishedRow[]): readonly PublishedRow[] {
  for (const row of rows) {
    if (!/^\d{10}$/.test(row.text('fips'))) throw row.fault('fips', 'not a FIPS code of ten digits');
    const code = /^(METRO|NCNTY)\d{5}[MN]\w{5}$/.exec(row.text('hud_area_code'));
    if (code === null) throw row.fault('hud_area_code', 'not an area code of HUD');
    if (row.text('metro') !== (code[1] === 'METRO' ? '1' : '0'))
      throw row.fault('metro', 'says otherwise than the area code');
  }
  return rows;
}

/** HUD promises that the rows of one area have the same rents: others are refused, as any other two figures for one thing. */
export const usHudFmr: TableRules = { rows: checked };
