/** Day of the year in the middle of each month. */
const MIDDLE = [16, 45, 75, 105, 136, 166, 197, 228, 258, 289, 319, 350];

/** Hours from sunrise to sunset in the middle of a month, 0 for January: FAO-56, equations 24, 25 and 34. */
export function daylightHours(latitude: number, month: number): number {
  const declination = 0.409 * Math.sin((2 * Math.PI * (MIDDLE[month] ?? Number.NaN)) / 365 - 1.39);
  const cosine = -Math.tan((latitude * Math.PI) / 180) * Math.tan(declination);
  return (24 / Math.PI) * Math.acos(Math.min(1, Math.max(-1, cosine)));
}
