import { at } from './gaussian-process.ts';

/**
 * How large a country's departures and noise are, as factors of the usual standard deviations: parts of Italy differ twice as
 * much as parts of France. With enough rents, ObservedRents uses the most likely factors.
 */
export interface Scales {
  /** For the part of a departure that a place shares only with its neighbours. */
  near: number;
  /** For the part that it shares with its part of the country. */
  region: number;
  noise: number;
}
/** Departures and noise as large as usual. */
export const USUAL: Scales = { near: 1, region: 1, noise: 1 };

/** The covariance of two observations, in parts: one that is fixed, and those that the scales multiply. */
export interface CovarianceParts extends Scales {
  fixed: number;
}

export function covarianceOf(parts: CovarianceParts, scales: Scales): number {
  return (
    parts.fixed +
    scales.near ** 2 * parts.near +
    scales.region ** 2 * parts.region +
    scales.noise ** 2 * parts.noise
  );
}

/** The same for a row of observations, in typed arrays, because a row is scaled dozens of times. */
export type PartsByKind = Readonly<Record<keyof CovarianceParts, Float64Array>>;

export function partsByKind(row: readonly CovarianceParts[]): PartsByKind {
  return {
    fixed: Float64Array.from(row, ({ fixed }) => fixed),
    near: Float64Array.from(row, ({ near }) => near),
    region: Float64Array.from(row, ({ region }) => region),
    noise: Float64Array.from(row, ({ noise }) => noise),
  };
}

/** covarianceOf for a row. It adds in the same order, so that results are identical to the last bit. */
export function scaledCovariances({ fixed, near, region, noise }: PartsByKind, scales: Scales): Float64Array {
  const [ofNear, ofRegion, ofNoise] = [scales.near ** 2, scales.region ** 2, scales.noise ** 2];
  const covariances = new Float64Array(fixed.length);
  for (let column = 0; column < covariances.length; column++) {
    covariances[column] =
      at(fixed, column) +
      ofNear * at(near, column) +
      ofRegion * at(region, column) +
      ofNoise * at(noise, column);
  }
  return covariances;
}
