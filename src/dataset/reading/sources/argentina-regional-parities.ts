import { regionsByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

/** Purchasing power parities of consumers in the six regions of Argentina against Greater Buenos Aires, by INDEC. */
export const argentinaRegionalParities = tableReader({
  id: 'argentina-regional-parities',
  folder: 'argentina-indec-regional-parities',
  sources: ['indec-regional-parities-2001'],
  file: 'ppcc_2001.csv',
  columns: ['region'],
  places: regionsByName((row) => row.required('region')),
  period: '2001',
  figures: [
    { column: 'ppcc_gba_1', metric: 'regional_consumer_price_parity', unit: 'greater_buenos_aires_1' },
  ],
});
