import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { municipalReader, type PublishedMunicipality } from './municipal-reader.ts';

const SOURCE = 'ssb-rents-2025';
const RENT = 'monthly_nok';

/** The file's number of rooms besides kitchen and bathroom, and our metric. */
const METRICS: Readonly<Record<string, string>> = {
  '1': 'rent_one_room_flat',
  '2': 'rent_two_rooms',
  '3': 'rent_three_rooms',
};
/** The whole country, which is not a zone. */
const WHOLE_COUNTRY = 'The whole country';
/** The zones that are one municipality; the others are groups. */
const MUNICIPALITY = /^(Bergen|Trondheim|Stavanger) municipality$/;

const PREDICTED = {
  period: '2025',
  unit: 'NOK',
  source: SOURCE,
  note: 'predicted by the publisher’s model, sitting tenants included',
};

/**
 * Rents of Norway by price zone and number of rooms, as a model of the rental market survey predicts them. Zones go by the
 * publisher's name; data/readers/municipality-codes.tsv says which municipality is in which.
 */
export const norwaySsbRents = municipalReader({
  id: 'norway-ssb-rents',
  folder: 'norway-ssb-rents-2025',
  sources: [SOURCE],
  countries: ['NO'],
  term: 'Price zone of the rental market survey',
  municipalities: readZones,
});

function readZones(directory: string): PublishedMunicipality[] {
  const { rows } = readPublishedTable(join(directory, 'ssb_09895_2025.csv'), {
    columns: ['zone', 'rooms', RENT],
  });
  const byZone = Map.groupBy(rows, (row) => row.required('zone'));
  byZone.delete(WHOLE_COUNTRY);
  return [...byZone].map(([zone, ofZone]) => ({
    code: zone,
    names: [zone, zone.replace(/ municipality$/, '')],
    isGroup: !MUNICIPALITY.test(zone),
    figures: ofZone.flatMap((row) => {
      const metric = METRICS[row.matching('rooms', /^[1-5]\+?$/, 'a number of rooms')];
      const value = row.number(RENT);
      return metric === undefined || value === null ? [] : { ...PREDICTED, metric, value };
    }),
  }));
}
