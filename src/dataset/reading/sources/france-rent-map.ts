import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { GazetteerCity } from '../../building/places/gazetteer.ts';
import { municipalReader, type PublishedMunicipality } from './municipal-reader.ts';

const SOURCE = 'carte-des-loyers-2025';
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

/**
 * Rents asked for flats in France, by commune, as a model of the ministry has them from advertisements. Communes go by their
 * INSEE code, which GeoNames has as the fourth level.
 */
export const franceRentMap = municipalReader({
  id: 'france-rent-map',
  folder: 'france-carte-des-loyers-2025',
  sources: [SOURCE],
  countries: ['FR', 'RE', 'GP', 'MQ', 'GF'],
  term: 'Commune',
  municipalities: (directory) => [...readRents(directory).values()].map(toMunicipality),
  codesOfCities: () => communeOf,
});

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

function toMunicipality({ code, name, rent, advertisements, derived }: CommuneRent): PublishedMunicipality {
  const town = DIVIDED.find(({ arrondissements }) => code.startsWith(arrondissements));
  // GeoNames has `Paris 10e Arrondissement` as published, and `Lyon 03`.
  const others =
    town === undefined ? [] : [`${town.name} ${code.slice(town.arrondissements.length).padStart(2, '0')}`];
  const figure = {
    metric: derived ? 'derived_city_rent' : 'rent_per_square_metre',
    period: '2025',
    value: rent,
    unit: 'EUR',
    source: SOURCE,
    note: 'unfurnished flats as advertised, including charges; modelled by the ministry',
  };
  return { code, names: [name, ...others], figures: [figure], isShared: advertisements < OWN_FIGURE };
}

/** `6938`, `03` → `69383`; `751`, `10` → `75110` */
function arrondissementCode(beginning: string, number: string): string {
  return beginning + String(Number(number)).padStart(5 - beginning.length, '0');
}
