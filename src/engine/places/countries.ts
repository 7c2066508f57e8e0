import Type, { type Static } from 'typebox';
import { bestByMetric } from '../../release/best-figures.ts';
import { CONTINENTS } from '../../release/continents.ts';
import type { Country } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { citing, coverageOf, toFigure } from '../figures/figures.ts';
import { countryFeature, fieldColumns, type Table } from '../formats/table.ts';
import { memo } from '../memo.ts';
import { limitWithin, type PageQuery, pageOf, pageParameters } from '../parameters/pagination.ts';
import {
  byMetric,
  CityReference,
  CountryReference,
  CURRENCY_CODE,
  exchangeRate,
  Figure,
  PlaceId,
  ReleaseVersion,
  resource,
  Sources,
} from '../schemas.ts';
import { countriesAsked, worldParameters } from './parts-of-world.ts';
import { answerAbout, cityReference, resolveCountryOrThrow } from './place-resolution.ts';

const summaryFields = {
  id: PlaceId,
  name: field.text('Common name (CLDR), in English or in the language of `lang`.'),
  name_language: CountryReference.properties.name_language,
  iso_alpha2: field.text('ISO 3166-1 alpha-2 code (GeoNames). Kosovo has the user-assigned code XK.', {
    pattern: '^[A-Z]{2}$',
  }),
  iso_alpha3: field.text('ISO 3166-1 alpha-3 code (GeoNames). Kosovo has the user-assigned code XKX.', {
    pattern: '^[A-Z]{3}$',
  }),
  iso_numeric: field.textOrNull(
    'ISO 3166-1 numeric code, three digits (GeoNames); null if ISO assigns none.',
    {
      pattern: '^\\d{3}$',
    },
  ),
  wikidata: field.textOrNull(
    'Wikidata item (DataHub); `wikidata:<item>` is accepted wherever a country id is. Null if DataHub names none.',
    { pattern: '^Q\\d+$' },
  ),
  flag: field.text('Flag emoji, made of the letters of `iso_alpha2`.'),
  continent: field.oneOf(CONTINENTS, 'Continent (GeoNames); it may differ from `region`, as for Cyprus.'),
  region: field.textOrNull('UN M49 region, such as Europe (DataHub); null if M49 has none.'),
  subregion: field.textOrNull('UN M49 sub-region, such as Southern Europe (DataHub); null if M49 has none.'),
  capital: field.partOrNull('The capital (GeoNames); null if GeoNames names none.', CityReference.properties),
  population: field.integerOrNull('Inhabitants, as in `figures.population`; null if no source has a figure.'),
  population_year: field.textOrNull('Year of `population`; null if the source states none (GeoNames).'),
};

export const CountrySummary = resource(
  'CountrySummary',
  'Basic information about one country.',
  summaryFields,
);

export const CountryDetail = resource('Country', 'Detailed information about one country.', {
  ...summaryFields,
  official_name: field.textOrNull(
    'Formal English name used by the United Nations (UNTERM, from DataHub); null if DataHub has none.',
  ),
  native_names: Type.Record(Type.String(), Type.String(), {
    description: 'Names in the country\u2019s official languages, by BCP 47 code (CLDR).',
  }),
  translations: Type.Record(Type.String(), Type.String(), {
    description: 'Names in other languages, by BCP 47 code (CLDR).',
  }),
  intermediate_region: field.textOrNull(
    'UN M49 intermediate region, such as Caribbean (DataHub); null if M49 has none.',
  ),
  m49_codes: field.part('UN M49 codes of the regions above (DataHub).', {
    region: field.textOrNull('Code of `region`; null without one.'),
    subregion: field.textOrNull('Code of `subregion`; null without one.'),
    intermediate_region: field.textOrNull('Code of `intermediate_region`; null without one.'),
  }),
  area_km2: field.numberOrNull('Total area in square kilometres (GeoNames).'),
  languages: field.list(
    field.part('A language of the country.', {
      code: field.text('BCP 47 code (CLDR).'),
      name: field.text('English name (CLDR).'),
      status: field.textOrNull(
        '`official`, `de_facto_official` or `official_regional` (CLDR); null if the language is spoken but not official.',
      ),
      population_share: field.number(
        'Share of the population that uses the language, 0 to 1 (CLDR). Shares overlap, because people use several languages.',
      ),
    }),
    'Official and widely spoken languages, official ones first.',
  ),
  currencies: field.list(
    field.part('A currency in use.', {
      code: field.text('ISO 4217 code (CLDR).', CURRENCY_CODE),
      name: field.text('English name (CLDR).'),
      symbol: field.text('Symbol used in English text (CLDR).'),
      usd_rate: exchangeRate(
        'Latest official exchange rate: a daily reference rate if there is one, otherwise an annual average of the last three years. Null if no source has either, and for the US dollar itself.',
        'Units of the currency for one US dollar.',
        'Day or year that the rate is for.',
      ),
      compiled_usd_rate: exchangeRate(
        'Rate of one day from a compilation of free feeds, which is not official but covers nearly every currency. Null if the rate is known to be stale, and for the US dollar itself.',
        'Units of the currency for one US dollar.',
      ),
    }),
    'Currencies in use, the main one first.',
  ),
  calling_codes: field.list(Type.String(), 'International calling codes, with `+` (ITU, from DataHub).'),
  top_level_domain: field.textOrNull(
    'Internet top-level domain, such as `.pt` (GeoNames); null if GeoNames has none.',
  ),
  borders: field.list(PlaceId, 'Ids of the countries with which it shares a land border (GeoNames).'),
  time_zones: field.list(Type.String(), 'IANA time zones in use (CLDR).'),
  figures: byMetric(
    Figure,
    'Population, density, GDP per capita, price level and more, by metric id. A metric for which no source has a figure is absent.',
  ),
  coverage: field.part('How much data the API has on this country.', {
    cities: field.integer('Number of cities in `/cities`.'),
    figures: field.integer('Number of figures in this response.'),
    cost_of_living_figures: field.integer('Number of national figures in the cost-of-living data.'),
    quality_of_life_figures: field.integer('Number of national figures in the quality-of-life data.'),
    groups_without_figures: field.list(
      Type.String(),
      'Groups of country metrics for which no source has a figure here: unknown, not zero.',
    ),
  }),
  release: ReleaseVersion,
  sources: Sources,
});

const COUNTRY_TABLE: Table = {
  items: '',
  file: 'countries',
  columns: [
    ...fieldColumns(['id', 'name', 'iso_alpha2', 'iso_alpha3', 'iso_numeric', 'wikidata', 'flag']),
    ...fieldColumns(['continent', 'region', 'subregion']),
    { name: 'capital_id', path: 'capital.id' },
    { name: 'capital_name', path: 'capital.name' },
    ...fieldColumns(['population', 'population_year']),
  ],
  feature: (release, { id }: Static<typeof CountrySummary>) => countryFeature(release, id),
};

const CountrySummaries = field.list(CountrySummary, 'All countries, by name.');

export const listCountries: Endpoint<typeof CountrySummaries> = {
  ...described('listCountries'),
  path: '/countries',
  scope: 'places:read',
  query: field.only({ ...worldParameters('countries'), ...pageParameters }),
  response: CountrySummaries,
  table: COUNTRY_TABLE,
  problems: ['invalid_cursor'],
  resolve(view, _parameters, query) {
    const { release } = view;
    const canonical = new URLSearchParams();
    const asked = countriesAsked(release, query, canonical);
    const total = asked === undefined ? release.countries.length : asked.size;
    const { limit, cursor } = query as PageQuery;
    const page = pageOf(view, '/countries', { limit: limitWithin(limit, total), cursor }, canonical);
    return {
      identity: `countries ${page.key}`,
      answer: () => ({
        body: summariesOf(release)
          .filter(({ id }) => asked === undefined || asked.has(id))
          .slice(page.offset, page.offset + page.length(total)),
        ...page.paging(total),
      }),
    };
  },
};

export const getCountry: Endpoint<typeof CountryDetail> = {
  ...described('getCountry'),
  path: '/countries/{country_id}',
  scope: 'places:read',
  query: field.only({}),
  response: CountryDetail,
  resolve({ release }, { country_id = '' }) {
    return answerAbout(resolveCountryOrThrow(release, country_id), { path: '/countries' }, (place) =>
      countryDetail(release, place),
    );
  },
};

/** Made once per release, because the population of each country is read from the file. */
const summaries = new WeakMap<Release, readonly Static<typeof CountrySummary>[]>();

function summariesOf(release: Release): readonly Static<typeof CountrySummary>[] {
  return memo(summaries, release, () => release.countries.map((country) => countrySummary(release, country)));
}

function countrySummary(release: Release, country: Country): Static<typeof CountrySummary> {
  const { detail } = country;
  const population = bestByMetric(release.observations(country), release.year).get('population');
  const capital = detail.capital === null ? undefined : release.city(detail.capital);
  return {
    id: country.id,
    name: country.name,
    iso_alpha2: country.alpha2,
    iso_alpha3: country.alpha3,
    iso_numeric: country.numeric,
    wikidata: country.wikidata,
    flag: flagEmoji(country.alpha2),
    continent: detail.continent,
    region: detail.region,
    subregion: detail.subregion,
    capital: capital === undefined ? null : cityReference(release, capital),
    population: population === undefined ? null : Math.round(population.value),
    population_year: population?.period || null,
  };
}

function countryDetail(release: Release, country: Country): Static<typeof CountryDetail> {
  const { sources, capital: _, ...described } = country.detail;
  const observations = [...bestByMetric(release.observations(country), release.year).values()];
  const resourceOf = (metric: string) => release.metrics.get(metric)?.resource;
  const own = observations.filter(
    ({ metric }) => resourceOf(metric) === 'country' || SHOWN_WITH_THE_COUNTRY.has(metric),
  );
  const figures = Object.fromEntries(
    own.map((observation) => [observation.metric, toFigure(release, observation)]),
  );
  const count = (resource: string) =>
    observations.filter(({ metric }) => resourceOf(metric) === resource).length;
  const content = {
    ...countrySummary(release, country),
    ...described,
    currencies: described.currencies.map((each) => ({ ...each, ...usdRates(release, each.code) })),
    figures,
    coverage: {
      cities: release.citiesOf(country.id).length,
      figures: own.length,
      cost_of_living_figures: count('cost_of_living'),
      quality_of_life_figures: count('quality_of_life'),
      groups_without_figures: coverageOf(release, 'country', own).groups_without_figures,
    },
    release: release.version,
  };
  return citing(release, content, sources);
}

/** Cost-of-living figures that readers expect in the response for the country. */
const SHOWN_WITH_THE_COUNTRY: ReadonlySet<string> = new Set(['price_level_ratio']);

/** A release has only one current official rate per currency: see exchange-rates.ts in src/dataset/building/facts. */
function usdRates(release: Release, code: string) {
  const rates = code === 'USD' ? [] : release.currencyObservations(code);
  const rateOf = (isCompiled: boolean) => {
    const rate = rates.find(({ metric }) => (metric === 'compiled_exchange_rate') === isCompiled);
    return rate ? { value: rate.value, period: rate.period, sources: rate.source.split(' ') } : null;
  };
  return { usd_rate: rateOf(false), compiled_usd_rate: rateOf(true) };
}

function flagEmoji(alpha2: string): string {
  const regionalIndicatorA = 0x1f1e6;
  return String.fromCodePoint(
    ...[...alpha2].map((letter) => regionalIndicatorA + letter.charCodeAt(0) - 'A'.charCodeAt(0)),
  );
}
