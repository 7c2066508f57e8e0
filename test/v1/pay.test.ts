import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { median } from 'simple-statistics';
import type { CostOfLiving, CountryCostOfLiving } from '../../src/engine/cost/cost-of-living.ts';
import { GRAINS } from '../../src/release/grain.ts';
import { PAY_MEASURES } from '../../src/release/pay.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const release = await openedRelease();

async function costOf<Body = CostOfLiving>(place: string): Promise<Body> {
  const answer = await service.get(`/data/cost-of-living/${place}`, token);
  assert.equal(answer.status, 200, place);
  return (await answer.json()) as Body;
}

const drawn = fc.sample(fc.nat({ max: release.cities.length - 1 }), { numRuns: 60, seed: 30 });
const CITIES = [
  ...['new-york', 'abilene', 'lisbon', 'jakarta', 'tokyo', 'pyongyang', 'bogota'],
  ...drawn.flatMap((rank) => release.cities[rank]?.id ?? []),
].filter((id) => release.city(id) !== undefined);
const COUNTRIES = ['united-states', 'germany', 'japan', 'south-africa', 'north-korea', 'indonesia'];

// One after another: a busy machine refuses many at once.
const answers: (CostOfLiving | CountryCostOfLiving)[] = [];
for (const id of CITIES) answers.push(await costOf(id));
for (const id of COUNTRIES) answers.push(await costOf<CountryCostOfLiving>(`countries/${id}`));
const base = (await costOf('new-york')).earnings?.value ?? 0;

test('purchasing power times the price level is the earnings, where those of New York are 100', () => {
  let known = 0;
  for (const { earnings, purchasing_power: power, index } of answers) {
    if (earnings === null || power === null || index === null) continue;
    known += 1;
    const { value } = power.prices;
    const back = (power.value * value * base) / 1e4;
    assert.ok(Math.abs(back - earnings.value) <= (0.051 * value * base) / 1e4, `${back}`);
    assert.ok(power.low <= power.value && power.value <= power.high);
    if (power.prices.grain === 'country') continue;
    assert.equal(value, index.overall.value);
    const ofPrices = value / index.overall.low;
    assert.ok(power.high / power.value >= Math.min(1.001, ofPrices), 'no narrower than that of prices');
  }
  assert.ok(known > 30, `${known}`);
});

test('national earnings buy what they buy in the country, so no cheap town leads the world by them', async () => {
  const belgium = await costOf<CountryCostOfLiving>('countries/belgium');
  for (const id of ['charleroi', 'bouillon', 'brussels']) {
    const { earnings, purchasing_power: power } = await costOf(id);
    assert.equal(earnings?.grain, 'country', id);
    assert.equal(power?.value, belgium.purchasing_power?.value, id);
    assert.deepEqual(power?.prices, { value: belgium.index?.overall.value, grain: 'country' }, id);
    assert.ok(power.high > (belgium.purchasing_power?.high ?? 0), 'a city is not its country');
  }
});

test('the rent burden is the housing of one adult’s budget divided by the earnings, national ones at the city’s prices', async () => {
  for (const { earnings, rent_burden: burden, index, ...answer } of answers) {
    if (earnings === null || burden === null) continue;
    const { usd, country_average_100: level } = burden.earnings;
    // Earnings are shown to the dollar.
    assert.ok(Math.abs(burden.value - (100 * burden.rent.usd) / usd) < 0.06 + burden.value / usd);
    assert.ok(Math.abs(usd - (earnings.value * (level ?? 100)) / 100) < 1.6);
    const isMoved = earnings.grain === 'country' && 'city' in answer;
    assert.equal(level, isMoved ? index?.overall.country_average_100 : null);
    assert.ok(burden.low <= burden.value && burden.value <= burden.high);
  }
  const { budget, rent_burden: burden } = await costOf('lisbon?household=one&currency=USD');
  assert.equal(burden?.rent.usd, budget?.categories.housing?.value);
});

test('purchasing power has a rank with those that it cannot be told apart from, unless weights or base are yours', async () => {
  const { purchasing_power: power } = await costOf('charleroi');
  assert.ok(power?.ranking);
  const { rank, first, last, of } = power.ranking;
  assert.ok(first <= rank && rank <= last && last <= of);
  assert.ok(last - first > of / 10, 'national pay says little about one city');
  for (const query of ['weights=food:1', 'reference=lisbon', 'rate=spot'])
    assert.equal((await costOf(`charleroi?${query}`)).purchasing_power?.ranking, null, query);
  assert.equal((await costOf<CountryCostOfLiving>('countries/belgium')).purchasing_power?.ranking, null);
});

test('what pay buys in a country against the United States is near what the OECD’s own dollars at parity say', async () => {
  const atParity = new Map(
    release.countries.flatMap((country) =>
      release
        .observations(country)
        // Türkiye’s is of 2020, before prices rose sixfold.
        .filter(({ metric, period }) => metric === 'average_annual_wage' && period === '2022')
        .map(({ value }) => [country.id, value]),
    ),
  );
  const powerOf = async (id: string) =>
    (await costOf<CountryCostOfLiving>(`countries/${id}`)).purchasing_power?.value ?? Number.NaN;
  const [us, usAtParity = Number.NaN] = [await powerOf('united-states'), atParity.get('united-states')];
  const differences: number[] = [];
  for (const [id, value] of atParity) {
    const power = await powerOf(id);
    if (id !== 'united-states' && power > 0) differences.push(Math.log((power / us) * (usAtParity / value)));
  }
  assert.ok(differences.length > 30, `${differences.length}`);
  const middle = median(differences);
  assert.ok(Math.abs(middle) < 0.1, `${middle}`);
  assert.ok(differences.every((each) => Math.abs(each - middle) < 0.25));
});

test('earnings have an interval, a wider one where only the whole country’s are known', () => {
  for (const answer of answers) {
    if (answer.earnings === null) continue;
    const { low, value, high, grain } = answer.earnings;
    assert.ok(low < value && value < high);
    const isOfCountry = grain === 'country' && 'city' in answer;
    assert.equal(Math.log(high / value) > 0.23, isOfCountry, `${low} ${value} ${high}`);
  }
});

test('each measure that is null says why, and no other does', () => {
  for (const answer of answers) {
    const missing = PAY_MEASURES.filter((measure) => answer[measure] === null);
    assert.deepEqual(
      answer.pay_withheld.map(({ measure }) => measure),
      missing,
    );
    for (const { detail } of answer.pay_withheld) assert.match(detail, /\.$/);
  }
  const reasons = new Set(answers.flatMap(({ pay_withheld }) => pay_withheld.map(({ code }) => code)));
  assert.ok(reasons.has('no_earnings') && reasons.has('stale_earnings'), [...reasons].join());
});

test('pay is published, or says that it was computed, most local first, with whom it is for', () => {
  for (const { pay, sources } of answers) {
    const grains = pay.map(({ grain }) => GRAINS.indexOf(grain));
    assert.deepEqual(
      grains,
      grains.toSorted((left, right) => left - right),
    );
    for (const figure of pay) {
      const isComputed = /carried with consumer prices$|^the median of the area, times/.test(
        figure.note ?? '',
      );
      assert.equal(figure.method, isComputed ? 'derived' : 'observed', figure.item);
      assert.notEqual(figure.period, null);
      assert.ok(figure.covers !== '' && ['month', 'year'].includes(figure.per));
      assert.equal(figure.statistic === null, figure.kind === 'minimum_wage');
      assert.equal(figure.currency === null, figure.unit !== null);
      for (const id of figure.sources) assert.ok(sources.some((source) => source.id === id));
    }
  }
});

test('earnings come from a figure of pay that is at most five years old', () => {
  for (const { pay, earnings } of answers) {
    if (earnings === null) continue;
    const from = pay.find(({ item, grain }) => item === earnings.item && grain === earnings.grain);
    assert.ok(from !== undefined && from.kind === 'earnings' && from.currency !== null);
    assert.ok(Number(earnings.period?.slice(-10).slice(0, 4)) >= release.publishedAt.getUTCFullYear() - 5);
    const rate = from.usd_rate ?? earnings.usd_rate;
    const usd = from.amount / (from.currency === 'USD' ? 1 : (rate?.value ?? Number.NaN));
    const monthly = usd / (from.per === 'year' ? 12 : 1);
    assert.ok(Math.abs(monthly - earnings.value) < 1 + monthly / 1e4, `${monthly} ${earnings.value}`);
  }
});

test('another base, basket and currency change what they are about, and the rent burden stays', async () => {
  const plain = await costOf('porto');
  const asked = await costOf('porto?reference=lisbon&weights=food:1&currency=GBP&household=family');
  assert.deepEqual(asked.rent_burden, plain.rent_burden);
  assert.deepEqual(asked.earnings, plain.earnings);
  assert.equal(asked.purchasing_power?.value, 100, 'both earn, and pay, what their country does');
  assert.ok(asked.pay.some(({ converted }) => converted?.currency === 'GBP'));
  assert.ok(asked.pay.some(({ converted, currency }) => currency === null && converted === null));
  const withoutBase = await costOf('porto?reference=moscow');
  assert.deepEqual(
    withoutBase.pay_withheld.map(({ measure, code }) => [measure, code]),
    [['purchasing_power', 'no_base']],
  );
});
