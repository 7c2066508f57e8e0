import type { MunicipalDivision } from '../places/municipalities.ts';
import { FINNISH_MUNICIPALITIES } from './finland-rents.ts';
import { FRENCH_COMMUNES } from './france-rent-map.ts';
import { ITALIAN_MUNICIPALITIES } from './italy-omi-rents.ts';
import { NORWEGIAN_ZONES } from './norway-ssb-rents.ts';
import { PORTUGUESE_MUNICIPALITIES } from './portugal-ine-rents.ts';
import { SPANISH_MUNICIPALITIES } from './spain-serpavi.ts';
import { SWEDISH_MUNICIPALITIES } from './sweden-scb-rents.ts';
import { BRITISH_AUTHORITIES } from './uk-private-rents.ts';

/** Every division into municipalities for which a publisher has figures. */
export const MUNICIPAL_DIVISIONS: readonly MunicipalDivision[] = [
  FRENCH_COMMUNES,
  BRITISH_AUTHORITIES,
  SPANISH_MUNICIPALITIES,
  ITALIAN_MUNICIPALITIES,
  PORTUGUESE_MUNICIPALITIES,
  FINNISH_MUNICIPALITIES,
  SWEDISH_MUNICIPALITIES,
  NORWEGIAN_ZONES,
];
