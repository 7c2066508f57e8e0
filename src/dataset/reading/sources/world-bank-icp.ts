import { countriesByCode } from './place-rules.ts';
import { figuresIn, tableReader } from './table-reader.ts';

/** The programme's codes for the world, its regions and income groups. */
const AGGREGATES = 'EAB ECB HIB LCB LIB LMB MEB NAB RUT SAB SSB UMB WLD'.split(' ');

/** Price level indices by category of the International Comparison Program 2021, United States = 100. */
export const worldBankIcp = tableReader({
  id: 'world-bank-icp',
  folder: 'worldbank-icp2021-categories',
  sources: ['wb-icp-2021'],
  file: 'icp2021_pli_us100.csv',
  columns: ['iso3'],
  places: countriesByCode('iso3', 'iso3', {
    noCountry: Object.fromEntries(AGGREGATES.map((code) => [code, 'an aggregate of economies'])),
  }),
  // The year that the prices of this round of the programme were collected for.
  period: '2021',
  figures: figuresIn(
    'united_states_100',
    {
      food: 'price_level_food',
      housing: 'price_level_housing',
      clothing: 'price_level_clothing',
      health: 'price_level_health',
      transport: 'price_level_transport',
      communication: 'price_level_communication',
      recreation: 'price_level_recreation',
      education: 'price_level_education',
      restaurants: 'price_level_restaurants',
    },
    [],
  ),
});
