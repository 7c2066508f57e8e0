import { citiesByName } from './place-rules.ts';
import { figuresIn, tableReader } from './table-reader.ts';

const GROUPS = {
  all_items: 'regional_price_level_all_items',
  food: 'regional_price_level_food',
  shelter: 'regional_price_level_shelter',
  household_operations_furnishings_and_equipment: 'regional_price_level_household_operations_and_furnishings',
  clothing_and_footwear: 'regional_price_level_clothing',
  transportation: 'regional_price_level_transport',
  health_and_personal_care: 'regional_price_level_health_and_personal_care',
  recreation_education_and_reading: 'regional_price_level_recreation_and_education',
  alcoholic_beverages_tobacco_products_and_recreational_cannabis: 'regional_price_level_alcohol_and_tobacco',
};

/** Statistics Canada's comparison of retail prices between cities: one line per city, all of them together = 100. */
export const canadaIntercityPrices = tableReader({
  id: 'canada-intercity-prices',
  folder: 'regional-price-level-indices',
  sources: ['statcan-intercity-prices-2019'],
  file: 'canada_intercity_2019.csv',
  columns: ['city_statcan', 'year'],
  places: citiesByName((row) => {
    const published = row.required('city_statcan');
    return { published, name: published.replace(/,.*/, ''), iso2: 'CA' };
  }),
  period: (row) => row.year('year'),
  figures: figuresIn('national_average_100', GROUPS, []).map((figure) => ({
    ...figure,
    note: 'the surveyed cities together = 100',
  })),
});
