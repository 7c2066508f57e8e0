import { SUBREGIONS } from '../../engine/places/parts-of-world.ts';
import { CONTINENTS } from '../../release/continents.ts';
import { HOUSEHOLDS } from '../../release/household-budgets.ts';
import { attribute, type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';
import type { Asked } from './find-questions.ts';

/** A question of the form: a parameter, and the answers to choose from. */
interface Choice {
  name: string;
  label: string;
  /** The answer that asks for nothing, if there is one. */
  any?: string;
  answers: readonly (readonly [value: string, words: string])[];
}

const MONTHS = Array.from({ length: 12 }, (_, month) => month);

/** The questions, in their groups. Answers with words of their own are keys of the messages. */
function groupsOf({ find: words, budget, figures }: Messages) {
  const { choices } = words;
  const listed = (name: keyof typeof choices): Choice => {
    const { label, any, answers } = choices[name];
    return { name, label, ...(any !== undefined && { any }), answers: Object.entries(answers) };
  };
  const places = (ids: readonly string[]) => ids.map((id) => [id, words.place(id)] as const);
  const where: Choice[] = [
    { name: 'continent', label: words.continent, any: words.anywhere, answers: places(CONTINENTS) },
    { name: 'subregion', label: words.subregion, any: words.anywhere, answers: places(SUBREGIONS) },
    listed('min_population'),
  ];
  const [one, ...others] = HOUSEHOLDS;
  const life: Choice[] = [
    {
      name: 'household',
      label: budget.for,
      any: budget.households[one],
      answers: others.map((household) => [household, budget.households[household]]),
    },
    ...(['cost_max', 'housing_max', 'quality_min', 'safety_min', 'healthcare_min'] as const).map(listed),
  ];
  const weather: Choice[] = [
    {
      name: 'month',
      label: words.month,
      any: words.noMonth,
      answers: MONTHS.map((month) => [String(month + 1), figures.month(month)]),
    },
    ...(
      ['high_min', 'high_max', 'rain_max', 'sun_min', 'station_max', 'sea_max', 'airport_max'] as const
    ).map(listed),
  ];
  const order: Choice = { name: 'sort', label: words.order, answers: Object.entries(words.orders) };
  return { where, life, weather, order };
}

const OFFICIAL = 'official_local,official_regional';
const CHECKS = [
  ['capital', 'true'],
  ['certainty', 'sure'],
  ['evidence', OFFICIAL],
] as const;

/** What is typed: an amount of money has no list to choose from. */
const BUDGET = [
  { name: 'budget_max', placeholder: '1800' },
  { name: 'currency', placeholder: 'USD' },
] as const;

/**
 * The filters as questions with answers to choose from. What the address asks besides stays: an answer that is not on a list
 * joins it, and a parameter without a question is hidden.
 *
 * @param given as in the address
 * @param asked with defaults
 */
export function findForm(given: Asked, asked: Asked, messages: Messages): Html {
  const { find: words } = messages;
  const { where, life, weather, order } = groupsOf(messages);
  const [capital, ...others] = CHECKS.map(([name, value]) => check(name, value, words.checks[name], asked));
  const names = new Set([
    'country',
    ...[...BUDGET, ...where, ...life, ...weather, order].map(({ name }) => name),
    ...CHECKS.map(([name]) => name),
  ]);
  const selects = (choices: readonly Choice[]) => choices.map((choice) => select(choice, asked));
  return html`<form class="find-form" action="/find">
<fieldset><legend>${words.where}</legend>
<label>${words.country} <input name="country" placeholder="${words.anyCountry}"${attribute('value', asked.country)}></label>
${selects(where)}${capital}</fieldset>
<fieldset><legend>${words.life}</legend>
${BUDGET.map(({ name, placeholder }) => html`<label>${words.typed[name]} <input name="${name}" size="6" placeholder="${placeholder}"${attribute('value', asked[name])}></label>\n`)}${selects(life)}</fieldset>
<fieldset><legend>${words.weather}</legend>
${selects(weather)}</fieldset>
<fieldset><legend>${words.answer}</legend>
${select(order, asked)}${others}</fieldset>
${Object.entries(given)
  .filter(([name]) => !names.has(name))
  .map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  )}<p><button class="button small">${words.button}</button> <a class="quiet" href="/find">${words.startAgain}</a></p>
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
