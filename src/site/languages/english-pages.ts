import type { Ranking } from '../../engine/figures/ranking.ts';
import { HOUSEHOLD_WORDS } from '../../engine/summaries/budget-words.ts';
import { rankSentence } from '../../engine/summaries/ranks.ts';
import { betterSentence, priceDifferenceSentence } from '../../engine/summaries/sentences.ts';
import {
  CONDITION_TITLES,
  categoryName,
  counted,
  list,
  lowerFirst,
  tenths,
  whole,
  withArticle,
} from '../../engine/summaries/words.ts';
import { HOUSEHOLDS, type Household } from '../../release/household-budgets.ts';
import { type Html, html } from '../html.ts';
import CHOICES from './english-choices.json' with { type: 'json' };
import { ENGLISH_OVERVIEW } from './english-overview.ts';
import { ENGLISH_SERVICE } from './english-service.ts';

type Choice = { label: string; any?: string; answers: Readonly<Record<string, string>> };

/**
 * Sentences of pages that not every language has: a kind of page that a translation lacks is wholly in English. A kind that all
 * have is marked as `translated: 'all'` in its row of the page table.
 */
export const ENGLISH_PAGES = {
  ...ENGLISH_OVERVIEW,
  ...ENGLISH_SERVICE,

  compare: {
    title: 'Compare cities and countries',
    about:
      'Compare what life costs in cities and countries, what pay is worth there, and the quality of life, with the certainty of each difference.',
    lead: 'See what a month costs in each place, what your pay would have to be there, what is better, and which differences are too small to be sure of.',
    place: 'City or country',
    otherPlace: 'Other city or country',
    exampleCity: 'Lisbon',
    exampleOther: 'Porto',
    and: (place: string) => `${place} and`,
    forExample: html`For example: <a href="/compare?cities=lisbon,berlin&amp;amount=5000&amp;currency=EUR">Lisbon and Berlin for 5,000 EUR</a>, <a href="/compare?cities=madrid,zurich,toronto&amp;household=family">Madrid, Zürich and Toronto for a family</a>, <a href="/compare?countries=spain,portugal">Spain and Portugal</a>.`,
    another: 'Add a city or country',
    add: 'Add',
    unknown: (name: string) => `We don’t know “${name}”. Did you mean one of these?`,
    startAgain: 'Start again',
    description: (cities: string) =>
      `Cost of living and quality of life in ${cities}, and which differences are certain.`,
    embed: (cities: readonly string[]) => `Cost of living and quality of life: ${list(cities)}`,
    dearer: priceDifferenceSentence,
    better: betterSentence,
    ownWeights: (basket: string | undefined, groups: string | undefined) =>
      `Calculated with ${[
        basket && `your own basket (${basket})`,
        groups && `your own weights of the quality of life (${groups})`,
      ]
        .filter(Boolean)
        .join(' and ')}.`,
    standardWeights: 'Compare with the standard weights',
    budgetCaption: (currency: string) =>
      `${currency} a month, without income tax: the same basket everywhere, and a home rented now.`,
    left: (amount: string) => `Left of ${amount} net a month`,
    span: (household: Household, most: string, least: string) =>
      `What ${HOUSEHOLD_WORDS[household]} needs in a month is most in ${most} and least in ${least}.`,
    payIn: (place: string) => `Net pay in ${place}`,
    show: 'Show',
    readAs: (amount: string, isYearly: boolean) =>
      `We read ${amount} as ${isYearly ? 'a year’s' : 'a month’s'} pay.`,
    readOther: (isYearly: boolean): string => `It is ${isYearly ? 'a month’s' : 'a year’s'}`,
    sameAs: (amount: string, city: string) => `What buys the same as ${amount} in ${city}`,
    beforeTaxes: 'We compare prices, not taxes. If the amount is net pay, so are the others.',
    equivalents: 'Equivalent amounts',
    ownCurrency: 'In its own currency',
    noLevel: 'no price level',
    cannotCompare: 'One of these places has no price level, so we can’t compare them.',
    against: (city: string, first: string) => `${city} against ${first}`,
    basedOn: (city: string, evidence: string) =>
      `The price level of ${city} is based on ${lowerFirst(evidence)}.`,
    remark: (city: string, remark: string) => `${city}: ${lowerFirst(remark)}`,
    costCaption: 'Price difference in per cent, largest first.',
    qualityCaption: 'Difference in points, out of 100.',
    marksCaption:
      'The line is the 80 % interval; the grey mark means no difference. A hollow dot means that the two cannot be told apart.',
    tableCaption:
      'The small figure is the difference from the first place; ≈ means that the two cannot be told apart. The 80 % intervals are in the downloads.',
    scores: 'Scores from 0 to 100.',
    perCent: 'Per cent',
    points: 'Points',
    chartTitle: (first: string) => `Cost of living compared with ${first}`,
    difference: 'Difference',
    differences: 'Price differences',
    certain: 'Certain',
    yes: 'yes',
    same: 'cannot be told apart',
    measuredIn: (city: string) => `Measured in ${city} for`,
    /** On the card, whose other names are above each other. */
    more: (cities: number) => `${whole(cities)} more`,
    both: 'Cost of living and quality of life',
    /** In the frame. */
    compared: 'Compared cities',
    outOf100: 'Quality of life is out of 100.',
    needed: (currency: string) => `${currency} needed a month`,
    asMuchAs: (amount: string) => `Same as ${amount}`,
    download: (formats: Html, chart: Html): Html =>
      html`Download this page as ${formats}, or the price differences as a chart (${chart}), or get the same figures from the API with <a href="/keys">your key</a>:`,
  },

  rankings: {
    about: 'Cities by cost of living and quality of life, each with its world rank and how certain it is.',
    lead: (people: number) =>
      `Each measure has one ranking of the world: urban agglomerations with at least ${whole(people)} people, each by its main city. Beside the rank is how certain it is, because cities whose intervals overlap cannot be told apart.`,
    cities: (count: number) => counted(count, 'city', 'cities'),
    inCountry: (measure: string, country: string | undefined) =>
      country === undefined ? measure : `${measure} in ${withArticle(country)}`,
    ranking: (measure: string, country: string | undefined) =>
      `${measure}${country === undefined ? '' : ` in ${withArticle(country)}`}: ranking of cities`,
    description: (count: number, measure: string) =>
      `${counted(count, 'city', 'cities')} by ${measure}, each with its world rank and how certain it is.`,
    world: 'World',
    first: (isCost: boolean, isLowest: boolean) => {
      if (isLowest) return isCost ? 'cheapest first' : 'lowest first';
      return isCost ? 'most expensive first' : 'best first';
    },
    onlyLocal: 'Only cities with figures of their own or their region',
    show: 'Show',
    fold: (unfolded: boolean): string =>
      unfolded ? 'List each urban agglomeration once' : 'List parts of agglomerations too',
    details: (detailed: boolean) => `${detailed ? 'Hide' : 'Show'} the possible ranks of each city`,
    inMoney: 'Show what a month costs in money',
    noneLocal: 'No city has a figure of its own or its region.',
    none: 'No city has this figure.',
    level: (value: number, isCost: boolean) =>
      `${tenths(value)} ${isCost ? 'where New York is 100' : 'of 100'}`,
    only: (city: string, level: string) => `${city} is the only city that is listed, at ${level}.`,
    conclusion: (count: number, city: string, level: string) =>
      `${whole(count)} cities are listed. ${city} is first, at ${level}.`,
    pool: (ranking: Ranking, isCost: boolean): string =>
      ranking === null
        ? ' Too few cities of the world have this figure for ranks.'
        : rankSentence(ranking, isCost).replace(/\.$/, ' in the world.'),
    name: 'Ranking',
    marks: 'The line is the 80 % interval. A hollow dot is based only on national figures.',
    smaller: (people: number) =>
      `World ranks are among urban agglomerations with at least ${whole(people)} people; a smaller city has the rank that it would have among them.`,
    compare: html`To rank two cities of the same country, use a <a href="/compare">comparison</a>: it is more certain, because the uncertainty about the country cancels.`,
    rank: 'World rank',
    evidence: 'Evidence',
    partOf: (city: string, path: string): Html => html`part of <a href="${path}">${city}</a>`,
    download: (formats: Html, chart: Html): Html =>
      html`Download the whole ranking as ${formats}, or this page of it as a chart (${chart}).`,
    pages: 'Pages',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    previous: 'Previous',
    next: 'Next',
  },

  find: {
    title: 'Find cities',
    about: 'Find cities by cost of living, quality of life, continent, climate of a month, and the sea.',
    questions: {
      capitals: 'Good, cheap capitals of Europe',
      warm: 'Warm in January, safe, under 1,500 euros a month',
      sea: 'By the sea, safe, affordable',
      mild: 'Not too hot in July, good healthcare',
      large: 'Large cities with low housing costs',
    },
    own: (isFirst: boolean): string => (isFirst ? 'Ask your own question' : 'Change the question'),
    where: 'Where',
    country: 'Country',
    anyCountry: 'any, or a continent',
    continent: 'Continent',
    subregion: 'Region',
    anywhere: 'anywhere',
    life: 'Money and life',
    typed: { budget_max: 'Needs at most, a month', currency: 'in' },
    weather: 'Weather and distances',
    month: 'Month',
    noMonth: 'none',
    /** By parameter, with its answers; `any` asks for nothing, where that is one. */
    choices: CHOICES as Readonly<Record<keyof typeof CHOICES, Choice>>,
    answer: 'Answer',
    order: 'Order',
    orders: {
      '-quality': 'best quality of life first',
      cost: 'cheapest first',
      '-cost': 'most expensive first',
      budget: 'least money first',
      '-budget': 'most money first',
      '-safety': 'safest first',
      '-high': 'warmest first',
      '-sun': 'sunniest first',
      sea: 'nearest to the sea first',
      '-population': 'largest first',
    },
    otherOrder: (title: string, isHighest: boolean) =>
      `by ${lowerFirst(title)}, ${isHighest ? 'highest' : 'lowest'} first`,
    checks: {
      capital: 'Only capitals',
      certainty: 'Certainly: the whole 80 % interval passes',
      evidence: 'Official figures of the city or its region only',
    },
    button: 'Find',
    startAgain: 'Start again',
    /** `north-america`: `North America`; `latin-america-and-the-caribbean`: `Latin America and the Caribbean` */
    place: (id: string) =>
      id
        .split('-')
        .map((word) => (['and', 'the'].includes(word) ? word : upperFirst(word)))
        .join(' ')
        .replace('Sub Saharan', 'Sub-Saharan')
        .replace('South Eastern', 'South-eastern'),
    found: (total: number, isCapital: boolean, places: readonly string[]) => {
      const [one, many] = isCapital ? ['capital', 'capitals'] : ['city', 'cities'];
      return `${total === 1 ? `One ${one}` : `${whole(total)} ${many}`}${places.length === 0 ? '' : ` in ${places.map(withArticle).join(', ')}`}`;
    },
    /** @param month that the weather is of */
    conclusion: (parts: readonly string[], isSure: boolean, order: string, month: string | undefined) =>
      (parts.length === 0
        ? `${upperFirst(order)}.`
        : `With ${list(parts)}${isSure ? ', for certain' : ''}; ${order}.`) +
      (month === undefined ? '' : ` The weather is that of ${month}.`),
    bound: (isLeast: boolean, value: string) => `at ${isLeast ? 'least' : 'most'} ${value}`,
    budget: (isLeast: boolean, amount: string, household: string) =>
      `at ${isLeast ? 'least' : 'most'} ${amount} a month for ${household}`,
    people: (least: number) => `at least ${whole(least)} people`,
    official: 'official figures of the city or its region',
    conditions: {
      high: (bound: string) => `a daily high of ${bound}\u00a0°C`,
      rain: (bound: string) => `${bound}\u00a0mm of rain`,
      sun: (bound: string) => `${bound} hours of sunshine`,
      station: (bound: string) => `a weather station ${bound}\u00a0km away`,
      sea: (bound: string) => `${bound}\u00a0km to the sea`,
      airport: (bound: string) => `${bound}\u00a0km to an airport`,
    },
    measure: (title: string, bound: string) => `${lowerFirst(title)} of ${bound}`,
    excluded: (count: number) =>
      ` We left out ${whole(count)} more, because they lack a figure that this needs.`,
    /** @param inFiles how many the chart and the files have, if not all */
    shown: (count: number, inFiles: number | undefined) =>
      ` These are the first ${count}${inFiles === undefined ? '' : `; the chart and the files have the first ${whole(inFiles)}`}.`,
    tooLittle: 'No city costs so little: a home of one’s own and a car are in the amounts.',
    cheapest: 'Show the cheapest',
    more: (count: number) => `Show the first ${whole(count)}`,
    each: (isOn: boolean): string => (isOn ? 'List all cities' : 'List only the first city of each country'),
    download: (formats: Html, chart: Html | undefined): Html =>
      html`Download this list as ${formats}${chart && html`, or the chart as ${chart}`}. Cost of living: New York is 100. Scores: 0 to 100. Small figures are 80 % intervals.`,
    chooseMonth: 'Choose a month: warmth, rain and sunshine are figures of a month.',
    name: 'Cities found',
    needed: (household: string | undefined): string =>
      `${upperFirst(HOUSEHOLD_WORDS[HOUSEHOLDS.find((each) => each === household) ?? 'one'])}, a month`,
    conditionTitles: CONDITION_TITLES,
    local: (percent: string) => `${percent} local`,
    scatter: 'Quality of life against cost of living of the cities found',
    scatterOf: (found: string) => `Quality of life against cost of living: ${found}`,
    scatterCaption:
      'Further right is more expensive (New York is 100), further up is better (out of 100). A dot is solid if the cost of living is based on figures of the city, its metropolitan area or its region, and hollow if it is modelled from national figures. Up to 40 cities are shown with their 80 % intervals. Names are those of cities that no other one beats in both, and of the ends of the scales.',
    scatterQuality: 'Quality of life, of 100',
    dot: (city: string, cost: number, quality: number) =>
      `${city}: cost ${tenths(cost)}, quality ${tenths(quality)}`,
  },

  country: {
    description: (country: string, cities: number, local: number) =>
      `${country}: ${counted(cities, 'city', 'cities')} with cost of living and quality of life, ${whole(local)} of them with official figures of the city or its region.`,
    coveredBy: (evidence: string, cities: number) => `${lowerFirst(evidence)} (${whole(cities)})`,
    coverage: (country: string, cities: number, parts: readonly string[]) => {
      if (cities === 0) return `We have no cities in ${withArticle(country)}.`;
      const known = `We have ${counted(cities, 'city', 'cities')} in ${withArticle(country)}.`;
      if (parts.length === 0)
        return `${known} The country has no recent price level, so there is no cost index.`;
      return `${known} ${cities === 1 ? 'Its' : 'Their'} cost index is based on: ${parts.join(', ')}.`;
    },
    capital: 'Capital',
    languages: (count: number) => `Official ${count === 1 ? 'language' : 'languages'}`,
    level: 'Price level',
    mapTitle: (country: string) => `Cost of living in ${withArticle(country)}`,
    mapNote: 'Each dot is a city. New York is 100.',
    mapAlt: (country: string) => `Map of the cities of ${withArticle(country)} by cost of living`,
    mapOf: 'Map of its cities',
    toMap: 'The map to zoom, also by quality of life',
    ranked: 'Ranked',
    citiesRanked: (country: string) => `Cities of ${withArticle(country)} ranked`,
    number: 'No.',
    cheapest: 'Cheapest',
    dearest: 'Most expensive',
    best: 'Best quality of life',
    allRanked: (count: number, byCost: string, byQuality: string): Html =>
      html`All ${whole(count)}: <a href="${byCost}">by cost of living</a>, <a href="${byQuality}">by quality of life</a>.`,
    largest: 'Largest cities',
    citiesCaption:
      'Cost of living (New York is 100) and quality of life (0 to 100), with 80 % intervals. A hollow dot is modelled.',
    cost: 'Cost',
    quality: 'Quality',
    costBasedOn: 'Cost based on',
    qualityMeasured: 'Quality measured for',
    /** @param shown how many there are in the table, if not all */
    moreCities: ({ shown, cities, name, find, ranking }: MoreCities): Html =>
      html`${shown !== undefined && `The ${shown} largest of ${whole(cities)} cities. `}<a href="${find}">Find cities of ${withArticle(name)} by cost and quality</a>, or see the <a href="${ranking}">ranking</a>.`,
    indicators: (count: number) => `Based on ${counted(count, 'national indicator')}.`,
    figures: 'Figures of the country',
    charts: (group: string, count: number) => `${categoryName(group)}: ${counted(count, 'chart')}`,
    download: (country: Html, cities: Html): Html =>
      html`Download the country as ${country}, or its cities with their figures as ${cities}.`,
  },
};

interface MoreCities {
  shown: number | undefined;
  cities: number;
  name: string;
  find: string;
  ranking: string;
}

function upperFirst(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase());
}
