import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  carriedEarnings,
  wagesInMoney,
  wagesOfAreas,
} from '../../../../src/dataset/building/build/wages-in-money.ts';
import type { Fact } from '../../../../src/dataset/building/facts/fact.ts';

const IN_MONEY = 'average_annual_wage_in_national_currency';

/** Two countries, of which the first has inflation of 10 % a year and prices half as high as those of the United States. */
const facts: Fact[] = [
  ...years('country/here', 10, 2020, 2024),
  ...years('country/united-states', 5, 2020, 2024),
  fact('country/here', 'price_level_of_households_pwt', '2019', 0.5),
  fact('country/united-states', 'price_level_of_households_pwt', '2019', 1),
  fact('country/here', 'exchange_rate_pwt', '2019', 20),
  fact('country/here', 'average_annual_wage', '2021', 39_000),
  fact('country/here', 'average_annual_wage', '2022', 40_000),
];
const currencies = new Map([['country/here', { code: 'HRC', since: '1990-01-01', before: '' }]]);

test('a wage in dollars at purchasing power parity becomes money: by the parity of households, carried with prices', () => {
  const [wage, ...others] = wagesInMoney(facts, currencies);
  assert.deepEqual(others, []);
  // 40,000 × 0.5 × 20 × 1.1⁵ ÷ 1.05³ = 556,502
  assert.deepEqual(
    [wage?.value, wage?.unit, wage?.period, wage?.method],
    [556_500, 'HRC', '2024', 'derived'],
  );
  assert.match(wage?.note ?? '', /^what the wage of 2022 buys, in money of 2024: /);
});

test('earnings of an earlier year are carried to the last year of consumer prices, if they are in the money of the country, recent, and prices have not soared', () => {
  const MONTHLY = 'average_monthly_earnings';
  const earned = (period: string, unit = 'HRC') => ({
    ...fact('country/here', MONTHLY, period, 1000),
    grain: 'country' as const,
    unit,
  });
  const carried = (...earnings: Fact[]) => carriedEarnings([...facts, ...earnings], currencies);
  const [one, ...others] = carried(earned('2021'), earned('2022'));
  assert.deepEqual(others, []);
  // 1,000 × 1.1²
  assert.deepEqual([one?.value, one?.unit, one?.period, one?.method], [1210, 'HRC', '2024', 'derived']);
  assert.match(one?.note ?? '', /^what the earnings of 2022 buy, in money of 2024: /);
  for (const unused of [earned('2024'), earned('2019'), earned('2022', 'EUR')])
    assert.deepEqual(carried(unused), []);
  const soared = [...years('country/here', 10, 2020, 2022), ...years('country/here', 100, 2023, 2024)];
  assert.deepEqual(carriedEarnings([...soared, earned('2022')], currencies), []);
});

test('no wage is computed where one is published, the money is newer than the parity, a part is missing or it is too old', () => {
  const none = (changed: readonly Fact[], money: typeof currencies = currencies) =>
    assert.deepEqual(wagesInMoney(changed, money), []);
  none([...facts, fact('country/here', IN_MONEY, '2020', 400_000)]);
  none(facts, new Map([['country/here', { code: 'NEW', since: '2023-01-01', before: 'HRC' }]]));
  for (const metric of ['price_level_of_households_pwt', 'exchange_rate_pwt', 'consumer_price_inflation'])
    none(facts.filter((each) => each.metric !== metric || each.place !== 'country/here'));
  none([...facts, ...years('country/here', 10, 2025, 2028)]);
});

test('the average wage of an area is its median, times how far the OECD’s wage of the country is above the median of its year', () => {
  const ofNation = (metric: string, period: string, value: number) => ({
    ...fact('country/united-states', metric, period, value),
    unit: metric === IN_MONEY ? 'USD' : 'usd_per_year',
  });
  const survey: Fact[] = [
    ofNation('wage_median_annual', '2023-05', 45_000),
    ofNation('wage_median_annual', '2024-05', 50_000),
    { ...fact('area/a-metro', 'wage_median_annual', '2025-05', 60_000), grain: 'metro' },
  ];
  const known = [
    ...survey,
    ofNation(IN_MONEY, '2023', 70_000),
    ofNation(IN_MONEY, '2024', 80_000),
    ofNation(IN_MONEY, '2025', 90_000),
  ];
  const [wage, ...others] = wagesOfAreas(known);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [wage?.place, wage?.metric, wage?.period, wage?.grain, wage?.value, wage?.unit, wage?.method],
    ['area/a-metro', IN_MONEY, '2025-05', 'metro', 96_000, 'USD', 'derived'],
  );
  assert.deepEqual(wagesOfAreas([...survey, ofNation(IN_MONEY, '2025', 90_000)]), []);
});

function years(place: string, percent: number, from: number, until: number): Fact[] {
  return Array.from({ length: until - from + 1 }, (_, after) =>
    fact(place, 'consumer_price_inflation', String(from + after), percent),
  );
}

function fact(place: string, metric: string, period: string, value: number): Fact {
  return { place, metric, period, value, grain: 'country', unit: 'any', source: 'made-up', note: '' };
}
