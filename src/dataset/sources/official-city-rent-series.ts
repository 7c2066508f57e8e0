import type { Grain } from '../fact.ts';

/** One publisher's series of rents: what the file calls it, and what it is in our terms. */
export interface RentSeries {
  country: string;
  /** The cells that name the series in the file. */
  unit: string;
  geography: string;
  /** Our metric; its unit is the currency with which `unit` begins. */
  metric: string;
  /** The place really measured, for rows whose note does not name another. */
  grain: Grain;
  /** By the row's note: the place measured for that one city, where the publisher has no figure of the city. */
  areas?: ReadonlyMap<string, { grain: Grain; name: string }>;
  /** What is counted, in our own words. */
  definition: string;
  /** Id of the source, and its edition. */
  source: string;
  vintage: string;
  /** The publisher's own address, where the file has that of a copy. */
  publisherUrl?: string;
  /** Why the figures are not kept. */
  leftOut?: string;
}

export const RENT_SERIES: readonly RentSeries[] = [
  {
    country: 'AU',
    unit: 'AUD per week (median, all dwellings)',
    geography: 'Greater Capital City Statistical Area',
    metric: 'rent_median_weekly',
    grain: 'metro',
    definition: 'all rented dwellings, sitting tenants included; greater capital city area',
    source: 'abs-census-2021-rent',
    vintage: '2021 Census',
  },
  {
    country: 'CA',
    unit: 'CAD per month, two-bedroom',
    geography: 'census metropolitan area',
    metric: 'rent_two_bedroom',
    grain: 'metro',
    definition: 'dwellings with two bedrooms, sitting tenants included; census metropolitan area',
    source: 'cmhc-rents-2025',
    vintage: '2025',
  },
  {
    country: 'CH',
    unit: 'CHF per m2 per month (net)',
    geography: 'canton (no city figure published)',
    metric: 'rent_per_square_metre',
    grain: 'region',
    definition: 'net of heating and charges, sitting tenants included; the whole canton',
    source: 'fso-structural-survey-2024-rent',
    vintage: '2024',
  },
  {
    country: 'ES',
    unit: 'EUR per m2 per month (median, stock of declared leases)',
    geography: 'municipality',
    metric: 'rent_per_square_metre_median',
    grain: 'city',
    definition: 'flats let and declared for tax, sitting tenants included',
    source: 'mivau-serpavi-2024',
    vintage: '2011–2024',
  },
  {
    country: 'GB',
    unit: 'GBP per month (average, all properties)',
    geography: 'local authority / BRMA as named',
    metric: 'rent_average_dwelling',
    grain: 'city',
    areas: new Map([
      ['London region', { grain: 'city', name: 'Greater London' }],
      ['Brighton and Hove', { grain: 'city', name: 'Brighton and Hove' }],
      [
        'Bournemouth, Christchurch and Poole',
        { grain: 'metro', name: 'Bournemouth, Christchurch and Poole' },
      ],
      ['Greater Glasgow BRMA', { grain: 'metro', name: 'Greater Glasgow' }],
      ['Lothian BRMA', { grain: 'region', name: 'Lothian' }],
      ['Northern Ireland', { grain: 'region', name: 'Northern Ireland' }],
    ]),
    definition: 'privately rented, all sizes, sitting tenants included; the month of 2026 is not known to us',
    source: 'ons-pipr-2026',
    vintage: '2026',
  },
  {
    country: 'ID',
    unit: 'IDR per month (CPI quote, not quality matched)',
    geography: 'city',
    metric: 'rent_in_price_survey',
    grain: 'city',
    definition: 'a rented house as priced for the consumer price index; not of one quality in all cities',
    source: 'bps-consumer-prices-2023',
    vintage: '2023',
  },
  {
    country: 'IL',
    unit: 'ILS per month (average, all sizes)',
    geography: 'municipality',
    metric: 'rent_average_dwelling',
    grain: 'city',
    definition: 'all sizes',
    source: 'cbs-israel-rents-2026-q2',
    vintage: '2026-07',
  },
  {
    country: 'JP',
    unit: 'JPY per m2 per month',
    geography: 'city proper',
    metric: 'rent_per_square_metre',
    grain: 'city',
    areas: new Map([['23 wards', { grain: 'city', name: 'the 23 wards' }]]),
    definition: 'privately rented, sitting tenants included',
    source: 'japan-housing-land-survey-2023',
    vintage: '2023-10',
  },
  {
    country: 'JP',
    unit: 'JPY per month per private rented dwelling',
    geography: 'city proper, average monthly rent per dwelling (Table 112-2)',
    metric: 'rent_average_dwelling',
    grain: 'city',
    definition: 'privately rented, all sizes, sitting tenants included',
    source: 'japan-housing-land-survey-2023',
    vintage: '2023-10',
  },
  {
    country: 'KE',
    unit: 'KES per month, 2-bedroom flat, urban',
    geography: 'county urban',
    metric: 'rent_two_bedroom',
    grain: 'region',
    definition: 'flats with two bedrooms in the towns of the county',
    source: 'knbs-housing-survey-2024',
    vintage: '2023/24',
  },
  {
    country: 'KR',
    unit: 'KRW per month, all-housing average monthly rent (deposit not included)',
    geography: 'metropolitan city',
    metric: 'rent_besides_deposit',
    grain: 'city',
    definition: 'all kinds of housing let for a deposit and a monthly rent',
    source: 'reb-housing-price-trend-2026-08',
    vintage: '2026-08',
  },
  {
    country: 'KZ',
    unit: 'KZT per m2 per month',
    geography: 'city',
    metric: 'rent_per_square_metre',
    grain: 'city',
    definition: 'dwellings with modern amenities',
    source: 'bns-kazakhstan-housing-2026-08',
    vintage: '2026-08',
  },
  {
    country: 'NL',
    unit: 'EUR per month, net housing cost of renters (after housing allowance)',
    geography: 'municipality',
    metric: 'housing_cost_of_renters',
    grain: 'city',
    definition: 'households that rent, social housing included; housing allowance taken off',
    source: 'cbs-netherlands-housing-costs-2024',
    vintage: '2024',
  },
  {
    country: 'PL',
    unit: 'PLN per m2 per month, excl. charges',
    geography: 'city',
    metric: 'rent_per_square_metre',
    grain: 'city',
    definition: 'flats, rents agreed in the quarter, without charges',
    source: 'nbp-barn-2026-q1',
    vintage: '2026-Q1',
    publisherUrl: 'https://nbp.pl/',
  },
  {
    country: 'PT',
    unit: 'EUR per m2 per month (median, new leases)',
    geography: 'municipality',
    metric: 'rent_per_square_metre_median',
    grain: 'city',
    definition: 'leases signed in the twelve months',
    source: 'ine-portugal-rents-2026-q2',
    vintage: '2026-Q2',
  },
  {
    country: 'RU',
    unit: 'RUB per month (one-room flat)',
    geography: 'surveyed city',
    metric: 'rent_one_room_flat',
    grain: 'city',
    definition: 'let by private persons, as priced for the consumer price index',
    source: 'rosstat-consumer-prices-2026-08',
    vintage: '2026-08',
  },
  {
    country: 'SE',
    unit: 'SEK per year per rented dwelling (mean)',
    geography: 'metropolitan area (Stor-)',
    metric: 'rent_average_dwelling_yearly',
    grain: 'metro',
    definition: 'rented dwellings of all sizes, sitting tenants included; greater city',
    source: 'scb-rents-2025',
    vintage: '2025',
  },
  {
    country: 'UA',
    unit: 'UAH per month (one-room flat)',
    geography: 'region',
    metric: 'rent_one_room_flat',
    grain: 'region',
    definition: 'as priced for the consumer price index',
    source: 'ukrstat-consumer-prices-2026-08',
    vintage: '2026-08',
    leftOut: 'from a private copy under unknown terms; the publisher’s own table was not found',
  },
];
