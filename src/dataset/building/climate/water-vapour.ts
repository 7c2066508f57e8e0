import type { Months } from './climate-tables.ts';

/** hPa, of air over water at this temperature in °C: FAO-56, equation 11. */
export function saturationPressure(celsius: number): number {
  return 6.108 * Math.exp((17.27 * celsius) / (celsius + 237.3));
}

/** Per cent, 100 at most, of air with this vapour pressure in hPa at this temperature in °C. */
export function relativeHumidity(pressure: number, celsius: number): number {
  return Math.min(100, (100 * pressure) / saturationPressure(celsius));
}

/** Per cent in a month: as measured, or of air that is saturated at the daily minimum (FAO-56, equation 48). */
export function humidityIn(
  { humidity, min, mean }: { humidity: Months | undefined; min: Months; mean: Months },
  month: number,
): number {
  if (humidity !== undefined) return humidity[month] ?? Number.NaN;
  return relativeHumidity(saturationPressure(min[month] ?? Number.NaN), mean[month] ?? Number.NaN);
}
