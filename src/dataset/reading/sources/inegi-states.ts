/** GeoNames and INEGI number four states of Mexico in another order: each code is swapped with another. */
const SWAPPED: Readonly<Record<string, string>> = {
  '05': '07', // Coahuila at INEGI, Chiapas in GeoNames
  '06': '08', // Colima, Chihuahua
  '07': '05', // Chiapas, Coahuila
  '08': '06', // Chihuahua, Colima
};

/** GeoNames' code of a state by INEGI's, or INEGI's by GeoNames'. */
export function otherStateCode(code: string): string {
  return SWAPPED[code] ?? code;
}
