import { CLIMATE_ELEMENTS, ELEMENT_UNITS } from '../../../release/climate-records.ts';
import { CONTINENTS } from '../../../release/continents.ts';
import { CATEGORIES } from '../../../release/cost-basket.ts';
import { HOUSEHOLDS } from '../../../release/household-budgets.ts';
import { BUDGET_MEASURES, COST_MEASURES, QUALITY_MEASURES } from '../../../release/measures.ts';
import { PAY_MEASURES } from '../../../release/pay.ts';
import { SOURCE_COLUMNS, SOURCE_DESCRIPTIONS } from '../../../release/source.ts';
import {
  boolean,
  figure,
  integer,
  number,
  type PackagedMeasure,
  type PackageTable,
  payFigure,
  text,
} from './package-fields.ts';
import { HISTORY_TABLE } from './package-history.ts';

const COSTS = COST_MEASURES.map((id): PackagedMeasure => ({ id, code: 'evidence' }));
const PAY = PAY_MEASURES.map((id): PackagedMeasure => ({ id, code: 'grain' }));
const BUDGETS = BUDGET_MEASURES.map((id): PackagedMeasure => ({ id, code: 'evidence' }));
const SCORES = QUALITY_MEASURES.map((id): PackagedMeasure => ({ id, code: 'grain' }));

/** What a place is: `city`, and its id: `lisbon`. */
const PLACE = "substr(place, 1, instr(place, '/') - 1), substr(place, instr(place, '/') + 1)";

/** What the estimates of a place rest on. */
const COST_BASIS = [
  text('grain', 'The kind of place that was measured for its most local category.'),
  text(
    'period',
    'ISO 8601 day or year up to which the price level is known: the earliest of its categories.',
  ),
  text('sources', 'Ids of the sources, separated by spaces.'),
];

/** From the record of the estimates: see cost-records.ts. */
const COST_NUMBERS = [
  ...[0, 1, 2].map((position) => `estimates ->> '$.overall[${position}]'`),
  ...CATEGORIES.map((category) => `estimates ->> '$.${category}[0]'`),
];

/**
 * The tables of the data package: the content of a release without look-up tables, and without names in other
 * languages and the like, which the SQLite file has as JSON.
 */
export const PACKAGE_TABLES: readonly PackageTable[] = [
  {
    name: 'sources',
    title: 'Publishers and their terms',
    query: `SELECT ${SOURCE_COLUMNS.join(', ')} FROM source ORDER BY id`,
    fields: SOURCE_COLUMNS.map((column) => text(column, SOURCE_DESCRIPTIONS[column])),
    primaryKey: ['id'],
  },
  {
    name: 'units',
    title: 'Units',
    query: 'SELECT id, title FROM unit ORDER BY id',
    fields: [text('id', 'Id, as in observations.'), text('title', 'The unit in words.')],
    primaryKey: ['id'],
  },
  {
    name: 'metrics',
    title: 'Metrics',
    query: 'SELECT id, resource, grouping, kind, title, unit, per, definition FROM metric ORDER BY id',
    fields: [
      text('id', 'Id, as in observations.'),
      text('resource', 'The resource that has it: country, cost_of_living or quality_of_life.'),
      text('grouping', 'Group of related metrics.'),
      text(
        'kind',
        'price: an amount of money in the observation\u2019s currency; indicator: a number in the metric\u2019s unit.',
      ),
      text('title', 'The metric in words.'),
      text('unit', 'Unit id, or "currency" for prices.'),
      text('per', 'What a price is per, such as month; empty for indicators.'),
      text('definition', 'Exactly what is counted, and by whom.'),
    ],
    primaryKey: ['id'],
  },
  {
    name: 'countries',
    title: 'Countries and territories',
    query: `SELECT id, alpha2, alpha3, numeric, wikidata, name, detail ->> 'official_name', detail ->> 'capital',
                   detail ->> 'continent', detail ->> 'region', detail ->> 'subregion', detail ->> 'area_km2'
            FROM country ORDER BY id`,
    fields: [
      text('id', 'Lower-case slug; never reused for another place.'),
      text('alpha2', 'ISO 3166-1 alpha-2, or XK.'),
      text('alpha3', 'ISO 3166-1 alpha-3, or XKX.'),
      text('numeric', 'ISO 3166-1 numeric, three digits.'),
      text('wikidata', 'Wikidata item, such as Q45.'),
      text('name', 'Common English name.'),
      text('official_name', 'Formal English name.'),
      text('capital_id', 'Id of the capital, a city.'),
      text('continent', `${CONTINENTS.join(', ')}.`),
      text('region', 'UN M49 region.'),
      text('subregion', 'UN M49 sub-region.'),
      number('area_km2', 'Total area in square kilometres.'),
    ],
    primaryKey: ['id'],
    references: { capital_id: 'cities' },
  },
  {
    name: 'cities',
    title: 'Cities',
    query: `SELECT id, geonames_id, country, name, region, latitude, longitude, detail ->> 'time_zone', population, is_capital, part_of, iata
            FROM city ORDER BY id`,
    fields: [
      text('id', 'Lower-case slug; never reused for another place.'),
      integer('geonames_id', 'GeoNames id.'),
      text('country_id', 'Id of the country.'),
      text('name', 'Name in GeoNames.'),
      text('region', 'First-level region.'),
      number('latitude_deg', 'Degrees north, WGS 84.'),
      number('longitude_deg', 'Degrees east, WGS 84.'),
      text('time_zone', 'IANA time zone.'),
      integer('population', 'Inhabitants according to GeoNames, which states no year.'),
      boolean('is_capital', 'Whether the city is the capital of its country.'),
      text('part_of_id', 'Id of the main city of its agglomeration, if it is part of one.'),
      text('iata', 'IATA codes of the airports that serve it, separated by spaces, large ones first.'),
    ],
    primaryKey: ['id'],
    references: { country_id: 'countries' },
  },
  {
    name: 'iata-codes',
    title: 'Cities that codes of airports mean',
    query: 'SELECT code, city FROM iata ORDER BY code, city',
    fields: [
      text('code', 'IATA code of an airport, or of a group of airports that may mean several cities.'),
      text('city_id', 'Id of the city.'),
    ],
    primaryKey: ['code', 'city_id'],
    references: { city_id: 'cities' },
  },
  {
    name: 'areas',
    title: 'Metropolitan areas, counties and regions',
    query: 'SELECT id, kind, name, country FROM area ORDER BY id',
    fields: [
      text('id', 'Id. Observations of an area have the place_kind area.'),
      text('kind', 'metro, county or region.'),
      text('name', 'Name used by its publisher.'),
      text('country_id', 'Id of the country.'),
    ],
    primaryKey: ['id'],
    references: { country_id: 'countries' },
  },
  {
    name: 'area-cities',
    title: 'Cities of each area',
    query: 'SELECT area, city FROM city_area ORDER BY area, city',
    fields: [text('area_id', 'Id of the area.'), text('city_id', 'Id of the city.')],
    primaryKey: ['area_id', 'city_id'],
    references: { area_id: 'areas', city_id: 'cities' },
  },
  {
    name: 'observations',
    title: 'Figures, with their sources',
    query: `SELECT ${PLACE}, metric, period, grain, method, value, unit, standard_error, usd, usd_rate, usd_rate_period, usd_rate_source, source, note, latest FROM observation ORDER BY place, metric, period, source, note`,
    fields: [
      text('place_kind', 'city, country, area or currency.'),
      text('place_id', 'Id of the city, country or area; ISO 4217 code of the currency.'),
      text('metric', 'Id of the metric.'),
      text('period', 'ISO 8601 date, month, year or interval.'),
      text('grain', 'The kind of place that was actually measured.'),
      text('method', 'observed or derived.'),
      number('value', 'The value, in the unit.'),
      text('unit', 'Unit id; for a price, its currency (ISO 4217).'),
      number(
        'standard_error',
        'Standard error stated by the publisher, in the unit; empty if none is stated.',
      ),
      number('usd', 'The price in US dollars; empty for other figures and without a rate.'),
      number('usd_rate', 'Exchange rate used for usd: units of the currency for one US dollar.'),
      text('usd_rate_period', 'Day or year that the rate is for.'),
      text('usd_rate_source', 'Ids of the rate\u2019s sources, separated by spaces.'),
      text('source', 'Ids of the sources, separated by spaces.'),
      text('note', 'What distinguishes this figure from others of its metric, or limits what it says.'),
      boolean('latest', 'Whether this is the latest figure of its series.'),
    ],
    primaryKey: ['place_kind', 'place_id', 'metric', 'period', 'source', 'note'],
    references: { metric: 'metrics' },
  },
  {
    name: 'cost-of-living',
    title: 'Estimated price levels of cities, as in the API: New York is 100',
    query: `SELECT city.rank, city.id, country, grain, period, sources, reason, cost.detail
            FROM city JOIN cost ON place = 'city/' || city.id
              LEFT JOIN cost_basis ON cost_basis.id = estimates ->> '$.overall[4]'
            ORDER BY city.id`,
    measures: [...COSTS, ...PAY, ...BUDGETS],
    fields: [
      text('id', 'Id of the city.'),
      text('country_id', 'Id of its country.'),
      ...COST_BASIS,
      text(
        'reason',
        'Why there is no estimate: no_source, no_price_level, stale, conflict or too_uncertain.',
      ),
      text('detail', 'The reason in a sentence.'),
      ...['overall', ...CATEGORIES].flatMap((part) =>
        figure(
          `cost_${part}`,
          part === 'overall'
            ? 'Price level of all categories together, by their weights; New York is 100.'
            : `Price level of ${part}; New York is 100.`,
          'evidence',
        ),
      ),
      ...PAY_MEASURES.flatMap(payFigure),
      ...HOUSEHOLDS.flatMap((household) =>
        figure(
          `budget_${household}`,
          `What the household \`${household}\` needs: US dollars a month, at the rate of the day.`,
          'evidence',
        ),
      ),
    ],
    primaryKey: ['id'],
    references: { id: 'cities', country_id: 'countries' },
  },
  {
    name: 'quality-of-life',
    title: 'Quality-of-life scores of cities, as in the API: 0 to 100',
    query: 'SELECT rank, id, country FROM city ORDER BY id',
    measures: SCORES,
    fields: [
      text('id', 'Id of the city.'),
      text('country_id', 'Id of its country.'),
      ...QUALITY_MEASURES.flatMap((id) => {
        const part = id === 'quality' ? 'overall' : id;
        return figure(`quality_${part}`, `Score from 0 to 100, ${part.replace('_', ' ')}.`, 'grain');
      }),
    ],
    primaryKey: ['id'],
    references: { id: 'cities', country_id: 'countries' },
  },
  HISTORY_TABLE,
  {
    name: 'household-baskets',
    title: 'What households buy: the baskets of the budgets',
    query: 'SELECT household, category, usd, sources FROM household_basket ORDER BY household, category',
    fields: [
      text('household', 'one, couple or family.'),
      text('category', 'Category of spending; housing is the rent of the home at the level of New York.'),
      number('usd_per_month', 'US dollars a month on the day of the release, at American prices.'),
      text('sources', 'Ids of the sources, separated by spaces.'),
    ],
    primaryKey: ['household', 'category'],
  },
  {
    name: 'home-rents',
    title: 'Official rents in the budgets of cities: of homes with one, two and three bedrooms, let now',
    query: `SELECT substr(city, 6), one, couple, family, sd, evidence, grain, period, source
            FROM home_rent ORDER BY city`,
    fields: [
      text('city_id', 'Id of the city.'),
      ...HOUSEHOLDS.map((household) =>
        number(
          `usd_per_month_${household}`,
          `US dollars a month of the home of the household \`${household}\`.`,
        ),
      ),
      number('ln_sd', 'Standard deviation (ln) of each as what a newcomer pays.'),
      text('evidence', 'official_local or official_regional.'),
      text('grain', 'The kind of place that was measured.'),
      text('period', 'ISO 8601 year, month or interval that the rents are for.'),
      text('source', 'Id of the source.'),
    ],
    primaryKey: ['city_id'],
    references: { city_id: 'cities', source: 'sources' },
  },
  {
    name: 'model-cost-of-living',
    isModel: true,
    title:
      'Internals of the model, not for display: price levels as natural logarithms. e^(column of one place - column of another) compares two',
    query: `SELECT ${PLACE}, evidence, grain, period, sources, ${COST_NUMBERS.join(', ')}
            FROM cost LEFT JOIN cost_basis ON cost_basis.id = estimates ->> '$.overall[4]'
            WHERE estimates IS NOT NULL ORDER BY place`,
    fields: [
      text('place_kind', 'city or country.'),
      text('place_id', 'Id of the city or country.'),
      text('evidence', 'The firmest evidence of its categories.'),
      ...COST_BASIS,
      number(
        'overall_ln',
        'Level of all categories together, by their weights; 0 is the level of the United States.',
      ),
      number(
        'country_variance',
        'Variance of the error of `overall_ln` that all cities of the country share.',
      ),
      number('local_variance', 'Variance of the error of `overall_ln` that is the city\u2019s own.'),
      ...CATEGORIES.map((category) => number(`${category}_ln`, `Level of the category ${category}.`)),
    ],
    primaryKey: ['place_kind', 'place_id'],
  },
  {
    name: 'goalposts',
    title: 'Goalposts: the values that score 0 and 100',
    query: 'SELECT metric, worst, best, scale, reason FROM goalpost ORDER BY metric',
    fields: [
      text('metric', 'Id of the metric.'),
      number('worst', 'The value that scores 0, in the metric\u2019s unit.'),
      number('best', 'The value that scores 100, in the metric\u2019s unit.'),
      text('scale', 'linear or log.'),
      text('reason', 'Why these.'),
    ],
    primaryKey: ['metric'],
    references: { metric: 'metrics' },
  },
  {
    name: 'quality-weights',
    title: 'Weights of groups in the overall score, and of indicators in their group',
    query: 'SELECT grouping, metric, weight, reason FROM quality_weight ORDER BY grouping, metric',
    fields: [
      text('grouping', 'Group of indicators.'),
      text('metric', 'Id of the indicator; empty for the weight of the group.'),
      number('weight', 'From 0 to 1.'),
      text('reason', 'Why.'),
    ],
    primaryKey: ['grouping', 'metric'],
    references: { metric: 'metrics' },
  },
  {
    name: 'model-quality-places',
    isModel: true,
    title: 'Internals of the model, not for display: the scores of each place',
    query: `SELECT ${PLACE}, parts FROM quality ORDER BY place`,
    fields: [
      text(
        'place_kind',
        'country, or city if its scores differ from its country\u2019s; other cities have their country\u2019s.',
      ),
      text('place_id', 'Id of the country or city.'),
      text(
        'parts',
        'Numbers of its scores in model-quality-of-life, separated by spaces: overall, then each group. Places with the same figures share numbers.',
      ),
    ],
    primaryKey: ['place_kind', 'place_id'],
  },
  {
    name: 'model-quality-of-life',
    isModel: true,
    title:
      'Internals of the model, not for display: scores overall, of groups and of indicators, with their errors',
    query: `WITH scored (part, grouping, metric, score) AS (
              SELECT id, grouping, '', record FROM quality_part
              UNION ALL
              SELECT quality_part.id, grouping, indicators.key, indicators.value
              FROM quality_part, json_each(record, '$.indicators') AS indicators)
            SELECT part, grouping, metric, score ->> 'score', score ->> 'reason', score ->> 'value',
                   score ->> 'country_error', score ->> 'local_error', score ->> 'grain'
            FROM scored ORDER BY part, metric`,
    fields: [
      integer('part', 'Number of the score; model-quality-places has the places with this number.'),
      text('grouping', 'Group of indicators; empty for an overall score.'),
      text('metric', 'Id of the indicator; empty for the score of its group.'),
      number('score', '0 to 100.'),
      text('reason', 'Why there is no score; empty if there is one.'),
      number(
        'estimate',
        'The score or, without one, the estimate from the other scores: the value that counts in the mean above it.',
      ),
      number(
        'country_error',
        'Standard deviation of the error that all cities of the country share, in points.',
      ),
      number('local_error', 'Standard deviation of the error that is the city\u2019s own.'),
      text('grain', 'The least local kind of place that counts in the score.'),
    ],
    primaryKey: ['part', 'metric'],
    references: { metric: 'metrics' },
  },
  {
    name: 'climate-stations',
    title: 'Weather stations and their normals of 1991 to 2020: twelve months as a JSON array, January first',
    query: `SELECT id, name, latitude, longitude, elevation, ${CLIMATE_ELEMENTS.map((element) => `normals ->> '${element}'`).join(', ')}
            FROM climate_station ORDER BY id`,
    fields: [
      text('id', 'Id, as in the table climate.'),
      text('name', 'Name used by its weather service.'),
      number('latitude_deg', 'Degrees north, WGS 84.'),
      number('longitude_deg', 'Degrees east, WGS 84.'),
      number('elevation_m', 'Metres above sea level.'),
      ...CLIMATE_ELEMENTS.map((element) =>
        text(element, `Months in the unit ${ELEMENT_UNITS[element].unit}; empty if not measured.`),
      ),
    ],
    primaryKey: ['id'],
  },
  {
    name: 'climate',
    title: 'Climate of cities: the months of the named stations, corrected',
    query: `SELECT city, record ->> 'koppen', record ->> '$.temperature[0]', record ->> '$.temperature[3]',
                   record ->> '$.precipitation[0]', record ->> '$.precipitation[3]', record ->> '$.wet_days[0]',
                   record ->> '$.sunshine[0]', record ->> '$.humidity[0]', record ->> '$.index.months',
                   record ->> '$.residents.months'
            FROM climate ORDER BY city`,
    fields: [
      text('city_id', 'Id of the city.'),
      text('koppen', 'Köppen-Geiger class; empty if the grid has no land there.'),
      text(
        'temperature_station',
        'Id of the station for the three temperatures; empty if none is near enough.',
      ),
      number('temperature_added', 'Degrees Celsius to add to the months of the station.'),
      text('precipitation_station', 'Id of the station for precipitation; empty if none is near enough.'),
      number('precipitation_factor', 'Factor by which to multiply the months of the station.'),
      text('wet_days_station', 'Id of the station for wet days; empty if none is near enough.'),
      text('sunshine_station', 'Id of the station for sunshine; empty if none is near enough.'),
      text('humidity_station', 'Id of the station for relative humidity; empty if none is near enough.'),
      text('holiday_climate_index', 'Holiday Climate Index (HCI:Urban) of the months, as a JSON array.'),
      text('resident_climate_index', 'Climate index for residents of the months, as a JSON array.'),
    ],
    primaryKey: ['city_id'],
    references: { city_id: 'cities' },
  },
  {
    name: 'retired-ids',
    title: 'Withdrawn ids',
    query: 'SELECT kind, id, successor FROM retired ORDER BY kind, id',
    fields: [
      text('kind', 'country or city.'),
      text('id', 'The id, never reused for another place.'),
      text('successor', 'Id of the place that replaced it; empty if there is none.'),
    ],
    primaryKey: ['kind', 'id'],
  },
];
