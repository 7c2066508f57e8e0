import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { recordTable, text } from '../../../../src/dataset/building/files/records.ts';
import type { CityRow } from '../../../../src/dataset/building/places/cities.ts';
import { readCities, readCityNames } from '../../../../src/dataset/building/places/cities.ts';
import { readCountries } from '../../../../src/dataset/building/places/countries.ts';
import { COUNTRY_TABLES } from '../../../../src/dataset/building/places/country-details.ts';
import { englishName, SLUG_PATTERN, slugOf } from '../../../../src/dataset/building/places/place-name.ts';
import { readRegions } from '../../../../src/dataset/building/places/regions.ts';
import { readRegistry } from '../../../../src/dataset/building/places/registry.ts';
import { dominantCity } from '../../../../src/dataset/reading/places/city-ids.ts';
import { readCountryOverrides } from '../../../../src/dataset/reading/places/country-overrides.ts';
import { placeSources } from '../../../../src/dataset/reading/places/place-sources.ts';
import { readSlugOverrides } from '../../../../src/dataset/reading/places/slug-overrides.ts';
import { isTown } from '../../../../src/release/dominance.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { DATA_DIRECTORY as data } from '../../../support/directories.ts';

/* What anyone can check about the places as committed. */

const cities = readCities(data);
const countries = readCountries(data);
const cityRegistry = readRegistry(data, 'cities');
const countryRegistry = readRegistry(data, 'countries');

const geonamesIds = new Map(cityRegistry.map(({ id, key }) => [id, Number(key)]));
const cityIds = new Map(cityRegistry.map(({ id, key }) => [Number(key), id]));
const citiesById = new Map(cities.map((city) => [city.geonamesId, city]));

test('the gazetteer has all places of GeoNames cities15000, towns, and all countries of ISO 3166-1', () => {
  const towns = cities.filter(isSmall);
  assert.ok(cities.length - towns.length >= 33_000, `${cities.length - towns.length} cities`);
  assert.ok(towns.length >= 36_000, `${towns.length} towns`);
  assert.ok(countries.length >= 249, `${countries.length} countries`);
  assert.equal(citiesById.size, cities.length, 'a GeoNames id is there twice');
  assert.equal(gazetteer.countries().length, countries.length);
});

test('towns are places of 5,000 people and more, and seats of divisions; and have ids like cities', () => {
  for (const { feature, population, name } of cities.filter(isSmall))
    assert.ok(population === 0 || population >= 5000 || /^PPL(A2?|C|G)$/.test(feature), name);
  for (const [name, id] of [
    ['Angra do Heroísmo', 'angra-do-heroismo'],
    ['Taormina', 'taormina'],
    ['Oberammergau', 'oberammergau'],
    ['Juneau', 'juneau'],
  ] as const)
    assert.ok(
      cities.some((city) => city.name === name && cityIds.get(city.geonamesId) === id),
      name,
    );
});

test('every place has one id, and every id is a slug', () => {
  for (const { id } of [...cityRegistry, ...countryRegistry]) assert.match(id, SLUG_PATTERN);
  const present = cityRegistry.filter(({ status }) => status === 'active').map(({ key }) => Number(key));
  assert.deepEqual(new Set(present), new Set(citiesById.keys()));
  assert.deepEqual(
    new Set(countryRegistry.map(({ key }) => key)),
    new Set(countries.map(({ iso2 }) => iso2)),
  );
});

test('every city is in one of our countries, on the globe, and in an existing time zone', () => {
  for (const city of cities) {
    assert.ok(gazetteer.countryByCode(city.country), city.country);
    assert.ok(Math.abs(city.latitude) <= 90 && Math.abs(city.longitude) <= 180);
    assert.match(city.modified, /^\d{4}-\d\d-\d\d$/);
  }
  for (const zone of new Set(cities.map(({ timeZone }) => timeZone))) assertTimeZone(zone);
});

test('a country in a table of places, of estimates or of readers is a code of two letters that we know, except publishers’ own', () => {
  const published = [
    'readers/climate-station-reviews.tsv',
    'readers/country-codes.tsv',
    'readers/oecd-well-being-years.tsv',
  ];
  const codes = new Set(['', ...countries.map(({ iso2 }) => iso2)]);
  const tables = globSync('{places,estimates,readers}/*.tsv', { cwd: data }).filter(
    (table) => !published.includes(table),
  );
  const unknown = tables.flatMap((table) => {
    const [header = '', ...rows] = readFileSync(join(data, table), 'utf8').split('\n').slice(0, -1);
    const columns = [...header.split('\t').entries()].filter(([, name]) =>
      ['country', 'iso2', 'neighbour', 'of', 'part_of'].includes(name),
    );
    if (columns.length === 0) return [];
    const cells = rows.map((row) => row.split('\t'));
    return columns.flatMap(([position, name]) =>
      [...new Set(cells.map((row) => row[position] ?? ''))]
        .filter((code) => !codes.has(code))
        .map((code) => `${table}, ${name}: ${code}`),
    );
  });
  assert.deepEqual(unknown, []);
});

test('well-known ids mean the cities that people expect', () => {
  const expected = {
    lisbon: 2267057,
    tokyo: 1850147,
    paris: 2988507,
    'new-york': 5128581,
    zurich: 2657896,
    washington: 4140963,
    geneva: 2660646,
    munich: 2867714,
    cologne: 2886242,
    mecca: 104515,
    'mexico-city': 3530597,
    'panama-city': 3703443,
    xian: 1790630,
    'sao-paulo': 3448439,
    birmingham: 2655603,
    barcelona: 3128760,
    hyderabad: 1269843,
    london: 2643743,
  };
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((id) => [id, geonamesIds.get(id)])),
    expected,
  );
});

test('namesakes are never guessed: a shared name is an id only of a much larger city', () => {
  for (const name of ['springfield', 'valencia', 'san-jose', 'cambridge', 'victoria', 'santa-cruz'])
    assert.equal(geonamesIds.get(name), undefined, name);
  const overrides = readSlugOverrides(data);
  for (const [name, namesakes] of Map.groupBy(cities, (city) => slugOf(city.name))) {
    const owner = namesakes.find((city) => cityIds.get(city.geonamesId) === name);
    if (owner === undefined || overrides.has(owner.geonamesId)) continue;
    // Towns came later, and leave the ids of cities as they are.
    const rivals = isSmall(owner) ? namesakes : namesakes.filter((city) => !isSmall(city));
    assert.equal(dominantCity(rivals), owner, name);
  }
});

test('every override of an id is in effect, needed, and for a city of the gazetteer', () => {
  const namesakes = Map.groupBy(
    cities.filter((city) => !isSmall(city)),
    (city) => slugOf(city.name),
  );
  for (const [geonamesId, id] of readSlugOverrides(data)) {
    const city = citiesById.get(geonamesId);
    assert.ok(city, `${geonamesId} is no city`);
    const name = slugOf(city.name);
    const byTheRules = dominantCity(namesakes.get(name) ?? []) === city ? name : '';
    assert.notEqual(id, byTheRules, `${geonamesId} needs no override`);
    if (id === '') assert.notEqual(cityIds.get(geonamesId), name);
    else assert.equal(cityIds.get(geonamesId), id);
  }
  for (const { iso2, field, value } of readCountryOverrides(data).rows) {
    const country = gazetteer.countryByCode(iso2);
    assert.ok(country, `${iso2} is no country`);
    if (field === 'id') {
      assert.equal(country.key, `country/${value}`);
      assert.notEqual(value, slugOf(country.name));
    }
  }
});

test('a city is shown by its name in English where people gave it an id by that name, and always in Latin letters', () => {
  const alternatives = readCityNames(data);
  const shown = new Map(
    cities.map((city) => {
      const id = cityIds.get(city.geonamesId) ?? '';
      return [id, englishName(city, id, alternatives.get(city.geonamesId) ?? [])];
    }),
  );
  for (const [id, name] of [
    ['geneva', 'Geneva'],
    ['gothenburg', 'Gothenburg'],
    ['mecca', 'Mecca'],
    ['queretaro', 'Querétaro'],
    ['new-york', 'New York'],
    ['frankfurt', 'Frankfurt'],
    ['petrovets', 'Petrovec'],
    // Names that no person decided on are GeoNames' own.
    ['zurich', 'Zürich'],
    ['springfield-missouri-united-states', 'Springfield'],
    ['saint-denis-reunion', 'Saint-Denis'],
    // The marks of a transliteration are no part of an English name, those of a language are.
    ['bhalki', 'Bhalki'],
    ['abu-ghurayb', 'Abu Ghurayb'],
    ['liepaja', 'Liepāja'],
    ['iasi', 'Iaşi'],
  ] as const)
    assert.equal(shown.get(id), name);
  for (const [id, name] of shown)
    assert.match(name, /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u, id);
  const indian = cities.filter(({ country }) => country === 'IN');
  for (const { geonamesId } of indian)
    assert.doesNotMatch(shown.get(cityIds.get(geonamesId) ?? '') ?? '', /[āīūēōṅṇṭḍṣḷṛ]/i);
});

test('names are found in any case and language, with or without accents', () => {
  const found = (name: string, iso2: string) => gazetteer.citiesNamed(name, iso2)[0]?.city.key;
  for (const name of ['München', 'munchen', 'MUNICH', 'Мюнхен'])
    assert.equal(found(name, 'DE'), 'city/munich');
  for (const name of ['Lisboa', 'LISBON', 'lisbonne']) assert.equal(found(name, 'PT'), 'city/lisbon');
  assert.equal(found('sao paulo', 'BR'), 'city/sao-paulo');
  assert.deepEqual(gazetteer.citiesNamed('Lisboa', 'DE'), []);
  assert.equal(gazetteer.citiesNamed('München', 'DE')[0]?.how, 'alternative name');
});

test('a main name takes precedence over an alternative one, and a larger city over a smaller one', () => {
  const springfields = gazetteer.citiesNamed('Springfield', 'US');
  assert.ok(springfields.length > 5);
  const rank = ({ how, city }: (typeof springfields)[number]) => (how === 'name' ? 1e9 : 0) + city.population;
  for (const [index, entry] of springfields.entries()) {
    const next = springfields[index + 1];
    if (next !== undefined) assert.ok(rank(entry) >= rank(next));
  }
});

test('alternative names are names: no links, no airport codes, no repetitions', () => {
  for (const [geonamesId, names] of readCityNames(data)) {
    const city = citiesById.get(geonamesId);
    assert.equal(new Set([city?.name, ...names]).size, names.length + 1, `${geonamesId} repeats a name`);
    for (const name of names) assert.doesNotMatch(name, /:\/\/|^[A-Z]{3}$|^\d+$|^\s|\s$/);
  }
});

test('countries are found by each of their codes, in any case', () => {
  for (const code of ['PT', 'pt', 'PRT', 'prt', '620']) {
    assert.equal(gazetteer.countryByCode(code)?.key, 'country/portugal');
  }
  assert.equal(gazetteer.countryByCode('XK')?.key, 'country/kosovo');
  assert.equal(gazetteer.countryByCode('AN'), undefined, 'the Netherlands Antilles are no more');
  assert.equal(gazetteer.countryByCode(''), undefined);
  for (const column of ['iso2', 'iso3', 'numeric'] as const) {
    const codes = countries.map((country) => country[column]).filter((code) => code !== '');
    assert.equal(new Set(codes).size, codes.length, `two countries share a code (${column})`);
  }
});

test('capitals are those of today', () => {
  const expected = {
    PT: 'lisbon',
    BI: 'gitega',
    KZ: 'astana',
    MM: 'naypyidaw',
    LK: 'colombo',
    BO: 'sucre',
    ZA: 'pretoria',
    NL: 'amsterdam',
    CI: 'yamoussoukro',
    TZ: 'dodoma',
    GQ: 'ciudad-de-la-paz',
    US: 'washington',
    JP: 'tokyo',
  };
  const capitals = new Map(countries.map(({ iso2, capital }) => [iso2, capital]));
  for (const [iso2, id] of Object.entries(expected)) {
    const capital = capitals.get(iso2);
    assert.equal(capital && cityIds.get(capital), id, iso2);
  }
  for (const { iso2, capital } of countries) {
    if (capital !== null) assert.equal(citiesById.get(capital)?.country, iso2);
  }
  const without = countries.filter(({ capital }) => capital === null).map(({ iso2 }) => iso2);
  assert.deepEqual(without, ['AQ', 'BV', 'HM', 'IO', 'TK', 'UM'], 'none but territories without a city');
});

test('currencies are those in use', () => {
  const expected = {
    PT: ['EUR'],
    BG: ['EUR'],
    HR: ['EUR'],
    SL: ['SLE'],
    CW: ['XCG'],
    SX: ['XCG'],
    ZW: ['ZWG', 'USD'],
    LS: ['LSL', 'ZAR'],
    XK: ['EUR'],
    US: ['USD'],
    AQ: [],
  };
  const currencies = Map.groupBy(COUNTRY_TABLES.currencies.read(data), ({ iso2 }) => iso2);
  for (const [iso2, codes] of Object.entries(expected)) {
    assert.deepEqual(currencies.get(iso2)?.map(({ currency }) => currency) ?? [], codes, iso2);
  }
  assert.equal(currencies.get('BG')?.[0]?.before, 'BGN');
  assert.equal(currencies.get('JP')?.[0]?.before, '');
  const named = new Map(
    COUNTRY_TABLES.currencyNames.read(data).map((currency) => [currency.currency, currency]),
  );
  for (const { iso2, currency, since } of [...currencies.values()].flat()) {
    assert.match(since, /^\d{4}-\d\d-\d\d$/);
    assert.ok(named.has(currency), `${iso2} uses ${currency}, which has no name`);
  }
  assert.deepEqual(named.get('EUR'), { currency: 'EUR', name: 'Euro', symbol: '€' });
  const without = countries.filter(({ iso2 }) => !currencies.has(iso2)).map(({ iso2 }) => iso2);
  assert.deepEqual(without, ['AQ'], 'every other country has a currency');
});

function valuesByCountry<Row extends { iso2: string }>(rows: readonly Row[], value: (row: Row) => string) {
  const byCountry = Map.groupBy(rows, ({ iso2 }) => iso2);
  return new Map([...byCountry].map(([iso2, own]) => [iso2, own.map(value)]));
}

test('borders are symmetric; Portugal borders only Spain', () => {
  const borders = valuesByCountry(COUNTRY_TABLES.borders.read(data), ({ neighbour }) => neighbour);
  assert.deepEqual(borders.get('PT'), ['ES']);
  assert.deepEqual(borders.get('ES'), ['AD', 'FR', 'GI', 'MA', 'PT']);
  assert.equal(borders.get('JP'), undefined);
  for (const [iso2, neighbours] of borders) {
    for (const neighbour of neighbours) {
      assert.notEqual(neighbour, iso2);
      assert.ok(
        borders.get(neighbour)?.includes(iso2),
        `${iso2} borders ${neighbour}, which does not border it`,
      );
    }
  }
});

test('every inhabited country has time zones, by their current IANA names', () => {
  const zones = valuesByCountry(COUNTRY_TABLES.timeZones.read(data), ({ timeZone }) => timeZone);
  assert.deepEqual(zones.get('JP'), ['Asia/Tokyo']);
  assert.deepEqual(zones.get('IN'), ['Asia/Kolkata']);
  assert.deepEqual(zones.get('PT'), ['Atlantic/Azores', 'Atlantic/Madeira', 'Europe/Lisbon']);
  for (const zone of new Set([...zones.values()].flat())) assertTimeZone(zone);
  const without = countries.filter(({ iso2 }) => !zones.has(iso2)).map(({ iso2 }) => iso2);
  assert.deepEqual(without, ['BV', 'HM'], 'two uninhabited islands');
});

test('every country is named in at least 25 languages, and in its own', () => {
  const names = Map.groupBy(COUNTRY_TABLES.names.read(data), ({ iso2 }) => iso2);
  const named = (iso2: string, language: string, form = 'common') =>
    names.get(iso2)?.find((name) => name.language === language && name.form === form)?.name;
  for (const { iso2, name } of countries) {
    const common = names.get(iso2)?.filter(({ form }) => form === 'common') ?? [];
    assert.ok(common.length >= 25, `${iso2} is named in ${common.length} languages`);
    assert.equal(named(iso2, 'en'), name);
  }
  assert.equal(named('DE', 'de'), 'Deutschland');
  assert.equal(named('JP', 'ja'), '日本');
  assert.equal(named('BT', 'dz'), 'འབྲུག');
  assert.equal(named('HK', 'en'), 'Hong Kong');
  assert.equal(named('PT', 'en', 'official'), 'Portuguese Republic');
  assert.equal(named('GB', 'en', 'short'), 'UK');
  assert.equal(named('PT', 'en', 'short'), undefined, 'where it is no shorter');
  assert.equal(named('PT', 'fr', 'official'), 'République portugaise');
});

test('languages have a BCP 47 code, a name, and a plausible share of the population', () => {
  const uses = COUNTRY_TABLES.languages.read(data);
  const portuguese = uses.find(({ iso2, language }) => iso2 === 'PT' && language === 'pt');
  assert.equal(portuguese?.status, 'official');
  assert.ok(portuguese.speakersPercent > 90);
  const named = new Set(COUNTRY_TABLES.languageNames.read(data).map(({ language }) => language));
  for (const { language, speakersPercent } of uses) {
    assert.deepEqual(Intl.getCanonicalLocales(language), [language]);
    assert.ok(speakersPercent >= 0 && speakersPercent <= 100);
    assert.ok(named.has(language));
  }
});

test('United Nations regions, areas, calling codes and domains match their sources', () => {
  const portugal = countries.find(({ iso2 }) => iso2 === 'PT');
  assert.deepEqual(portugal, {
    iso2: 'PT',
    iso3: 'PRT',
    numeric: '620',
    name: 'Portugal',
    officialName: 'Portuguese Republic',
    capital: 2267057,
    areaKm2: 92391,
    population: 10281762,
    continent: 'EU',
    region: 'Europe',
    regionCode: '150',
    subregion: 'Southern Europe',
    subregionCode: '039',
    intermediateRegion: '',
    intermediateRegionCode: '',
    callingCodes: ['+351'],
    tld: '.pt',
    geonamesId: 2264397,
    wikidataId: 'Q45',
    partOf: '',
  });
  for (const { iso2, areaKm2, callingCodes, tld } of countries) {
    assert.ok(areaKm2 === null || areaKm2 > 0, iso2);
    for (const code of callingCodes) assert.match(code, /^\+\d{1,3}(-\d+)?$/);
    assert.match(tld, /^(\.[a-z]{2})?$/);
  }
});

test('at most a few cities are in a first-level region without a name, and of the towns fewer than 2 %, because Norway has redrawn its counties since', () => {
  const named = new Set(readRegions(data).map(({ country, admin1 }) => `${country}.${admin1}`));
  const isNameless = ({ country, admin1 }: CityRow) => admin1 !== '' && !named.has(`${country}.${admin1}`);
  const [towns, large] = [cities.filter(isSmall), cities.filter((city) => !isSmall(city))];
  assert.ok(large.filter(isNameless).length <= 30);
  assert.ok(towns.filter(isNameless).length < 0.02 * towns.length);
});

test('every column of the cities and the countries has a named source', () => {
  const sources = new Set(placeSources(data, cities, null).map(({ id }) => id));
  const fields = recordTable('places/field-sources', { table: text, field: text, source: text }).read(data);
  for (const { table, field, source } of fields)
    assert.ok(sources.has(source), `${table}.${field}: ${source}`);
  for (const name of ['cities', 'countries']) {
    const listed = new Set(fields.filter(({ table }) => table === name).map(({ field }) => field));
    const [header = ''] = readFileSync(join(data, 'places', `${name}.tsv`), 'utf8').split('\n', 1);
    const unlisted = header.split('\t').filter((column) => !listed.has(column));
    assert.deepEqual(unlisted, [], `columns of ${name}.tsv without a source`);
  }
  for (const { licence, attribution, url } of placeSources(data, cities, null)) {
    assert.ok(licence !== '' && attribution !== '' && url.startsWith('https://'));
  }
});

function isSmall({ feature, population }: CityRow): boolean {
  return isTown({ kind: feature, population });
}

function assertTimeZone(zone: string): void {
  assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: zone }), zone);
}
