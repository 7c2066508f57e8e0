import { countryName } from '../../engine/places/country-names.ts';
import { fold } from '../../release/fold.ts';
import { HOUSEHOLDS } from '../../release/household-budgets.ts';
import { MEASURES } from '../../release/measures.ts';
import type { Messages } from '../languages/english.ts';
import type { PageRequest } from '../site-page.ts';

/** The query of a search, by parameter of `/cities`. */
export type Asked = Readonly<Record<string, string>>;

/** Questions that people bring, and the filters that answer them. */
export const QUESTIONS = [
  { title: 'capitals', query: 'continent=europe&capital=true&quality_min=70&currency=EUR&sort=budget' },
  { title: 'warm', query: 'month=1&high_min=18&safety_min=70&budget_max=1500&currency=EUR&sort=-quality' },
  { title: 'sea', query: 'sea_max=10&safety_min=70&cost_max=60&sort=-quality' },
  { title: 'mild', query: 'month=7&high_max=25&healthcare_min=80&sort=cost' },
  { title: 'large', query: 'min_population=1000000&housing_max=40&quality_min=60&sort=-quality' },
] as const;

/** `37 capitals in Europe`. */
export function foundInWords(request: PageRequest, asked: Asked, total: number): string {
  return request.messages.find.found(total, asked.capital === 'true', wheres(request, asked));
}

function wheres(request: PageRequest, { country, continent, subregion, region }: Asked): string[] {
  const { find, figures } = request.messages;
  const named = country === undefined ? undefined : request.release.resolveCountry(country);
  const [first] = region === undefined ? [] : request.release.regions.named(fold(region));
  return [
    ...(region === undefined ? [] : [first?.name ?? region]),
    ...(named?.kind === 'found' ? [countryName(request, named.place)] : []),
    ...[subregion, continent].flatMap((ids) =>
      ids === undefined ? [] : [figures.list(ids.split(',').map(find.place))],
    ),
  ];
}

/** `With quality of life of at least 70, cheapest first.` Parameters that only few use are as in the address. */
export function conditionsInWords(asked: Asked, messages: Messages): string {
  const { find: words, figures } = messages;
  const parts = Object.entries(asked).flatMap(([name, value]) =>
    name === 'budget_max' || name === 'budget_min'
      ? budgetInWords(asked, name, value, messages)
      : conditionInWords(name, value, messages),
  );
  const order = orderInWords(asked.sort ?? '', messages);
  const month = asked.month === undefined ? undefined : figures.month(Number(asked.month) - 1);
  return words.conclusion(parts, asked.certainty === 'sure', order, month);
}

/** `cheapest first`; `by safety, lowest first`. */
function orderInWords(sort: string, { find: words, figures }: Messages): string {
  const orders: Readonly<Record<string, string>> = words.orders;
  const titles: Readonly<Record<string, string>> = { ...words.conditionTitles, ...figures.measures };
  const [, minus, name = ''] = /^(-?)(.*)$/.exec(sort) ?? [];
  return orders[sort] ?? words.otherOrder(titles[name] ?? sort, minus === '-');
}

/** `at most 1,500 EUR a month for one adult` */
function budgetInWords(
  { household = 'one', currency = 'USD' }: Asked,
  name: string,
  value: string,
  { find, budget, figures }: Messages,
): string {
  const who = HOUSEHOLDS.find((each) => each === household);
  const amount = `${figures.whole(Number(value))} ${currency.toUpperCase()}`;
  return find.budget(name.endsWith('min'), amount, who === undefined ? household : budget.households[who]);
}

function conditionInWords(name: string, value: string, { find: words, figures }: Messages): string[] {
  const [, of = '', end] = /^(.+)_(min|max)$/.exec(name) ?? [];
  if (name === 'min_population') return value === '0' ? [] : [words.people(Number(value))];
  if (name === 'evidence') return [words.official];
  const bound = words.bound(end === 'min', value);
  const plain: Readonly<Record<string, (bound: string) => string>> = words.conditions;
  if (Object.hasOwn(plain, of)) return [plain[of]?.(bound) ?? ''];
  const measure = MEASURES.find((each) => each === of);
  return measure === undefined ? [] : [words.measure(figures.measures[measure], bound)];
}
