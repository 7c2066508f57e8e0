import type { MunicipalDivision } from '../places/municipalities.ts';
import { FRENCH_COMMUNES } from './france-rent-map.ts';

/** Every division into municipalities for which a publisher has figures. */
export const MUNICIPAL_DIVISIONS: readonly MunicipalDivision[] = [FRENCH_COMMUNES];
