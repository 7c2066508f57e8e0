import { join } from 'node:path';
import type { GridPoint } from '../../building/climate/climate-tables.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';

export const CHELSA_FOLDER = 'climate-at-stations-chelsa-cru';

/** Mean temperature, that of the warmest and of the coldest quarter, and precipitation. */
const VARIABLES = ['bio1', 'bio10', 'bio11', 'bio12'].map((name) => `CHELSA_${name}_1979-2013_V1_1`);

/** The points at which CHELSA was sampled: those of the weather stations of NOAA. Points at sea have no values. */
export function readChelsaPoints(directory: string): GridPoint[] {
  const { rows } = readPublishedTable(join(directory, 'chelsa_bio_at_gsod_stations.csv.gz'), {
    columns: ['STNID', 'LAT', 'LON', ...VARIABLES],
  });
  return rows.flatMap((row) => {
    const [meanTemperature, warmestQuarter, coldestQuarter, precipitation] = VARIABLES.map((column) =>
      row.number(column, ['NA']),
    );
    if (meanTemperature == null || warmestQuarter == null || coldestQuarter == null || precipitation == null)
      return [];
    const id = row.matching('STNID', /^[A-Z0-9]{6}-\d{5}$/, 'the id of a station').replace('-99999', '');
    const [latitude, longitude] = [row.requiredNumber('LAT'), row.requiredNumber('LON')];
    return [{ id, latitude, longitude, meanTemperature, warmestQuarter, coldestQuarter, precipitation }];
  });
}
