/** Degrees, WGS 84. */
export interface Position {
  latitude: number;
  longitude: number;
}

export const EARTH_RADIUS_KM = 6371;

export function haversine(from: Position, to: Position): number {
  const half = (left: number, right: number) => Math.sin(radians(right - left) / 2) ** 2;
  const cosines = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude));
  const chord = half(from.latitude, to.latitude) + cosines * half(from.longitude, to.longitude);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord));
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
