import type { Static, TObject } from 'typebox';
import { countryAverage100, WIDEST_SPAN } from '../../release/cost-estimates.ts';
import {
  type Earnings as EarningsFigure,
  earningsOf,
  isNational,
  localEarnings,
  MOST_BURDEN,
  MOST_YEARS,
  PAY_MEASURES,
  PAY_METRICS,
  PAY_REASONS,
  type PayMeasure,
  type PayReason,
  purchasingPower,
  rentBurden,
} from '../../release/pay.ts';
import { roundTo } from '../../release/round-to.ts';
import type { Observation } from '../../release/schema.ts';
import { type City, isCity, type Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { provenanceOf } from '../figures/figures.ts';
import { knownFigures, shownPay } from '../figures/place-figures.ts';
import { Ranking, rankingOf } from '../figures/ranking.ts';
import { CURRENCY_CODE, exchangeRate, provenance, resource, SourceIds } from '../schemas.ts';
import { rentOfHome } from './budget.ts';
import { type CostIndex, costAt, EvidenceSchema } from './cost-index.ts';
import { Price, toPrice } from './price.ts';

const PayFigure = resource(
  'PayFigure',
  'Earnings, a minimum wage or an income, as published: a price with what it means.',
  {
    ...Price.properties,
    title: field.text('What the amount is, in words.'),
    amount: field.number('The amount as published, in `currency`.'),
    currency: field.textOrNull(
      'Currency of `amount` (ISO 4217); null if it is in dollars at purchasing power parity, which are not money that anyone is paid.',
      CURRENCY_CODE,
    ),
    unit: field.textOrNull('Unit of an amount at purchasing power parity; null for money.'),
    per: field.oneOf(['month', 'year'], 'What the amount is per.'),
    kind: field.oneOf(
      ['earnings', 'minimum_wage', 'household_income'],
      'earnings: what employees are paid; minimum_wage: the least that the law allows; household_income: what people in households have, from work and otherwise.',
    ),
    statistic: field.oneOfOrNull(['mean', 'median'], 'Mean or median; null for amounts set by law.'),
    tax: field.oneOf(['gross', 'net'], 'gross: before taxes; net: after taxes and transfers.'),
    covers: field.text('Whom the amount is for.'),
  },
);
type PayFigure = Static<typeof PayFigure>;

const Earnings = field.part(
  'What employees earn on average, in US dollars at market exchange rates: from the most local figure of earnings in `pay` that is at most five years old.',
  {
    value: field.number('US dollars a month, before tax: a mean, in whole dollars.'),
    low: field.number(
      'Lower end of the 80 % interval of what employees there earn: surveys count differently, and a city’s pay is not its country’s.',
    ),
    high: field.number('Upper end of the 80 % interval.'),
    item: field.text('The figure of `pay` that it is computed from.'),
    usd_rate: exchangeRate(
      'The exchange rate used; null for figures in US dollars.',
      'Units of the figure\u2019s currency for one US dollar.',
      'Day or year that the rate is for.',
    ),
    ...provenance,
  },
);

const PurchasingPower = field.part('`earnings` divided by `prices`. The interval has the errors of both.', {
  value: field.number('The city in `reference` is 100.'),
  ...field.interval,
  prices: field.part(
    'The overall price level that the earnings are divided by: of the whole country if they are, because pay rises with prices.',
    {
      value: field.number('The city in `reference` is 100.'),
      grain: field.oneOf(['city', 'country'], 'Whose price level it is.'),
    },
  ),
  ranking: Ranking,
});

const RentBurden = field.part(
  'What share of earnings the rent of a one-bedroom home takes that is let now, without utilities: the housing in the budget of one adult. It does not depend on `reference`, `weights`, `rate` and `household`.',
  {
    value: field.number('Per cent of earnings before tax.'),
    low: field.number('Lower end of the 80 % interval, which has the errors of both.'),
    high: field.number('Upper end of the 80 % interval.'),
    earnings: field.part('The earnings.', {
      usd: field.number(
        'US dollars a month: `earnings`, or if these are of the whole country, `earnings` times `country_average_100` ÷ 100, because pay rises with prices.',
      ),
      country_average_100: field.numberOrNull(
        'The overall price level of the city, where its country is 100; null if the earnings are of the place.',
      ),
    }),
    rent: field.part('The rent.', {
      usd: field.number('US dollars a month.'),
      evidence: EvidenceSchema,
      sources: SourceIds,
    }),
  },
);

export const payFields = {
  pay: field.list(
    PayFigure,
    'Published earnings, minimum wages and incomes, and wages computed from them (`method` derived): the most local first, then earnings, minimum wages and incomes. None is modelled.',
  ),
  earnings: field.nullable(Earnings),
  purchasing_power: field.nullable(PurchasingPower),
  rent_burden: field.nullable(RentBurden),
  pay_withheld: field.list(
    field.part('A measure of pay that is null.', {
      measure: field.oneOf(PAY_MEASURES, 'The measure.'),
      code: field.oneOf(
        PAY_REASONS,
        'no_earnings: no comparable earnings are published; stale_earnings: they are older than five years; no_exchange_rate: no rate of their time; no_price_level: there is no level of prices or of housing; no_base: the reference city has no earnings; too_uncertain: the 80 % interval spans a factor above 3.2; other_homes: the rent takes a larger share of average earnings than in any place where both are official, so most people there live in other homes.',
      ),
      detail: field.text('The reason in a sentence.'),
    }),
    'Why `earnings`, `purchasing_power` or `rent_burden` are null.',
  ),
};

type PlacePay = Static<TObject<typeof payFields>>;

/**
 * What people earn in a place, what that buys there, and what share of it a dwelling takes.
 *
 * @param indexOf the price levels of a place, as responses have them
 * @param reference the city that is 100 in it
 * @param currency also shows published amounts in this currency
 */
export function placePay(
  release: Release,
  place: Place,
  asked: {
    indexOf: (place: Place) => CostIndex | null;
    reference: City;
    currency: string | undefined;
    /** Whether the index has our own weights and rate: only so it has a rank. */
    isRanked: boolean;
  },
): PlacePay {
  const { indexOf, reference, currency, isRanked } = asked;
  const known = knownFigures(release, place);
  const earned = earnedAt(release, known, place);
  const pay = shownPay(known).map((figure) => toPay(release, figure, currency));
  if ('reason' in earned) {
    const withheld = PAY_MEASURES.map((measure) => withheldBy(measure, earned.reason, place));
    return { pay, earnings: null, purchasing_power: null, rent_burden: null, pay_withheld: withheld };
  }
  const prices = pricesFor(release, place, earned, indexOf);
  const base = earnedAt(release, knownFigures(release, reference), reference);
  const ofBase = 'reason' in base ? null : pricesFor(release, reference, base, indexOf);
  const power =
    prices === null || ofBase === null || 'reason' in base
      ? null
      : {
          ...purchasingPower(
            compared(release, place, earned),
            compared(release, reference, base),
            prices,
            ofBase.value,
          ),
          prices: { value: prices.value, grain: prices.grain },
          ranking: isRanked && isCity(place) ? rankingOf(release, place, 'purchasing_power') : null,
        };
  const burden = rentBurdenOf(release, place, earned);
  return {
    pay,
    earnings: toEarnings(release, earned),
    purchasing_power: power,
    rent_burden: 'reason' in burden ? null : burden,
    pay_withheld: [
      ...(power === null
        ? [withheldBy('purchasing_power', prices === null ? 'no_price_level' : 'no_base', place)]
        : []),
      ...('reason' in burden ? [withheldBy('rent_burden', burden.reason, place)] : []),
    ],
  };
}

/** The price level that the earnings of a place are divided by. */
function pricesFor(
  release: Release,
  place: Place,
  { from }: EarningsFigure,
  indexOf: (place: Place) => CostIndex | null,
) {
  const ofCountry = !isCity(place) || isNational({ from, isCity: true });
  const overall = indexOf(ofCountry ? release.countryOf(place) : place)?.overall;
  return overall === undefined
    ? null
    : { ...overall, grain: ofCountry ? ('country' as const) : ('city' as const) };
}

function compared(release: Release, place: Place, { value, from }: EarningsFigure) {
  return { value, from, place: place.id, country: release.countryOf(place).id, isCity: isCity(place) };
}

function earnedAt(release: Release, known: readonly Observation[], place: Place) {
  return earningsOf(known, isCity(place), release.year, (currency) =>
    release.currencyObservations(currency).find(({ metric }) => metric === COMPILED_RATE),
  );
}

/** A rate of every currency; the figures of countries without an official one use it. */
const COMPILED_RATE = 'compiled_exchange_rate';

function toEarnings(release: Release, { value, low, high, from, rate }: EarningsFigure) {
  return {
    value,
    low,
    high,
    item: from.metric,
    usd_rate: rate && { value: rate.value, period: rate.period, sources: rate.source.split(' ') },
    ...provenanceOf(release, from),
    method: 'derived' as const,
  };
}

function rentBurdenOf(release: Release, place: Place, earned: EarningsFigure) {
  const housing = rentOfHome(release, place, 'one');
  const cost = costAt(release, place, 'smoothed');
  const ofCountry = costAt(release, release.countryOf(place), 'smoothed');
  if (housing === null || 'reason' in cost || 'reason' in ofCountry)
    return { reason: 'no_price_level' as const };
  const level = countryAverage100(cost.overall, ofCountry.overall);
  const ofPlace = { ...earned, isCity: isCity(place) };
  const local = localEarnings(ofPlace, level);
  const burden = rentBurden(housing, local);
  if ('reason' in burden) return burden;
  const { value: usd, evidence, sources } = housing;
  return {
    ...burden,
    earnings: { usd: roundTo(local.value, 1), country_average_100: isNational(ofPlace) ? level : null },
    rent: { usd, evidence, sources },
  };
}

function toPay(release: Release, observation: Observation, currency: string | undefined): PayFigure {
  const metric = PAY_METRICS.get(observation.metric);
  if (metric === undefined) throw new Error(`${observation.metric} is no pay`);
  const isMoney = !observation.unit.startsWith('usd_ppp');
  // Metrics that are not prices have a unit in words.
  const amount = observation.unit === 'usd_per_year' ? { ...observation, unit: 'USD' } : observation;
  const { currency: code, converted, ...price } = toPrice(release, amount, isMoney ? currency : undefined);
  return {
    ...price,
    currency: isMoney ? code : null,
    unit: isMoney ? null : observation.unit,
    ...(currency === undefined ? {} : { converted: converted ?? null }),
    ...metric,
  };
}

function withheldBy(measure: PayMeasure, code: PayReason, { name }: Place) {
  return { measure, code, detail: REASONS[code](name) };
}

const REASONS: Readonly<Record<PayReason, (name: string) => string>> = {
  no_earnings: (name) =>
    `No source that we have states comparable earnings of employees in ${name} or its country, so we can’t say how far they go.`,
  stale_earnings: (name) =>
    `The earnings published for ${name} or its country are older than ${MOST_YEARS} years.`,
  no_exchange_rate: (name) =>
    `There is no exchange rate of the time for which earnings of ${name} or its country are published.`,
  no_price_level: (name) =>
    `The level of prices or of housing in ${name} is unknown or too uncertain: see index_reason and index_withheld.`,
  no_base: () => 'The reference city has no earnings.',
  too_uncertain: (name) =>
    `What rent takes of pay in ${name} is too uncertain: the 80 % interval spans a factor above ${WIDEST_SPAN}.`,
  other_homes: (name) =>
    `A one-bedroom home of the budget’s standard would take more than ${MOST_BURDEN} % of average pay in ${name}, more than in any place where both are official. So most people there live in other homes: shared, simpler, or their own. What share of pay these cost is not known.`,
};
