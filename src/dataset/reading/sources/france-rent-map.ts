import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import type { MunicipalDivision, Municipality } from '../places/municipalities.ts';
import { type MunicipalGrain, municipalReading } from './municipal-reading.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const SOURCE = 'carte-des-loyers-2025';
const FOLDER = 'france-carte-des-loyers-2025';
const FILE = 'carte_des_loyers_2025.csv.gz';
const RENT = 'loypredm2';
const ADVERTISEMENTS = 'nbobs_com';

/** A dwelling of 52 m²; the file also has flats by number of rooms, and houses. */
const FLATS = 'appartement';

/** In the publisher's method, communes with fewer advertisements share the figure of a group of communes. */
const OWN_FIGURE = 100;

/** Three cities are published by arrondissement only: the commune's code, and the first digits of its arrondissements' codes. */
const DIVIDED: readonly { code: string; name: string; arrondissements: string }[] = [
  { code: '13055', name: 'Marseille', arrondissements: '132' },
  { code: '69123', name: 'Lyon', arrondissements: '6938' },
  { code: '75056', name: 'Paris', arrondissements: '751' },
];

/** Communes of France by INSEE code, which GeoNames has as the fourth level. */
export const FRENCH_COMMUNES: MunicipalDivision = {
  countries: ['FR', 'RE', 'GP', 'MQ', 'GF'],
  term: 'Commune',
  folder: FOLDER,
  municipalities: (directory) => [...readRents(directory).values()].map(toMunicipality),
  codesOfCities: () => communeOf,
};

/** Rents asked for flats in France, by commune, as a model of the ministry has them from advertisements. */
export const franceRentMap: SourceReader = {
  id: 'france-rent-map',
  folder: FOLDER,
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const rents = [...readRents(directory).values()].map((rent) => ({ ...rent, ...toMunicipality(rent) }));
    const { facts, matches } = municipalReading(gazetteer, FRENCH_COMMUNES, rents, (place, grain, rent) => [
      toFact(place, rent.advertisements >= OWN_FIGURE ? grain : 'region', rent),
    ]);
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'Ministère chargé du Logement (DHUP), with ANIL',
          title: 'Carte des loyers: indicators of advertised rents by commune in 2025',
          url: 'https://www.data.gouv.fr/fr/datasets/carte-des-loyers-indicateurs-de-loyers-dannonce-par-commune-en-2025/',
          licence: 'Licence Ouverte 2.0 (Etalab)',
          licence_url: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/',
          attribution: 'Ministère du Logement / ANIL, from data of leboncoin and SeLoger',
          vintage: '2025',
        },
      ],
      facts,
      matches,
    };
  },
};

function communeOf({ name, admin4 }: GazetteerCity): string {
  const [, town, number = ''] = /^(\w+) (\d{1,2})(?:er?)?(?: Arrondissement)?$/.exec(name) ?? [];
  const divided = DIVIDED.find((city) => city.name === town);
  return divided === undefined ? admin4 : arrondissementCode(divided.arrondissements, number);
}

interface CommuneRent {
  code: string;
  name: string;
  /** EUR per month and square metre, charges included. */
  rent: number;
  /** How many advertisements the commune had. */
  advertisements: number;
  /** Whether the figure is a mean over arrondissements, which is not published. */
  derived: boolean;
}

/** By INSEE code. */
function readRents(directory: string): Map<string, CommuneRent> {
  const { rows } = readPublishedTable(join(directory, FILE), {
    columns: ['code_insee', 'LIBGEO', 'type_logement', RENT, ADVERTISEMENTS],
  });
  const rents = new Map<string, CommuneRent>();
  for (const row of rows) {
    if (row.required('type_logement') !== FLATS) continue;
    const code = row.matching('code_insee', /^(\d{2}|2[AB])\d{3}$/, 'an INSEE code');
    if (rents.has(code)) throw row.fault('code_insee', `${code} is there twice`);
    rents.set(code, {
      code,
      name: row.required('LIBGEO'),
      rent: row.requiredNumber(RENT),
      advertisements: row.requiredNumber(ADVERTISEMENTS),
      derived: false,
    });
  }
  for (const city of DIVIDED) rents.set(city.code, meanOfArrondissements(city, [...rents.values()]));
  return rents;
}

/** The mean over a city's arrondissements, weighted by their advertisements. */
function meanOfArrondissements(
  { code, name, arrondissements }: (typeof DIVIDED)[number],
  rents: readonly CommuneRent[],
): CommuneRent {
  const of = rents.filter((rent) => rent.code.startsWith(arrondissements));
  const advertisements = of.reduce((sum, rent) => sum + rent.advertisements, 0);
  if (advertisements === 0) throw new SourceFileError(FILE, 0, 'code_insee', `no arrondissement of ${name}`);
  const total = of.reduce((sum, { rent, advertisements: weight }) => sum + rent * weight, 0);
  return { code, name, rent: total / advertisements, advertisements, derived: true };
}

function toMunicipality({ code, name }: CommuneRent): Municipality {
  const town = DIVIDED.find(({ arrondissements }) => code.startsWith(arrondissements));
  // GeoNames has `Paris 10e Arrondissement` as published, and `Lyon 03`.
  const others =
    town === undefined ? [] : [`${town.name} ${code.slice(town.arrondissements.length).padStart(2, '0')}`];
  return { code, names: [name, ...others] };
}

/** `6938`, `03` → `69383`; `751`, `10` → `75110` */
function arrondissementCode(beginning: string, number: string): string {
  return beginning + String(Number(number)).padStart(5 - beginning.length, '0');
}

function toFact(place: string, grain: MunicipalGrain, { rent, derived }: CommuneRent): Fact {
  return {
    place,
    metric: derived ? 'derived_city_rent' : 'rent_per_square_metre',
    period: '2025',
    grain,
    value: rent,
    unit: 'EUR',
    source: SOURCE,
    note: 'unfurnished flats as advertised, including charges; modelled by the ministry',
  };
}
