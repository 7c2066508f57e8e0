import { regionsByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

const URBAN = '1';

/**
 * Rents that owners and rent-free occupants in the towns of a state of Brazil estimate for their dwelling: medians that the
 * copyist computed from the household budget survey 2017–2018. An input of the estimates, not the publisher's figure.
 */
export const brazilPofRents = tableReader({
  id: 'brazil-pof-rents',
  folder: 'brazil-pof-imputed-rents-2018',
  sources: ['ibge-pof-2018-rents-derived'],
  file: 'imputed_rent_by_state_urban_rural.csv',
  columns: ['uf', 'situation'],
  keep: (row) => row.matching('situation', /^[12]$/, '1 or 2') === URBAN,
  places: regionsByName((row) => row.required('uf')),
  // The survey's values are in prices of this day.
  period: '2018-01-15',
  figures: [
    {
      column: 'median_imputed_rent_brl',
      metric: 'derived_city_rent',
      unit: 'BRL',
      note: 'what owners think their home would rent for; median of the state’s towns',
    },
  ],
});
