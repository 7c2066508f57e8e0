import Type, { type Static } from 'typebox';
import type { Observation } from '../../release/schema.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { convert } from '../figures/currency.ts';
import { metricOf, provenanceOf } from '../figures/figures.ts';
import { CURRENCY_CODE, exchangeRate, provenance, resource } from '../schemas.ts';

export const Price = resource('Price', 'A price, rent or allowance, as published.', {
  item: field.text('Metric id, as listed in the data dictionary.'),
  title: field.text('What the amount is for, in words.'),
  amount: field.number('The amount as published, in `currency`.'),
  currency: field.text('Currency of `amount` (ISO 4217).', { ...CURRENCY_CODE }),
  per: field.text(
    'What the amount is per: `item`, `night`, `day`, `week`, `month`, `year` or `square_metre_month`.',
  ),
  usd: field.numberOrNull(
    'The amount in US dollars, to the cent: as the publisher states it, otherwise converted with `usd_rate`. Amounts in US dollars are unchanged. Null if there is no rate of the same time.',
  ),
  usd_rate: exchangeRate(
    'The exchange rate used; null for amounts in US dollars and if there is no rate.',
    'Units of `currency` for one US dollar.',
    'Day or year that the rate is for.',
  ),
  converted: Type.Optional(
    field.partOrNull(
      'Only with `currency`: the amount in that currency; null if one of the two currencies has no daily rate.',
      {
        amount: field.number('The amount in `currency`, to the cent.'),
        currency: field.text('The requested currency (ISO 4217).', { ...CURRENCY_CODE }),
        rate: exchangeRate(
          'The rate used, from reference rates of one day; null if none was needed.',
          'Units of that currency per unit of the price\u2019s own currency.',
        ),
      },
    ),
  ),
  definition: field.text(
    'What the publisher measured. Definitions differ, so compare only prices of one publisher.',
  ),
  ...provenance,
});

/** @param currency also shows the amount in this currency */
export function toPrice(
  release: Release,
  observation: Observation,
  currency: string | undefined,
): Static<typeof Price> {
  const metric = metricOf(release, observation);
  const { usd_rate, usd_rate_period, usd_rate_source } = observation;
  return {
    item: metric.id,
    title: metric.title,
    amount: observation.value,
    currency: observation.unit,
    per: metric.per,
    usd: observation.unit === 'USD' ? observation.value : observation.usd,
    usd_rate:
      usd_rate === null || usd_rate_period === null || usd_rate_source === null
        ? null
        : { value: usd_rate, period: usd_rate_period, sources: usd_rate_source.split(' ') },
    ...(currency === undefined ? {} : { converted: convert(release, observation, currency) }),
    definition: metric.definition,
    ...provenanceOf(release, observation),
  };
}
