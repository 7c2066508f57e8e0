import type { MunicipalDivision } from '../places/municipalities.ts';
import { brazilSinespHomicides } from './brazil-sinesp-homicides.ts';
import { finlandRents } from './finland-rents.ts';
import { franceRentMap } from './france-rent-map.ts';
import { italyOmiRents } from './italy-omi-rents.ts';
import { japanMunicipalRents } from './japan-municipal-rents.ts';
import { mexicoInegiHomicides } from './mexico-inegi-homicides.ts';
import { norwaySsbRents } from './norway-ssb-rents.ts';
import { spainSerpavi } from './spain-serpavi.ts';
import { municipalTables } from './table-reader.ts';
import { ukPrivateRents } from './uk-private-rents.ts';

/** Every division into municipalities for which a publisher has figures. */
export function municipalDivisions(dataDirectory: string): readonly MunicipalDivision[] {
  return [...PROGRAMS, ...municipalTables(dataDirectory)];
}

const PROGRAMS: readonly MunicipalDivision[] = [
  franceRentMap,
  ukPrivateRents,
  spainSerpavi,
  italyOmiRents,
  finlandRents,
  norwaySsbRents,
  brazilSinespHomicides,
  mexicoInegiHomicides,
  japanMunicipalRents,
];
