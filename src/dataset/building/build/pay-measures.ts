import type { Level } from '../../../release/cost-estimates.ts';
import { type FigureWithErrors, type MeasureRow, measureRow } from '../../../release/measures.ts';
import {
  earningsOf,
  isNational,
  localEarnings,
  PAY_MEASURES,
  PAY_METRICS,
  type PayMeasure,
  purchasingPower,
  rentBurden,
} from '../../../release/pay.ts';
import { BASE_CITY } from '../estimates/cost-inputs.ts';
import type { CostTables } from './cost-tables.ts';
import { latestFigures, type ReleaseObservation } from './release-observations.ts';
import type { ReleasePlaces } from './release-places.ts';

const RATE = 'compiled_exchange_rate';
const NEEDED: ReadonlySet<string> = new Set([RATE, ...PAY_METRICS.keys()]);

type Columns = Record<PayMeasure, (FigureWithErrors | undefined)[]>;

/**
 * What people earn in each city, what that buys there, and what share of it a one-bedroom home takes: the figures of the
 * responses for the city.
 *
 * @param year of the release
 */
export function payMeasures(
  places: ReleasePlaces,
  observations: readonly ReleaseObservation[],
  costs: Pick<CostTables, 'overall' | 'oneBedroom' | 'countryLevels' | 'inCountry'>,
  year: number,
): MeasureRow[] {
  const { cities } = places;
  const knownOf = latestFigures(places, observations, NEEDED);
  const rates = new Map(
    observations.filter(({ metric }) => metric === RATE).map((rate) => [rate.place, rate] as const),
  );
  const dailyRate = (currency: string) => rates.get(`currency/${currency}`);
  const earningsAt = cities.map(({ id, country }) =>
    earningsOf([...knownOf(`city/${id}`), ...knownOf(`country/${country}`)], true, year, dailyRate),
  );
  const comparedAt = (rank: number) => {
    const [city, earnings] = [cities[rank], earningsAt[rank]];
    if (city === undefined || earnings === undefined || 'reason' in earnings) return undefined;
    return { ...earnings, place: city.id, country: city.country, isCity: true };
  };
  const base = comparedAt(cities.findIndex(({ id }) => `city/${id}` === BASE_CITY));
  const columns: Columns = { earnings: [], purchasing_power: [], rent_burden: [] };
  for (const rank of cities.keys()) {
    const earned = comparedAt(rank);
    if (earned === undefined) continue;
    const { grain } = earned.from;
    const figure = ({ value, low, high }: Level, evidence: FigureWithErrors['evidence'] = null) => {
      return { value, low, high, evidence, grain, measured: null, sharedError: 0, ownError: 0 };
    };
    columns.earnings[rank] = figure(earned);
    const national = costs.countryLevels.get(`country/${earned.country}`);
    const level = isNational(earned) ? national : costs.overall[rank];
    if (level !== undefined && base !== undefined)
      columns.purchasing_power[rank] = figure(
        purchasingPower(earned, base, level),
        costs.overall[rank]?.evidence,
      );
    const rent = costs.oneBedroom[rank];
    const average100 = costs.inCountry[rank];
    if (rent === undefined || average100 === undefined) continue;
    const burden = rentBurden(rent, localEarnings(earned, average100));
    if (!('reason' in burden)) columns.rent_burden[rank] = figure(burden, rent.evidence);
  }
  return PAY_MEASURES.map((id) =>
    measureRow(
      id,
      cities.map((_, rank) => columns[id][rank]),
    ),
  );
}
