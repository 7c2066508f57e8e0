/** GRS 80. */
const SEMI_MAJOR_AXIS_KM = 6378.137;
const ECCENTRICITY_SQUARED = 0.0066943800229;
const ECCENTRICITY = Math.sqrt(ECCENTRICITY_SQUARED);

/** Of EPSG:3035. */
const CENTRE = { latitude: 52, longitude: 10 };
const FALSE_EASTING_KM = 4321;
const FALSE_NORTHING_KM = 3210;

const POLE = authalic(90);
const CENTRE_LATITUDE = Math.asin(authalic(CENTRE.latitude) / POLE);
const RADIUS_KM = SEMI_MAJOR_AXIS_KM * Math.sqrt(POLE / 2);
const SCALE =
  (SEMI_MAJOR_AXIS_KM * Math.cos(radians(CENTRE.latitude))) /
  Math.sqrt(1 - ECCENTRICITY_SQUARED * Math.sin(radians(CENTRE.latitude)) ** 2) /
  (RADIUS_KM * Math.cos(CENTRE_LATITUDE));

/**
 * Lambert's azimuthal equal-area projection of Europe, EPSG:3035, in km. Degrees are of WGS 84 or ETRS89, which are the
 * same to a metre. Formulas: IOGP guidance note 373-7-2, coordinate operation method 9820.
 */
export function toLaea({ latitude, longitude }: { latitude: number; longitude: number }): {
  east: number;
  north: number;
} {
  const beta = Math.asin(authalic(latitude) / POLE);
  const lambda = radians(longitude - CENTRE.longitude);
  const b =
    RADIUS_KM *
    Math.sqrt(
      2 /
        (1 +
          Math.sin(CENTRE_LATITUDE) * Math.sin(beta) +
          Math.cos(CENTRE_LATITUDE) * Math.cos(beta) * Math.cos(lambda)),
    );
  return {
    east: FALSE_EASTING_KM + b * SCALE * Math.cos(beta) * Math.sin(lambda),
    north:
      FALSE_NORTHING_KM +
      (b / SCALE) *
        (Math.cos(CENTRE_LATITUDE) * Math.sin(beta) -
          Math.sin(CENTRE_LATITUDE) * Math.cos(beta) * Math.cos(lambda)),
  };
}

function authalic(latitude: number): number {
  const sine = Math.sin(radians(latitude));
  const es = ECCENTRICITY * sine;
  return (
    (1 - ECCENTRICITY_SQUARED) *
    (sine / (1 - es ** 2) - (1 / (2 * ECCENTRICITY)) * Math.log((1 - es) / (1 + es)))
  );
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
