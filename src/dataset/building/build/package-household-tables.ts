import { HOUSEHOLDS } from '../../../release/household-budgets.ts';
import { number, type PackageTable, text } from './package-fields.ts';

/** What the budgets of households are made of. */
export const HOUSEHOLD_TABLES: readonly PackageTable[] = [
  {
    name: 'household-baskets',
    title: 'What households buy: the baskets of the budgets',
    query: 'SELECT household, category, usd, sources FROM household_basket ORDER BY household, category',
    fields: [
      text('household', 'one, couple or family.'),
      text('category', 'Category of spending; housing is the rent of the home in New York.'),
      number('usd_per_month', 'US dollars a month on the day of the release, at American prices.'),
      text('sources', 'Ids of the sources, separated by spaces.'),
    ],
    primaryKey: ['household', 'category'],
    foreignKeys: [],
  },
  {
    name: 'home-rents',
    title: 'Official rents in the budgets of cities: of homes with one, two and three bedrooms, let now',
    query: `SELECT substr(city, 6), one, couple, family, sd, evidence, grain, period, source
            FROM home_rent ORDER BY city`,
    fields: [
      text('city_id', 'Id of the city.'),
      ...HOUSEHOLDS.map((household) =>
        number(
          `usd_per_month_${household}`,
          `US dollars a month of the home of the household \`${household}\`.`,
        ),
      ),
      number('ln_sd', 'Standard deviation (ln) of each as what a newcomer pays.'),
      text('evidence', 'official_local or official_regional.'),
      text('grain', 'The kind of place that was measured.'),
      text('period', 'ISO 8601 year, month or interval that the rents are for.'),
      text('source', 'Id of the source.'),
    ],
    primaryKey: ['city_id'],
    foreignKeys: [
      { fields: 'city_id', reference: { resource: 'cities', fields: 'id' } },
      { fields: 'source', reference: { resource: 'sources', fields: 'id' } },
    ],
  },
];
