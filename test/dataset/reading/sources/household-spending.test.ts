import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, readExcerpt, tableReaderNamed } from '../../../support/dataset/excerpts.ts';

const householdSpendingByType = tableReaderNamed('household-spending-by-type');
const usFoodPlans = tableReaderNamed('us-food-plans');

const usConsumerExpenditure = tableReaderNamed('us-consumer-expenditure');

const AMERICAN = 'spending_by_household_2024.csv';
const EUROPEAN = 'spending_by_household_type.csv';
const PLANS = 'households_2026_07.csv';

const NORWAY = [
  'area,period,household,item,value',
  'NO,2007-2009,one person,transport,31200',
  'NO,2007-2009,couple without children,transport,82600',
  'NO,2007-2009,"couple, youngest child 7-19",transport,114200',
];
const HESSE = [
  'DE-HE,2013,"one person, woman",clothing and footwear,78',
  'DE-HE,2013,"one person, man",clothing and footwear,47',
  'DE-HE,2013,couple without children,clothing and footwear,130',
  'DE-HE,2013,couple with children,clothing and footwear,216',
];

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

test('what one adult spends is read by item, without parts of an item above', () => {
  const lines = ['item,one_person', 'other_vehicle_expenses,2383', 'of_which_vehicle_insurance,1160'];
  const { facts } = readExcerpt(usConsumerExpenditure, { [AMERICAN]: text(lines) });
  assert.deepEqual(
    facts.map(({ note, value, unit }) => [note, value, unit]),
    [['other vehicle expenses', 2383, 'USD']],
  );
});

test('larger households are read as ratios to one adult; of women and men, the mean', () => {
  const { facts } = readExcerpt(householdSpendingByType, { [EUROPEAN]: text([...NORWAY, ...HESSE]) });
  assert.deepEqual(
    facts.map(({ place, metric, value }) => [place, metric, value]),
    [
      ['country/norway', 'spending_of_couple', 2.6474],
      ['country/norway', 'spending_of_family', 3.6603],
      ['area/de-admin1-05', 'spending_of_couple', 2.08],
      ['area/de-admin1-05', 'spending_of_family', 3.456],
    ],
  );
});

test('totals, and surveys without these households by item, are not read', () => {
  const others = ['ES,2024,all households,total,34044.03', 'NO,2007-2009,one person,total,251600'];
  const { facts } = readExcerpt(householdSpendingByType, { [EUROPEAN]: text([...NORWAY, ...others]) });
  assert.equal(facts.length, 2);
});

test('a survey that lacks one of the households is refused', () => {
  const at = { line: 2, column: 'household' };
  assertRefused(
    householdSpendingByType,
    { [EUROPEAN]: text(NORWAY.slice(0, 3)) },
    { ...at, file: EUROPEAN, fault: /7-19/ },
  );
  const plans = ['household,moderate_cost_usd_month', 'couple 19 to 50,809.38'];
  assertRefused(usFoodPlans, { [PLANS]: text(plans) }, { ...at, file: PLANS, fault: /one adult/ });
});
