import { join } from 'node:path';
import type { GridPoint } from '../../building/climate/climate-tables.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';

export const CHELSA_FOLDER = 'climate-at-stations-chelsa-cru';

const MEAN_TEMPERATURE = 'CHELSA_bio1_1979-2013_V1_1';
const WARMEST_QUARTER = 'CHELSA_bio10_1979-2013_V1_1';
const COLDEST_QUARTER = 'CHELSA_bio11_1979-2013_V1_1';
const PRECIPITATION = 'CHELSA_bio12_1979-2013_V1_1';

/** The points at which CHELSA was sampled: those of the weather stations of NOAA. Points at sea have no values. */
export function readChelsaPoints(directory: string): GridPoint[] {
  const { rows } = readPublishedTable(join(directory, 'chelsa_bio_at_gsod_stations.csv.gz'), {
    columns: ['STNID', 'LAT', 'LON', MEAN_TEMPERATURE, WARMEST_QUARTER, COLDEST_QUARTER, PRECIPITATION],
  });
  return rows.flatMap((row) => {
    const meanTemperature = row.number(MEAN_TEMPERATURE, ['NA']);
    const warmestQuarter = row.number(WARMEST_QUARTER, ['NA']);
    const coldestQuarter = row.number(COLDEST_QUARTER, ['NA']);
    const precipitation = row.number(PRECIPITATION, ['NA']);
    if (
      meanTemperature === null ||
      warmestQuarter === null ||
      coldestQuarter === null ||
      precipitation === null
    )
      return [];
    return [
      {
        id: row.matching('STNID', /^[A-Z0-9]{6}-\d{5}$/, 'the id of a station').replace('-99999', ''),
        latitude: row.requiredNumber('LAT'),
        longitude: row.requiredNumber('LON'),
        meanTemperature,
        warmestQuarter,
        coldestQuarter,
        precipitation,
      },
    ];
  });
}
