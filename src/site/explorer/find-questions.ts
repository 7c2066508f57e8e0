import type { Release } from '../../engine/catalogue/release.ts';
import { HOUSEHOLD_WORDS } from '../../engine/summaries/budget-words.ts';
import { ENUMERATION, lowerFirst, MEASURE_TITLES, MONTHS, whole } from '../../engine/summaries/words.ts';
import type { Household } from '../../release/household-budgets.ts';
import type { MeasureId } from '../../release/measures.ts';

/** The query of a search, by parameter of `/cities`. */
export type Asked = Readonly<Record<string, string>>;

/** Questions that people bring, and the filters that answer them. */
export const QUESTIONS: readonly { title: string; query: Asked }[] = [
  {
    title: 'Good, cheap capitals of Europe',
    query: { continent: 'europe', capital: 'true', quality_min: '70', sort: 'cost' },
  },
  {
    title: 'Warm in January, safe, under 1,500 euros a month',
    query: {
      month: '1',
      high_min: '18',
      safety_min: '70',
      budget_max: '1500',
      currency: 'EUR',
      sort: '-quality',
    },
  },
  {
    title: 'By the sea, safe, affordable',
    query: { sea_max: '10', safety_min: '70', cost_max: '60', sort: '-quality' },
  },
  {
    title: 'Not too hot in July, good healthcare',
    query: { month: '7', high_max: '25', healthcare_min: '80', sort: 'cost' },
  },
  {
    title: 'Large cities with low housing costs',
    query: { min_population: '1000000', housing_max: '40', quality_min: '60', sort: '-quality' },
  },
];

export const ORDERS = [
  ['-quality', 'best quality of life first'],
  ['cost', 'cheapest first'],
  ['budget', 'least money first'],
  ['-safety', 'safest first'],
  ['-high', 'warmest first'],
  ['-sun', 'sunniest first'],
  ['sea', 'nearest to the sea first'],
  ['-population', 'largest first'],
] as const;

/** `north-america`: `North America`; `latin-america-and-the-caribbean`: `Latin America and the Caribbean` */
export function placeInWords(id: string): string {
  return id
    .split('-')
    .map((word) =>
      ['and', 'the'].includes(word) ? word : word.replace(/^./, (letter) => letter.toUpperCase()),
    )
    .join(' ')
    .replace('Sub Saharan', 'Sub-Saharan')
    .replace('South Eastern', 'South-eastern');
}

/** `37 capitals in Europe`. */
export function foundInWords(release: Release, asked: Asked, total: number): string {
  const noun = asked.capital === 'true' ? ['capital', 'capitals'] : ['city', 'cities'];
  return [
    `${total === 1 ? 'One' : whole(total)} ${noun[total === 1 ? 0 : 1]}`,
    ...wheres(release, asked),
  ].join(' ');
}

function wheres(release: Release, { country, continent, subregion, region }: Asked): string[] {
  const named = country === undefined ? undefined : release.resolveCountry(country);
  const places = [
    ...(region === undefined ? [] : [region]),
    ...(named?.kind === 'found' ? [named.place.name] : []),
    ...[subregion, continent].flatMap((ids) =>
      ids === undefined ? [] : [ENUMERATION.format(ids.split(',').map(placeInWords))],
    ),
  ];
  return places.length === 0 ? [] : [`in ${places.join(', ')}`];
}

/** `With quality of life of at least 70, cheapest first.` Parameters that only few use are as in the address. */
export function conditionsInWords(asked: Asked): string {
  const parts = Object.entries(asked).flatMap(([name, value]) =>
    name === 'budget_max' || name === 'budget_min'
      ? budgetInWords(asked, name, value)
      : conditionInWords(name, value),
  );
  const sure = asked.certainty === 'sure' ? ', for certain' : '';
  const order = ORDERS.find(([by]) => by === asked.sort)?.[1] ?? `in the order ${asked.sort}`;
  const months =
    asked.month === undefined ? '' : ` The weather is that of ${MONTHS[Number(asked.month) - 1]}.`;
  return (
    (parts.length === 0
      ? `${order.replace(/^./, (letter) => letter.toUpperCase())}.`
      : `With ${ENUMERATION.format(parts)}${sure}; ${order}.`) + months
  );
}

/** `at most 1,500 EUR a month for one adult` */
function budgetInWords({ household = 'one', currency = 'USD' }: Asked, name: string, value: string): string {
  const who = HOUSEHOLD_WORDS[household as Household] ?? household;
  return `at ${name.endsWith('max') ? 'most' : 'least'} ${whole(Number(value))} ${currency.toUpperCase()} a month for ${who}`;
}

function conditionInWords(name: string, value: string): string[] {
  const [, of = '', end] = /^(.+)_(min|max)$/.exec(name) ?? [];
  const bound = `at ${end === 'min' ? 'least' : 'most'} ${value}`;
  if (name === 'min_population') return value === '0' ? [] : [`at least ${whole(Number(value))} people`];
  if (name === 'evidence') return ['official figures of the city or its region'];
  if (of === 'high') return [`a daily high of ${bound} °C`];
  if (of === 'rain') return [`${bound} mm of rain`];
  if (of === 'sun') return [`${bound} hours of sunshine`];
  if (of === 'sea') return [`${bound} km to the sea`];
  if (of === 'airport') return [`${bound} km to an airport`];
  const title = MEASURE_TITLES[of as MeasureId];
  return title === undefined ? [] : [`${lowerFirst(title)} of ${bound}`];
}
