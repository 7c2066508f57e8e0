import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean, sampleStandardDeviation } from 'simple-statistics';
import { wagesInMoney } from '../../../../src/dataset/building/build/wages-in-money.ts';
import { payErrors } from '../../../../src/dataset/reading/evaluation/pay-errors.ts';
import { BUYING_IN_COUNTRY_SD, CITY_IN_COUNTRY_SD, SURVEY_SD } from '../../../../src/release/pay.ts';
import { inputs } from '../../../support/dataset/committed-estimates.ts';

test('the errors of earnings are those that official figures show, to the hundredth', () => {
  const { survey, cityInCountry, buyingInCountry } = payErrors(inputs.facts);
  assert.ok(survey.figures >= 8 && cityInCountry.figures > 300 && buyingInCountry.figures > 300);
  assert.equal(survey.sd.toFixed(2), SURVEY_SD.toFixed(2));
  assert.equal(cityInCountry.sd.toFixed(2), CITY_IN_COUNTRY_SD.toFixed(2));
  assert.equal(buyingInCountry.sd.toFixed(2), BUYING_IN_COUNTRY_SD.toFixed(2));
});

const IN_MONEY = 'average_annual_wage_in_national_currency';

test('wages computed for countries with the OECD’s own figure differ from it as the documentation says', () => {
  const { facts } = inputs;
  const published = new Map(
    facts.filter(({ metric }) => metric === IN_MONEY).map((each) => [`${each.place} ${each.period}`, each]),
  );
  const money = new Map(
    [...published.values()].map(({ place, unit }) => [place, { code: unit, since: '', before: '' }]),
  );
  // Türkiye’s wage is of 2020, before prices rose sixfold.
  money.delete('country/turkey');
  const differences = (year: string) =>
    wagesInMoney(
      facts.filter(
        ({ metric, period }) =>
          metric !== IN_MONEY && !(metric.startsWith('consumer_price_inflation') && period > year),
      ),
      money,
    ).map(({ place, value }) => Math.log((published.get(`${place} ${year}`)?.value ?? Number.NaN) / value));
  for (const [year, higher, spread] of [
    ['2022', '0.03', '0.04'],
    ['2025', '0.06', '0.05'],
  ] as const) {
    const found = differences(year);
    assert.equal(found.length, 11, year);
    assert.equal(mean(found).toFixed(2), higher, year);
    assert.equal(sampleStandardDeviation(found).toFixed(2), spread, year);
  }
});
