import { SUBREGIONS } from '../../engine/places/parts-of-world.ts';
import { HOUSEHOLD_WORDS } from '../../engine/summaries/budget-words.ts';
import { MONTHS } from '../../engine/summaries/words.ts';
import { CONTINENTS } from '../../release/continents.ts';
import { HOUSEHOLDS } from '../../release/household-budgets.ts';
import { attribute, type Html, html } from '../html.ts';
import { type Asked, ORDERS, placeInWords } from './find-questions.ts';

/** A question of the form: a parameter, and the answers to choose from. */
interface Choice {
  name: string;
  label: string;
  /** The answer that asks for nothing, if there is one. */
  any?: string;
  answers: readonly (readonly [value: string, words: string])[];
}

const SCORES = [
  ['50', '50 or more'],
  ['60', '60 or more'],
  ['70', '70 or more: good'],
  ['80', '80 or more: very good'],
  ['90', '90 or more'],
] as const;
const PRICES = [
  ['30', 'at most 30'],
  ['40', 'at most 40'],
  ['50', 'at most 50: half of New York'],
  ['60', 'at most 60'],
  ['80', 'at most 80'],
  ['100', 'at most 100: as New York'],
] as const;

const PLACES: readonly Choice[] = [
  {
    name: 'continent',
    label: 'Continent',
    any: 'anywhere',
    answers: CONTINENTS.map((id) => [id, placeInWords(id)]),
  },
  {
    name: 'subregion',
    label: 'Region',
    any: 'anywhere',
    answers: SUBREGIONS.map((id) => [id, placeInWords(id)]),
  },
  {
    name: 'min_population',
    label: 'Size',
    answers: [
      ['0', 'any size'],
      ['20000', '20,000 people or more'],
      ['100000', '100,000 or more'],
      ['500000', '500,000 or more'],
      ['1000000', 'a million or more'],
    ],
  },
];
const MONEY_AND_LIFE: readonly Choice[] = [
  {
    name: 'household',
    label: 'For',
    any: HOUSEHOLD_WORDS.one,
    answers: HOUSEHOLDS.filter((household) => household !== 'one').map((household) => [
      household,
      HOUSEHOLD_WORDS[household],
    ]),
  },
  { name: 'cost_max', label: 'Cost of living', any: 'any', answers: PRICES },
  { name: 'housing_max', label: 'Housing', any: 'any', answers: PRICES },
  { name: 'quality_min', label: 'Quality of life', any: 'any', answers: SCORES },
  { name: 'safety_min', label: 'Safety', any: 'any', answers: SCORES },
  { name: 'healthcare_min', label: 'Healthcare', any: 'any', answers: SCORES },
];
const WEATHER: readonly Choice[] = [
  {
    name: 'month',
    label: 'Month',
    any: 'none',
    answers: MONTHS.map((month, index) => [String(index + 1), month]),
  },
  {
    name: 'high_min',
    label: 'Warm: daily high',
    any: 'any',
    answers: [
      ['5', '5 °C or more'],
      ['10', '10 °C or more'],
      ['15', '15 °C or more: mild'],
      ['18', '18 °C or more'],
      ['20', '20 °C or more: warm'],
      ['25', '25 °C or more'],
    ],
  },
  {
    name: 'high_max',
    label: 'Not hot: daily high',
    any: 'any',
    answers: [
      ['20', 'at most 20 °C'],
      ['25', 'at most 25 °C'],
      ['30', 'at most 30 °C'],
    ],
  },
  {
    name: 'rain_max',
    label: 'Rain',
    any: 'any',
    answers: [
      ['30', 'at most 30 mm: dry'],
      ['60', 'at most 60 mm'],
      ['100', 'at most 100 mm'],
    ],
  },
  {
    name: 'sun_min',
    label: 'Sunshine',
    any: 'any',
    answers: [
      ['120', '120 hours or more'],
      ['180', '180 hours: 6 a day'],
      ['240', '240 hours: 8 a day'],
    ],
  },
  {
    name: 'sea_max',
    label: 'Sea',
    any: 'any distance',
    answers: [
      ['2', 'at most 2 km'],
      ['10', 'at most 10 km'],
      ['50', 'at most 50 km'],
    ],
  },
  {
    name: 'airport_max',
    label: 'Airport',
    any: 'any distance',
    answers: [
      ['20', 'at most 20 km'],
      ['40', 'at most 40 km'],
      ['80', 'at most 80 km'],
    ],
  },
];
const ORDER: Choice = { name: 'sort', label: 'Order', answers: ORDERS };
const GROUPS = [
  ['Where', PLACES],
  ['Money and life', MONEY_AND_LIFE],
  ['Weather and distances', WEATHER],
] as const;
const OFFICIAL = 'official_local,official_regional';
const CHECKS = [
  ['capital', 'true', 'Only capitals'],
  ['certainty', 'sure', 'Certainly: the whole 80 % interval passes'],
  ['evidence', OFFICIAL, 'Official figures of the city or its region only'],
] as const;

/** What is typed: an amount of money has no list to choose from. */
const BUDGET = [
  { name: 'budget_max', label: 'Needs at most, a month', placeholder: '1800' },
  { name: 'currency', label: 'in', placeholder: 'USD' },
] as const;

const NAMES: ReadonlySet<string> = new Set([
  'country',
  ...BUDGET.map(({ name }) => name),
  ...[...PLACES, ...MONEY_AND_LIFE, ...WEATHER, ORDER].map(({ name }) => name),
  ...CHECKS.map(([name]) => name),
]);

/**
 * The filters as questions with answers to choose from. What the address asks besides stays: an answer that is not on a list
 * joins it, and a parameter without a question is hidden.
 *
 * @param given as in the address
 * @param asked with defaults
 */
export function findForm(given: Asked, asked: Asked): Html {
  const [capital, ...others] = CHECKS.map(([name, value, words]) => check(name, value, words, asked));
  return html`<form class="find-form" action="/find">
${GROUPS.map(
  ([legend, choices]) => html`<fieldset><legend>${legend}</legend>
${choices === PLACES && html`<label>Country <input name="country" placeholder="any, or a continent"${attribute('value', asked.country)}></label>\n`}${choices === MONEY_AND_LIFE && BUDGET.map(({ name, label, placeholder }) => html`<label>${label} <input name="${name}" size="6" placeholder="${placeholder}"${attribute('value', asked[name])}></label>\n`)}${choices.map((choice) => select(choice, asked))}${choices === PLACES && capital}</fieldset>\n`,
)}<fieldset><legend>Answer</legend>
${select(ORDER, asked)}${others}</fieldset>
${Object.entries(given)
  .filter(([name]) => !NAMES.has(name))
  .map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  )}<p><button class="button small">Find</button> <a class="quiet" href="/find">Start again</a></p>
</form>`;
}

function select({ name, label, any, answers }: Choice, asked: Asked): Html {
  const value = asked[name] ?? '';
  const known = (value === '' && any !== undefined) || answers.some(([answer]) => answer === value);
  return html`<label>${label} <select name="${name}">${any !== undefined && html`<option value="">${any}</option>`}${[...answers, ...(known ? [] : [[value, value] as const])].map(([answer, words]) => html`<option value="${answer}"${attribute('selected', answer === value)}>${words}</option>`)}</select></label>\n`;
}

function check(name: string, value: string, words: string, asked: Asked): Html {
  return html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${attribute('checked', asked[name] !== undefined)}> ${words}</label>\n`;
}
