import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { codesByTable, type MunicipalDivision, type Municipality } from '../places/municipalities.ts';
import { type MunicipalGrain, municipalReading } from './municipal-reading.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const SOURCE = 'ssb-rents-2025';
const FOLDER = 'norway-ssb-rents-2025';
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

/** Price zones of Norway, by the publisher's name; data/readers/municipality-codes.tsv says which municipality is in which. */
export const NORWEGIAN_ZONES: MunicipalDivision = {
  countries: ['NO'],
  term: 'Price zone of the rental market survey',
  folder: FOLDER,
  municipalities: readZones,
  codesOfCities: (dataDirectory) => codesByTable(dataDirectory, 'NO'),
};

/** Rents of Norway by price zone and number of rooms, as a model of the rental market survey predicts them. */
export const norwaySsbRents: SourceReader = {
  id: 'norway-ssb-rents',
  folder: FOLDER,
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'Statistics Norway (SSB)',
          title: 'Rental market survey, table 09895: rents by price zone and number of rooms, 2025',
          url: 'https://www.ssb.no/en/statbank/table/09895',
          licence: 'CC BY 4.0',
          licence_url: 'https://www.ssb.no/en/diverse/lisens',
          attribution: 'Statistics Norway, table 09895',
          vintage: '2025',
        },
      ],
      ...municipalReading(gazetteer, NORWEGIAN_ZONES, readZones(directory), toFacts),
    };
  },
};

interface Zone extends Municipality {
  /** NOK per month, by our metric. */
  rents: ReadonlyMap<string, number>;
}

function readZones(directory: string): Zone[] {
  const { rows } = readPublishedTable(join(directory, 'ssb_09895_2025.csv'), {
    columns: ['zone', 'rooms', RENT],
  });
  const byZone = Map.groupBy(rows, (row) => row.required('zone'));
  byZone.delete(WHOLE_COUNTRY);
  return [...byZone].map(([zone, ofZone]) => ({
    code: zone,
    names: [zone, zone.replace(/ municipality$/, '')],
    isGroup: !MUNICIPALITY.test(zone),
    rents: new Map(
      ofZone.flatMap((row): [string, number][] => {
        const metric = METRICS[row.matching('rooms', /^[1-5]\+?$/, 'a number of rooms')];
        const rent = row.number(RENT);
        return metric === undefined || rent === null ? [] : [[metric, rent]];
      }),
    ),
  }));
}

function toFacts(place: string, grain: MunicipalGrain, { rents }: Zone): Fact[] {
  return [...rents].map(([metric, value]) => ({
    place,
    metric,
    period: '2025',
    grain,
    value,
    unit: 'NOK',
    source: SOURCE,
    note: 'predicted by the publisher’s model, sitting tenants included',
  }));
}
