import { regionsByName } from './place-rules.ts';
import { figuresIn, tableReader } from './table-reader.ts';

/** Relative regional consumer price levels of the Office for National Statistics, 2016: one line per region, UK = 100. */
export const ukRegionalPrices = tableReader({
  id: 'uk-regional-prices',
  folder: 'regional-price-level-indices',
  sources: ['ons-regional-price-levels-2016'],
  file: 'uk_region_rrcpl_2016.csv',
  columns: ['region', 'year'],
  places: regionsByName((row) => row.required('region')),
  period: (row) => row.year('year'),
  // Groups are given for a few regions only.
  figures: figuresIn(
    'national_average_100',
    {
      all_items_12region: 'regional_price_level_without_rent',
      c01_food: 'regional_price_level_food',
      c03_clothing_footwear: 'regional_price_level_clothing',
      c05_furnishings_household: 'regional_price_level_furnishings',
      c07_transport: 'regional_price_level_transport',
      c09_recreation_culture: 'regional_price_level_recreation',
    },
    [],
  ),
});
