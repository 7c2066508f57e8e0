import type { MunicipalDivision } from '../places/municipalities.ts';
import { FRENCH_COMMUNES } from './france-rent-map.ts';
import { SPANISH_MUNICIPALITIES } from './spain-serpavi.ts';
import { BRITISH_AUTHORITIES } from './uk-private-rents.ts';

/** Every division into municipalities for which a publisher has figures. */
export const MUNICIPAL_DIVISIONS: readonly MunicipalDivision[] = [
  FRENCH_COMMUNES,
  BRITISH_AUTHORITIES,
  SPANISH_MUNICIPALITIES,
];
