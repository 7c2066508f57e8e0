import { regionsByName } from './place-rules.ts';
import { figuresIn, tableReader } from './table-reader.ts';

const YEAR = '2016';

/** Spatial cost of living index of Viet Nam: one line per province and year, Ha Noi = 100. The last year is kept. */
export const vietnamSpatialIndex = tableReader({
  id: 'vietnam-spatial-index',
  folder: 'vietnam-scoli-2010-2016',
  sources: ['gso-vietnam-scoli-2016'],
  file: 'scoli_province_2010_2016.csv',
  columns: ['year', 'province'],
  keep: (row) => row.year('year') === YEAR,
  places: regionsByName((row) => row.required('province')),
  period: YEAR,
  figures: figuresIn('ha_noi_100', { spatial_cost_of_living_index: 'spatial_cost_of_living_index' }),
});
