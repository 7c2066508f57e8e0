import type { Observation } from '../../../release/schema.ts';
import type { DerivedFigure } from '../facts/fact.ts';

/**
 * The US State Department's hardship and danger pay in a city, added together. It lists danger pay only where
 * there is some, so a city with a hardship rate of its own and no danger pay has none. If they were scored separately, a
 * city with danger pay would have one more figure in its average, and could come out better. Rates for the rest of a country
 * are not a city's own, and are left out.
 */
export function hardshipPay(observed: readonly Observation[]): DerivedFigure[] {
  const key = ({ place, period, source }: Observation) => `${place} ${period} ${source}`;
  const ofCities = observed.filter(({ place, grain }) => grain === 'city' && place.startsWith('city/'));
  const danger = new Map(
    ofCities.filter(({ metric }) => metric === 'danger_pay').map((pay) => [key(pay), pay.value]),
  );
  return ofCities
    .filter(({ metric }) => metric === 'hardship_differential')
    .map((hardship) => ({
      place: hardship.place,
      metric: 'hardship_and_danger_pay',
      period: hardship.period,
      grain: 'city',
      method: 'derived',
      value: hardship.value + (danger.get(key(hardship)) ?? 0),
      unit: 'percent_of_basic_pay',
      source: hardship.source,
      note: '',
    }));
}
