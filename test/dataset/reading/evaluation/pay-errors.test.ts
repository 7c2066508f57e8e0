import assert from 'node:assert/strict';
import { test } from 'node:test';
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
