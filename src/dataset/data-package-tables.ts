export interface PackageTable {
  name: string;
  title: string;
  /** Gives the columns in the order of `fields`. */
  query: string;
  fields: { name: string; type: 'string' | 'integer' | 'number' | 'boolean'; description: string }[];
  primaryKey: string[];
  foreignKeys: { fields: string; reference: { resource: string; fields: string } }[];
}

const text = (name: string, description: string) => ({ name, type: 'string' as const, description });
const integer = (name: string, description: string) => ({ name, type: 'integer' as const, description });
const number = (name: string, description: string) => ({ name, type: 'number' as const, description });

/** The tables of the data package: what a release says, without what only serves look-ups. */
export const PACKAGE_TABLES: readonly PackageTable[] = [
  {
    name: 'sources',
    title: 'Publishers and their terms',
    query:
      'SELECT id, publisher, title, url, licence, licence_url, attribution, vintage FROM source ORDER BY id',
    fields: [
      text('id', 'Id, as cited by observations.'),
      text('publisher', 'Who published it.'),
      text('title', 'Title of the data set.'),
      text('url', 'The publisher\u2019s own page.'),
      text('licence', 'Terms of re-use.'),
      text('licence_url', 'Text of the licence.'),
      text('attribution', 'The line to print when you re-use the figures.'),
      text('vintage', 'Date or edition of the file that was read.'),
    ],
    primaryKey: ['id'],
    foreignKeys: [],
  },
  {
    name: 'units',
    title: 'Units',
    query: 'SELECT id, title FROM unit ORDER BY id',
    fields: [text('id', 'Id, as in observations.'), text('title', 'The unit in words.')],
    primaryKey: ['id'],
    foreignKeys: [],
  },
  {
    name: 'metrics',
    title: 'What is measured',
    query: 'SELECT id, resource, grouping, kind, title, unit, per, definition FROM metric ORDER BY id',
    fields: [
      text('id', 'Id, as in observations.'),
      text('resource', 'Where it is served: country, cost_of_living or quality_of_life.'),
      text('grouping', 'Group of related metrics.'),
      text(
        'kind',
        'price: an amount of money in the observation\u2019s currency; indicator: a number in the metric\u2019s unit.',
      ),
      text('title', 'What it is, in words.'),
      text('unit', 'Unit id; "currency" for prices.'),
      text('per', 'Prices: what one buys for the amount.'),
      text('definition', 'What exactly is counted, and by whom.'),
    ],
    primaryKey: ['id'],
    foreignKeys: [],
  },
  {
    name: 'countries',
    title: 'Countries and territories',
    query: 'SELECT id, alpha2, alpha3, numeric, name FROM country ORDER BY id',
    fields: [
      text('id', 'Slug; never given to another place.'),
      text('alpha2', 'ISO 3166-1 alpha-2, or XK.'),
      text('alpha3', 'ISO 3166-1 alpha-3, or XKX.'),
      text('numeric', 'ISO 3166-1 numeric, three digits.'),
      text('name', 'Common English name.'),
    ],
    primaryKey: ['id'],
    foreignKeys: [],
  },
  {
    name: 'cities',
    title: 'Cities',
    query:
      'SELECT id, geonames_id, country, name, region, latitude, longitude, population, is_capital FROM city ORDER BY id',
    fields: [
      text('id', 'Slug; never given to another place.'),
      integer('geonames_id', 'GeoNames id.'),
      text('country', 'Id of the country.'),
      text('name', 'Name as GeoNames has it.'),
      text('region', 'First-level region.'),
      number('latitude', 'Degrees north, WGS 84.'),
      number('longitude', 'Degrees east, WGS 84.'),
      integer('population', 'Persons, as recorded by GeoNames, of no stated year.'),
      integer('is_capital', '1 for the capital of its country.'),
    ],
    primaryKey: ['id'],
    foreignKeys: [{ fields: 'country', reference: { resource: 'countries', fields: 'id' } }],
  },
  {
    name: 'areas',
    title: 'Metropolitan areas, counties and regions',
    query: 'SELECT id, kind, name, country FROM area ORDER BY id',
    fields: [
      text('id', 'Id; observations name it as area/<id>.'),
      text('kind', 'metro, county or region.'),
      text('name', 'Its publisher\u2019s name for it.'),
      text('country', 'Id of the country.'),
    ],
    primaryKey: ['id'],
    foreignKeys: [{ fields: 'country', reference: { resource: 'countries', fields: 'id' } }],
  },
  {
    name: 'area-cities',
    title: 'Which cities lie in which area',
    query: 'SELECT area, city FROM city_area ORDER BY area, city',
    fields: [text('area', 'Id of the area.'), text('city', 'Id of the city.')],
    primaryKey: ['area', 'city'],
    foreignKeys: [
      { fields: 'area', reference: { resource: 'areas', fields: 'id' } },
      { fields: 'city', reference: { resource: 'cities', fields: 'id' } },
    ],
  },
  {
    name: 'observations',
    title: 'Figures, with their sources',
    query:
      'SELECT place, metric, period, grain, method, value, unit, usd, usd_rate, usd_rate_period, usd_rate_source, source, note, latest FROM observation ORDER BY place, metric, period, source, note',
    fields: [
      text('place', 'city/<id>, country/<id>, area/<id> or currency/<ISO 4217>.'),
      text('metric', 'Id of the metric.'),
      text('period', 'ISO 8601 date, month, year or interval.'),
      text('grain', 'The kind of place that was really measured.'),
      text('method', 'observed or derived.'),
      number('value', 'The value, in the unit.'),
      text('unit', 'Unit id, or ISO 4217 code for prices.'),
      number('usd', 'Prices: the amount in US dollars.'),
      number('usd_rate', 'Units of the currency for one US dollar.'),
      text('usd_rate_period', 'Day or year of the rate.'),
      text('usd_rate_source', 'Id of the rate\u2019s source.'),
      text('source', 'Ids of the sources, parted by spaces.'),
      text('note', 'What tells this figure apart from others of its metric, or limits it.'),
      integer('latest', '1 where no later period of the same series exists.'),
    ],
    primaryKey: ['place', 'metric', 'period', 'source', 'note'],
    foreignKeys: [{ fields: 'metric', reference: { resource: 'metrics', fields: 'id' } }],
  },
];
