import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import type { Static } from 'typebox';
import type { CostOfLiving } from '../../src/engine/cost/cost-of-living.ts';
import type { CityDetail } from '../../src/engine/places/cities.ts';
import type { CountryDetail } from '../../src/engine/places/countries.ts';
import type { QualityOfLife } from '../../src/engine/quality/quality-of-life.ts';
import { allCities, type ListedCity, sampleOf } from '../support/api/list.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService, testRelease, testReleaseStore } from '../support/service.ts';

const service = await generousService();
const release = await openedRelease();
const { token } = await service.key();

async function get<Body>(path: string): Promise<Body> {
  const response = await service.get(path, token);
  assert.equal(response.status, 200, path);
  return (await response.json()) as Body;
}

const country = (id: string) => get<Static<typeof CountryDetail>>(`/countries/${id}`);
const city = (id: string) => get<Static<typeof CityDetail>>(`/cities/${id}`);
const costOfLiving = (id: string) => get<Static<typeof CostOfLiving>>(`/data/cost-of-living/${id}`);
const qualityOfLife = (id: string) => get<Static<typeof QualityOfLife>>(`/data/quality-of-life/${id}`);

let cities: ListedCity[] = [];
before(async () => {
  cities = await allCities(service, token);
});

test('Portugal borders only Spain', async () => {
  assert.deepEqual((await country('portugal')).borders, ['spain']);
});

test('Germany has its nine neighbours', async () => {
  const neighbours = 'austria belgium czechia denmark france luxembourg netherlands poland switzerland';
  assert.deepEqual((await country('germany')).borders.toSorted(), neighbours.split(' '));
});

test('an island state has no neighbours', async () => {
  for (const id of ['japan', 'iceland', 'new-zealand']) assert.deepEqual((await country(id)).borders, []);
});

const TIME_ZONES: Record<string, [zone: string, standard: string, daylight: string | null]> = {
  tokyo: ['Asia/Tokyo', '+09:00', null],
  lisbon: ['Europe/Lisbon', '+00:00', '+01:00'],
  sydney: ['Australia/Sydney', '+10:00', '+11:00'],
  auckland: ['Pacific/Auckland', '+12:00', '+13:00'],
  'new-york': ['America/New_York', '-05:00', '-04:00'],
  dublin: ['Europe/Dublin', '+00:00', '+01:00'],
  mumbai: ['Asia/Kolkata', '+05:30', null],
  kathmandu: ['Asia/Kathmandu', '+05:45', null],
  'sao-paulo': ['America/Sao_Paulo', '-03:00', null],
  reykjavik: ['Atlantic/Reykjavik', '+00:00', null],
  casablanca: ['Africa/Casablanca', '+01:00', null],
  laayoune: ['Africa/El_Aaiun', '+01:00', null],
};

test('UTC offsets are right on both sides of the equator', async () => {
  for (const [id, [zone, standard, daylight]] of Object.entries(TIME_ZONES)) {
    const { time_zone } = await city(id);
    assert.deepEqual(time_zone, { id: zone, standard_offset: standard, daylight_offset: daylight }, id);
  }
});

test('the currencies are the ones in use today', async () => {
  const currencies = {
    bulgaria: ['EUR'],
    croatia: ['EUR'],
    'sierra-leone': ['SLE'],
    curacao: ['XCG'],
    'sint-maarten': ['XCG'],
    japan: ['JPY'],
    ecuador: ['USD'],
    kosovo: ['EUR'],
  };
  for (const [id, codes] of Object.entries(currencies))
    assert.deepEqual(
      (await country(id)).currencies.map(({ code }) => code),
      codes,
      id,
    );
});

test('the exchange rate of a currency is current, and the same in every country that uses it', async () => {
  const rateOf = async (id: string, code: string) =>
    (await country(id)).currencies.find((currency) => currency.code === code)?.usd_rate;
  // These have no current rate, for example because the last one is of the bolívar fuerte, from 2001, or from 1974; and the US
  // dollar has none, because rates are given in dollars.
  for (const [id, code] of [
    ['venezuela', 'VES'],
    ['turkmenistan', 'TMT'],
    ['cuba', 'CUP'],
    ['somalia', 'SOS'],
    ['zimbabwe', 'ZWG'],
    ['united-states', 'USD'],
  ] as const)
    assert.equal(await rateOf(id, code), null, code);
  for (const [id, code] of [
    ['bulgaria', 'EUR'],
    ['japan', 'JPY'],
  ] as const) {
    const rate = await rateOf(id, code);
    assert.deepEqual(rate?.sources, ['ecb-reference-rates-2026-08-21'], code);
    assert.equal(rate?.period, '2026-08-21');
  }
  for (const [id, elsewhere, code] of [
    ['western-sahara', 'morocco', 'MAD'],
    ['anguilla', 'grenada', 'XCD'],
    ['montserrat', 'grenada', 'XCD'],
    ['palestine', 'jordan', 'JOD'],
    ['wallis-and-futuna', 'french-polynesia', 'XPF'],
  ] as const) {
    const rate = await rateOf(id, code);
    assert.match(rate?.period ?? '', /^202[3-6]$/, code);
    assert.deepEqual(rate, await rateOf(elsewhere, code));
  }
  for (const [id, code] of [
    ['haiti', 'HTG'],
    ['panama', 'PAB'],
  ] as const)
    assert.ok(((await rateOf(id, code))?.value ?? 0) > 0, code);
});

test('a population that cannot be right is null, with the reason', async () => {
  const { population, population_record } = await city('puyang-zhejiang-china');
  assert.equal(population, null);
  assert.match(population_record.note ?? '', /3,590,000/);
  assert.equal((await city('lisbon')).population_record.note, null);
  const [first] = await get<ListedCity[]>('/cities?q=puyang');
  assert.notEqual(first?.id, 'puyang-zhejiang-china');
});

test('the dollar price of a Big Mac in Istanbul is the one of The Economist', async () => {
  const { prices } = await costOfLiving('istanbul');
  const [price, ...others] = prices.filter(({ item }) => item.startsWith('big_mac'));
  assert.ok(price !== undefined);
  assert.deepEqual(others, [], 'in one price, not in another one beside it');
  const published = release
    .observations(release.country('turkey'))
    .find(({ metric }) => metric === 'big_mac_price_in_dollars');
  assert.equal(price.usd, published?.value);
  assert.equal(price.usd_rate?.period, published?.period);
  assert.deepEqual(price.usd_rate?.sources, [published?.source]);
});

test('a figure in a former currency is marked as such', async () => {
  const { indicators } = await costOfLiving('sofia');
  for (const metric of ['official_exchange_rate', 'purchasing_power_parity'])
    assert.equal(indicators[metric]?.note, 'in BGN, the currency until EUR came on 2026-01-01', metric);
  assert.equal((await costOfLiving('zagreb')).indicators.official_exchange_rate?.note, null);
});

test('a territory without World Bank data has the population of GeoNames, without a year', async () => {
  for (const id of ['taiwan', 'jersey', 'guernsey', 'reunion', 'vatican-city']) {
    const { population, population_year, figures } = await country(id);
    assert.ok((population ?? 0) > 0, id);
    assert.equal(population_year, null);
    assert.equal(figures.population?.period, null);
    assert.deepEqual(figures.population?.sources, ['geonames-countries']);
  }
  assert.equal((await country('portugal')).figures.population?.sources[0]?.startsWith('wb-wdi'), true);
  assert.equal((await country('antarctica')).population, null);
});

test('capitals are those of today, and the city is marked as a capital', async () => {
  const capitals = {
    burundi: 'gitega',
    kazakhstan: 'astana',
    portugal: 'lisbon',
    australia: 'canberra',
    brazil: 'brasilia',
    'united-states': 'washington',
    switzerland: 'bern',
  };
  for (const [id, capital] of Object.entries(capitals)) {
    assert.equal((await country(id)).capital?.id, capital);
    assert.equal((await city(capital)).is_capital, true);
  }
  for (const id of ['sydney', 'new-york', 'zurich', 'bujumbura', 'almaty'])
    assert.equal((await city(id)).is_capital, false, id);
});

test('the facts about Japan match any reference work', async () => {
  const japan = await country('japan');
  assert.equal(japan.iso_alpha3, 'JPN');
  assert.equal(japan.iso_numeric, '392');
  assert.equal(japan.flag, '🇯🇵');
  assert.deepEqual(japan.calling_codes, ['+81']);
  assert.equal(japan.top_level_domain, '.jp');
  assert.deepEqual([japan.region, japan.subregion], ['Asia', 'Eastern Asia']);
  assert.equal(japan.native_names.ja, '日本');
  assert.equal(japan.translations.de, 'Japan');
  assert.equal(japan.languages[0]?.code, 'ja');
  assert.ok(Math.abs((japan.area_km2 ?? 0) - 377_900) < 500);
  assert.ok(Math.abs((japan.population ?? 0) - 124_000_000) < 2_000_000);
});

test('disputed and special areas are included, as in ISO 3166 and GeoNames', async () => {
  assert.equal((await country('kosovo')).iso_numeric, null);
  for (const id of ['kosovo', 'taiwan', 'palestine', 'western-sahara', 'hong-kong'])
    assert.ok((await country(id)).coverage.cities > 0, id);
});

/**
 * Mean annual exposure to PM2.5 in 2023, in micrograms per cubic metre, as in the World Bank's file of 2026-07. In these
 * countries most particles are dust; in others, a city has the figure of its region.
 */
const PM25_2023 = {
  egypt: { city: 'cairo', value: 43.1460553382462 },
  nigeria: { city: 'lagos', value: 65.740618883028 },
  'saudi-arabia': { city: 'riyadh', value: 73.5179752363051 },
};

test('PM2.5 of 2023 equals the published value to the last digit, and is marked as national', async () => {
  for (const [id, { city: cityId, value }] of Object.entries(PM25_2023)) {
    const { groups, sources } = await qualityOfLife(cityId);
    const figure = groups.environment.indicators.pm25_exposure;
    assert.ok(figure !== undefined);
    assert.equal(figure.value, value);
    assert.equal(figure.period, '2023');
    assert.equal(figure.unit, 'micrograms_per_cubic_metre');
    assert.equal(figure.grain, 'country');
    assert.equal(figure.method, 'observed');
    assert.equal(figure.place, (await country(id)).name);
    assert.match(sources.find((source) => source.id === figure.sources[0])?.publisher ?? '', /World Bank/);
  }
});

test('a city with its own per diem has that, and other cities have the rate for the rest of the country, marked as such', async () => {
  const lodging = async (id: string) =>
    (await costOfLiving(id)).prices
      .filter(({ item }) => item === 'lodging_per_diem')
      .map(({ amount, currency, per, grain }) => ({ amount, currency, per, grain }));
  assert.deepEqual(await lodging('lisbon'), [{ amount: 280, currency: 'USD', per: 'night', grain: 'city' }]);
  assert.deepEqual(await lodging('porto'), [{ amount: 242, currency: 'USD', per: 'night', grain: 'city' }]);
  assert.deepEqual(await lodging('braga'), [
    { amount: 102, currency: 'USD', per: 'night', grain: 'country' },
  ]);
});

test('there are at least 245 countries and 33,000 cities', async () => {
  const countries = await get<unknown[]>('/countries');
  assert.ok(countries.length >= 245, String(countries.length));
  assert.ok(cities.length >= 33_000, String(cities.length));
});

test('cost-of-living figures measured for the city itself exist for 1,500 cities and in 185 countries at least', async () => {
  // Counted in the served release, because 33,000 requests would give the same result.
  const database = new DatabaseSync(testReleaseStore().releaseFile(await testRelease()), { readOnly: true });
  const places = database
    .prepare(
      `SELECT DISTINCT place FROM observation JOIN metric ON metric.id = metric
       WHERE latest = 1 AND grain = 'city' AND resource = 'cost_of_living' AND place LIKE 'city/%'`,
    )
    .all();
  database.close();
  const local = places.map(({ place }) => release.city(String(place).slice('city/'.length)) ?? assert.fail());
  const countries = new Set(local.map((place) => place.country));
  assert.ok(local.length >= 1500, String(local.length));
  assert.ok(countries.size >= 185, String(countries.size));
  for (const { id } of sampleOf(local, 20))
    assert.ok(
      (await costOfLiving(id)).coverage.figures.city > 0,
      `${id} has a local figure, but does not show it`,
    );
});

interface Cited {
  grain: string;
  period: string | null;
  place: string;
  sources: string[];
}

test('every figure cites its sources, and exactly the cited sources are listed, each once', async () => {
  for (const { id } of sampleOf(cities, 40)) {
    const cost = await costOfLiving(id);
    const { sources, ...figures } = cost;
    assertCited(id, [...cost.prices, ...Object.values(cost.indicators)], sources, sourcesIn(figures));

    const { sources: ofQuality, ...quality } = await qualityOfLife(id);
    const indicators = Object.values(quality.groups).flatMap((group) => Object.values(group.indicators));
    assertCited(id, indicators, ofQuality, sourcesIn(quality));

    const { sources: ofCity, ...detail } = await city(id);
    assertCited(id, Object.values(detail.figures), ofCity, sourcesIn(detail));
    assert.deepEqual(detail.coverage, {
      cost_of_living: cost.coverage.figures,
      quality_of_life: quality.coverage.figures,
    });
  }
});

test('every figure of every country cites its sources, and all of them are listed once', async () => {
  for (const { id } of await get<{ id: string }[]>('/countries')) {
    const { figures, currencies, sources } = await country(id);
    const listed = sources.map((source) => source.id);
    assert.equal(new Set(listed).size, listed.length);
    const cited = [...Object.values(figures), ...currencies.flatMap(({ usd_rate }) => usd_rate ?? [])];
    for (const source of cited.flatMap((figure) => figure.sources))
      assert.ok(listed.includes(source), source);
  }
});

/** All lists of sources inside an answer, however deep. */
function sourcesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'sources' ? (member as string[]) : sourcesIn(member),
  );
}

function assertCited(
  place: string,
  figures: readonly Cited[],
  sources: readonly { id: string }[],
  besides: readonly string[] = [],
): void {
  for (const figure of figures) {
    assert.ok(figure.sources.length > 0);
    assert.notEqual(figure.place, '');
    if (figure.period !== null) assert.match(figure.period, ISO_PERIOD);
  }
  const cited = new Set([...figures.flatMap((figure) => figure.sources), ...besides]);
  assert.deepEqual(
    sources.map(({ id }) => id),
    [...cited].sort(),
    place,
  );
}

/** A year, a month, a day, or an interval between two of these. */
const ISO_PERIOD = /^(\d{4}(-\d{2}){0,2})(\/\d{4}(-\d{2}){0,2})?$/;

const GRAINS = ['city', 'metro', 'region', 'country'];
const WELL_KNOWN = ['lisbon', 'tokyo', 'hiroshima', 'new-york', 'london', 'toronto', 'almaty'];

test('prices are most local first, then most recent; only prices of the city itself are called local', async () => {
  const names = new Map(cities.map(({ id, name }) => [id, name]));
  for (const id of [...WELL_KNOWN, ...sampleOf(cities, 30).map((sampled) => sampled.id)]) {
    const { prices } = await costOfLiving(id);
    const order = prices.map(
      ({ grain, period }) => `${GRAINS.indexOf(grain)} ${newestFirst(lastDay(period))}`,
    );
    assert.deepEqual(order, order.toSorted(), id);
    const local = prices.filter(({ grain }) => grain === 'city');
    assert.deepEqual(
      new Set(local.map(({ place }) => place)),
      new Set(local.length > 0 ? [names.get(id)] : []),
    );
  }
});

/** The end of a period, for sorting: `2023` ends later than `2023-05`, and an interval ends with its last part. */
function lastDay(period: string | null): string {
  return (period?.split('/').at(-1) ?? '0000').padEnd(10, '-99');
}

/** A text that sorts in reverse order. */
function newestFirst(date: string): string {
  return date.replace(/\d/g, (digit) => String(9 - Number(digit)));
}

/** The last homicides of its region that we have are older than ten years. */
const WITH_STALE_FIGURE = 'avonhead';

test('each indicator shows the most local figure of the last ten years, or of all if there is none', async () => {
  const sampled = sampleOf(cities, 50).map(({ id }) => id);
  for (const id of [...WELL_KNOWN, WITH_STALE_FIGURE, ...sampled]) {
    const place = release.city(id);
    assert.ok(place !== undefined);
    const known = [...release.observations(place), ...release.observations(release.country(place.country))];
    const cost = await costOfLiving(id);
    const quality = await qualityOfLife(id);
    const shown = [cost.indicators, ...Object.values(quality.groups).map(({ indicators }) => indicators)];
    for (const [metric, { grain }] of shown.flatMap((indicators) => Object.entries(indicators))) {
      const ofMetric = known.filter((observation) => observation.metric === metric);
      const current = ofMetric.filter(
        ({ period }) => Number(lastDay(period).slice(0, 4)) >= release.year - 10,
      );
      const grains = (current.length > 0 ? current : ofMetric).map((other) => GRAINS.indexOf(other.grain));
      assert.equal(GRAINS.indexOf(grain), Math.min(...grains), `${id} ${metric}`);
    }
  }
});

test('a source says where it was read, where that was not the publisher’s own file', async () => {
  const { sources } = await costOfLiving('lisbon');
  const readFrom = new Map(sources.map(({ id, read_from }) => [id, read_from]));
  assert.match(String(readFrom.get('wb-wdi-2026-02')), /^copy: GitHub AlexMinasyan/);
  assert.equal(readFrom.get('economist-big-mac-2026-01') ?? null, null);
});

test('a rate of the federal fiscal year that ended before the release says so', async () => {
  const { prices } = await costOfLiving('boston');
  const notes = prices
    .filter(({ item, period }) => item === 'meals_per_diem' && period?.endsWith('/2026-09-30'))
    .map(({ note }) => note);
  assert.deepEqual(notes, ['ended on 2026-09-30']);
});

test('the months of Tokyo are those of its weather station, corrected for 19 m of height', async () => {
  const { koppen, normals, holiday_climate_index: index } = (await qualityOfLife('tokyo')).climate;
  assert.deepEqual([koppen?.class, koppen?.title], ['Cfa', 'Temperate, no dry season, hot summer']);
  const { temperature_max: max, precipitation } = normals;
  assert.deepEqual(max?.station, { name: 'Tokyo', distance_km: 5.3, height_difference_m: 19 });
  assert.deepEqual([max?.correction?.by, max?.correction?.added], ['height', -0.113]);
  // The station has 9.8 in January and 31.3 in August.
  assert.deepEqual([max?.values[0], max?.values[7]], [9.7, 31.2]);
  assert.deepEqual([precipitation?.year, precipitation?.correction], [1598.2, null]);
  assert.equal(index?.values.length, 12);
});

test('Lisbon has no station near: its months are those of a far one, moved towards the climatology of the place', async () => {
  const { temperature_mean: mean } = (await qualityOfLife('lisbon')).climate.normals;
  assert.ok(Number(mean?.station.distance_km) > 200);
  assert.equal(mean?.correction?.by, 'climatology');
  assert.ok(Math.abs(Number(mean?.year) - 17.1) < 0.1, String(mean?.year));
});

test('the agglomeration of Tokyo had 37,468,000 people in 2018; a town has none', async () => {
  const { agglomeration } = await city('tokyo');
  assert.deepEqual(agglomeration, {
    name: 'Tokyo',
    population: 37_468_000,
    year: '2018',
    sources: ['un-wup-2018'],
  });
  assert.equal((await city('sintra')).agglomeration, null);
});
