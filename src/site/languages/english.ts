import { COVERED } from '../../engine/cost/budget.ts';
import type { IndexNote } from '../../engine/cost/index-notes.ts';
import type { Climate } from '../../engine/quality/climate.ts';
import {
  BUDGET_TITLES,
  budgetSentence,
  HOMES,
  HOUSEHOLD_WORDS,
} from '../../engine/summaries/budget-words.ts';
import { bandWords, rankSentence } from '../../engine/summaries/ranks.ts';
import { costSentence, qualitySentence } from '../../engine/summaries/sentences.ts';
import {
  amountInWords,
  counted,
  EVIDENCE_WORDS,
  GROUP_TITLES,
  list,
  lowerFirst,
  MEASURE_TITLES,
  NUMBERS,
  PART_TITLES,
  periodInWords,
  priceName,
  SHARE_WORDS,
  scoredWords,
  tenths,
  unitInWords,
  whole,
  wholeCountry,
  withArticle,
} from '../../engine/summaries/words.ts';
import type { Category } from '../../release/cost-basket.ts';
import type { Grain } from '../../release/grain.ts';
import type { Household } from '../../release/household-budgets.ts';
import type { MeasureId } from '../../release/measures.ts';
import { type Html, html } from '../html.ts';
import { ENGLISH_PAGES } from './english-pages.ts';

/**
 * Every sentence of the site in English: a text, or a function of what is in it. A translation is an object of the type
 * `Translation`, so that one with a missing message does not compile. Sentences about figures are those of the engine, which
 * documents and commands have, too. Guides, the OpenAPI document and details of problems are in English; pages quote them (`quoted.ts`).
 */
export const ENGLISH = {
  ...ENGLISH_PAGES,

  /** As in `<html lang>`. */
  language: 'en',

  frame: {
    skip: 'Skip to content',
    menu: 'Menu',
    main: 'Main',
    more: 'More',
    apiKeys: 'API keys',
    searchFor: (hasPlaces: boolean) =>
      `Search ${hasPlaces ? 'places and documentation' : 'the documentation'}`,
    searchHint: (hasPlaces: boolean): string =>
      hasPlaces ? 'City, country or topic' : 'Metric, source or topic',
    suggestions: 'Suggestions',
    release: (version: string | undefined) =>
      version === undefined ? 'The data release is being prepared' : `Data release ${version}`,
    permanent: (version: string) => `Permanent link to this page with release ${version}`,
    earlier: (version: string, current: string) =>
      `This page shows data release ${version}. The current one is ${current}.`,
    toCurrent: 'Show the current figures',
    mapAlt: 'World map of cities, coloured by cost of living',
    copy: 'Copy',
    copied: 'Copied',
    contents: 'On this page',
    languages: 'Language',
    countriesIn: (language: string) => `Names of countries in: ${language}.`,
    countriesInEnglish: 'Show them in English',
    links: {
      map: 'Map',
      compare: 'Compare',
      find: 'Find',
      rankings: 'Rankings',
      guides: 'Guides',
      reference: 'API reference',
      sources: 'Sources and licences',
      match: 'Match a list',
      packages: 'Packages',
      cityField: 'City field',
      metrics: 'Metrics',
      method: 'Method',
      errors: 'Errors',
      releases: 'Releases',
      status: 'Status',
      foundKey: 'Found a key?',
      privacy: 'Privacy',
      terms: 'Terms',
      contact: 'Contact',
      sourceCode: 'Source code',
      serviceStatus: 'Service status',
    },
  },

  /** Figures, periods and names in words. */
  figures: {
    ...NUMBERS,
    amount: amountInWords,
    unit: unitInWords,
    /** @param english its title in the release, which an operator’s own metric keeps */
    metric: (_id: string, english: string) => english,
    measures: MEASURE_TITLES,
    groups: GROUP_TITLES,
    parts: PART_TITLES,
    priceName,
    /** Of a measure or a category, within a sentence. */
    inSentence: (title: string) => title.toLowerCase(),
    shares: SHARE_WORDS,
    measuredFor: scoredWords,
    evidence: EVIDENCE_WORDS,
    chart: 'Chart',
    axis: (title: string) => `Axis: ${title}`,
    interval80: '80 % interval',
    basedOn: 'Based on',
    measured: 'Measured for',
    place: 'Place',
    time: 'Period',
    source: 'Source',
    value: 'Value',
    inUnit: 'Unit',
    sum: 'Amount',
    wrong: 'Wrong figure?',
    notKnown: 'not known',
    byDefinition: 'by definition',
  },

  place: {
    population: 'Population',
    widerArea: 'probably of a wider area',
    agglomeration: 'Urban agglomeration',
    ofHundred: (range: string) => `${range} of 100`,
    airports: (count: number): string => (count === 1 ? 'Airport' : 'Airports'),
    timeZone: 'Time zone',
    elevation: 'Elevation',
    nearby: 'Nearby',
    compare: 'compare',
  },

  budget: {
    sentence: budgetSentence,
    title: (household: Household) => `What ${HOUSEHOLD_WORDS[household]} needs in a month`,
    households: HOUSEHOLD_WORDS,
    household: 'Household',
    name: 'Monthly budget',
    for: 'For',
    perMonth: (currency: string) => `${currency} a month`,
    together: 'Together',
    tooUncertain: 'too uncertain',
    titles: BUDGET_TITLES,
    homes: HOMES,
    covered: COVERED as Readonly<Record<Category, string>>,
    basket: (name: string) =>
      `The same basket everywhere: what an average American household buys, at the prices of ${withArticle(name)}, without income tax, and a home rented now on the market.`,
    notTheIndex:
      'Rent weighs more in it than in the price level below, so the two can disagree on which city costs more.',
    notHabits:
      'It is not what people there buy: habits differ most in transport (a car is in it), health care and education. Alcohol, tobacco, insurance and care for children are not in it.',
    method: 'How we compute it',
    /** What a statistical office counts as enough there, by item of `prices`. */
    official: {
      official_family_budget: 'own budget for a modest family of four',
      poverty_line: 'poverty line of one person',
    } as Readonly<Record<string, string>>,
    officially: (publisher: string, what: string, amount: string) =>
      `${publisher}’s ${what}: about ${amount}`,
    currency: 'Currency',
    show: 'Show in this currency',
    rate: (period: string) => `Rate of ${periodInWords(period)}`,
  },

  cost: {
    sentence: costSentence,
    title: 'Cost of living',
    unknown: (reason: { code: string; detail: string } | null) =>
      reason?.detail ?? 'No source has a price level.',
    newYork: 'New York is 100.',
    axis: 'New York is 100',
    extremes: (most: string, highest: number, least: string, lowest: number) =>
      ` Most expensive: ${most} (${tenths(highest)}); cheapest: ${least} (${tenths(lowest)}).`,
    name: 'Price levels',
    category: 'Category',
    level: 'Level',
    caption: (country: string) =>
      `The dot is the estimate: solid if it is based on a local or regional figure, hollow if on a national one. The line is the 80 % interval, and the grey mark the level of ${withArticle(country)} as a whole. Logarithmic scale.`,
    remark: (note: IndexNote) => note.detail,
    /** Categories that are one figure: `Goods`. */
    together: (title: string) => title,
    nationalFigure: (country: string) => `${country}’s figure`,
    withheld: (names: readonly string[], factor: number) =>
      `Not shown: ${list(names)}. ${names.length === 1 ? 'Its 80 % interval spans' : 'Their 80 % intervals span'} more than a factor of ${factor}, which says too little; the overall level counts them.`,
    compareTitle: 'Compare with another place',
    otherPlace: 'Place',
    example: 'Berlin, Germany',
    amount: 'Amount',
    pay: (currency: string) => `Your net pay, in ${currency}`,
    compare: 'Compare',
    chartTitle: (name: string) => `Price levels in ${withArticle(name)}`,
  },

  /** What the figures of a city rest on. */
  known: {
    itself: (city: string) => `${city} itself`,
    country: wholeCountry,
    part: (count: number, grain: Grain, city: string, country: string) => {
      const number = count === 0 ? 'none' : whole(count);
      if (grain === 'city') return `${number} are of ${withArticle(city)} itself`;
      if (grain === 'country') return `${number} of ${wholeCountry(country, city)}`;
      return `${number} of ${SHARE_WORDS[grain]}`;
    },
    sentence: (total: number, parts: readonly string[]) =>
      `Of ${counted(total, 'published figure')}, ${list(parts)}.`,
    which: 'Which are which',
    title: (city: string) => `What is known of ${city} itself`,
    name: 'Figures by what they were measured for',
    figures: 'Figures',
    those: 'Which',
    named: (titles: readonly string[], more: number) =>
      titles.length === 0 ? 'none' : titles.join(', ') + (more > 0 ? `, and ${whole(more)} more` : ''),
    asOf: (parts: readonly string[]) => `As of: ${parts.join('; ')}.`,
    rents: (periods: string) => `rents of ${periods}`,
    levels: (periods: string) => `national price levels of ${periods}, carried forward with inflation`,
    rates: (period: string) => `exchange rates up to ${period}`,
    lodging: (level: number, amount: string, title: string, country: string | undefined) =>
      `Housing is ${tenths(level)} where New York is 100, beside ${amount} for a night (${title}): these don’t contradict each other. The level is of the homes that residents rent. The allowance is the most that a government pays its travellers for a hotel of international standard${country === undefined ? '' : `, one amount for all places of ${withArticle(country)} that have none of their own`}; the cost index doesn’t use it.`,
  },

  pay: {
    title: 'What people earn there',
    earnings: (place: string, amount: string, period: string, range: string) =>
      `In ${withArticle(place)}, employees earn ${amount} on average, before tax (${period}; 80 % interval ${range}).`,
    noneLocal: (city: string) => ` No comparable figure is published for ${city} itself.`,
    belowMinimum:
      ' That is less than the minimum wage, because it also counts work for which nobody enforces one.',
    power: 'Purchasing power of earnings',
    rent: 'Rent of one bedroom',
    ofEarnings: (percent: number) => `${tenths(percent)} % of earnings`,
    rentAndPay: (rent: string, pay: string, isMoved: boolean) =>
      `${rent} a month without utilities, of ${pay}${isMoved ? ', the country’s pay at the city’s prices' : ''}`,
    withheld: (reason: { code: string; detail: string }, _place: string) => reason.detail,
    name: 'Published pay',
    caption: 'As published, the most local figures first. Kinds differ: compare figures of one kind only.',
    pay: 'Pay',
    what: 'What it is',
    kind: (statistic: string | null, tax: string, covers: string) =>
      `${statistic === null ? 'Set by law' : statistic === 'mean' ? 'Mean' : 'Median'}, ${tax === 'gross' ? 'before tax' : 'after tax'}: ${covers}`,
  },

  prices: {
    title: 'Observed prices',
    lead: 'As published. Definitions differ, so compare figures of the same publisher only.',
    price: 'Price',
  },

  quality: {
    sentence: qualitySentence,
    title: 'Quality of life',
    chartTitle: (name: string) => `Quality of life in ${withArticle(name)}`,
    chartNote: 'The line is the 80 % interval. A hollow dot is based only on national figures, or estimated.',
    axis: 'Points out of 100',
    national: (city: string) =>
      `A score based on national figures alone doesn’t say how ${city} differs from other cities in its country.`,
    name: 'Scores',
    caption:
      'Scores from 0 to 100 with 80 % intervals. A hollow dot is based only on national figures, or estimated.',
    legend:
      'In the bar of a score, the full part was measured in the city or its metropolitan area, the pale part in its region; the rest is its country’s, or estimated.',
    group: 'Group',
    score: 'Score',
    weight: 'Weight',
    caveatInShort: (caveat: string) => caveat.split(':', 1)[0] ?? '',
    caveatOf: (group: string, caveat: string) => `${group}: ${lowerFirst(caveat)}`,
    figures: (group: string, count: number) => `${group}: ${counted(count, 'figure')}`,
    figuresOf: (group: string) => `Figures of ${lowerFirst(group)}`,
    figure: 'Figure',
  },

  ranks: {
    partOf: (city: string, path: string): Html =>
      html`${city} is part of an urban agglomeration, which is ranked by its main city: <a href="${path}">see its ranks</a>.`,
    title: 'World ranks',
    caption:
      'Among urban agglomerations with at least 100,000 people; a smaller city as if it were one of them. Cities whose 80 % intervals overlap cannot be told apart.',
    measure: 'Measure',
    rank: 'Rank',
    of: 'Of',
    inTheWorld: 'In the world',
    possible: 'Possible ranks',
    percentile: 'Percentile',
    band: bandWords,
    /** With a space before it; empty without a rank. */
    sentence: rankSentence,
    range: (first: number, last: number) => `${whole(first)} to ${whole(last)}`,
  },

  climate: {
    title: 'Climate',
    chartTitle: (name: string) => `Climate of ${withArticle(name)} by month`,
    koppen: ({ class: symbol, title }: NonNullable<Climate['koppen']>) =>
      `Köppen class ${symbol}: ${title}. `,
    stations: (city: string, stations: readonly string[]) =>
      `From the weather stations nearest to ${city}: ${stations.join(', ')}.`,
    noStation: (city: string) =>
      `No weather station is near enough to say what the months of ${city} are like.`,
    far: (city: string) => `No weather station near ${city} at about its height has all of these figures:`,
    /** Of normals whose station is far from the city. */
    note: ({ note }: Climate['normals'][string]) => note ?? '',
    name: 'Climate by month',
    normals: 'Normals',
    year: 'Year',
    element: (_id: string, english: string) => english,
    inShort: (element: string) => element.replace(/^temperature_.*/, 'temperatures').replaceAll('_', ' '),
    zeroToHundred: '0 to 100',
    highAndLow: 'Mean daily high and low',
    rain: 'Rain and melted snow',
    sun: 'Bright sunshine',
    range: (least: number, when: string, most: number, then: string) =>
      `from ${whole(least)} in ${when} to ${whole(most)} in ${then}`,
    highsAndLows: (highs: string, lows: string) => `highs ${highs}, lows ${lows}`,
  },

  similar: {
    title: 'Similar cities',
    lead: (among: number, people: number) =>
      `Cities with the most similar prices and quality of life, out of ${whole(among)} with at least ${whole(people)} inhabitants and price levels based on official figures.`,
    caption:
      'A distance of 0 means alike in every part. Differences are in spreads (standard deviations among cities). Uncertainty adds to the distance.',
    city: 'City',
    distance: 'Distance',
    uncertain: 'Uncertain share',
    alike: 'Most alike',
    different: 'Most different',
    /** `housing more expensive (0.8)`. */
    difference: (measure: MeasureId, isCost: boolean, by: number) =>
      `${MEASURE_TITLES[measure].toLowerCase()} ${by > 0 ? (isCost ? 'more expensive' : 'better') : isCost ? 'cheaper' : 'worse'} (${tenths(Math.abs(by))})`,
  },

  history: {
    title: 'Over time',
    chartTitle: (name: string) => `${name} over time`,
    chartNote: (shown: number, all: number) =>
      `${all > shown ? `The first ${shown} of ${all} series. ` : ''}Figures with at least three periods, as published; the band is the 80 % interval of our estimate, and vertical lines are those of figures whose publisher states an error.`,
    lead: (city: string) =>
      `Figures for ${city} with at least three periods: our estimate of its price level in each year, with New York as 100, and figures as published. Each chart runs from its lowest to its highest figure.`,
    ofCountry: (country: string) => `Figures of ${withArticle(country)} over time`,
    band: 'the band is the 80 % interval',
    basis: (note: string | null) => note ?? '',
    /** `Rose from 1,150 (2021) to 1,350 (2023).` */
    conclusion: (change: number, from: string, first: string, to: string, last: string) =>
      change === 0
        ? `${from} in ${first} and in ${last}.`
        : `${change > 0 ? 'Rose' : 'Fell'} from ${from} (${first}) to ${to} (${last}).`,
    figures: 'Figures',
    of: (title: string) => `of: ${title}`,
    byPeriod: (title: string) => `${title} by period`,
    per: (unit: string, per: string) => `${unit} per ${unitInWords(per)}`,
  },

  use: {
    title: 'Cite and use',
    release: (version: string, day: string) => `Location Data Service, data release ${version} of ${day}`,
    citation: (version: string, city: string, address: string) =>
      `Location Data Service, data release ${version}: ${city}, ${address}.`,
    sources: (count: number): Html =>
      html`The cost of living uses ${counted(count, 'source')}; see their <a href="/sources">licences and attribution</a>.`,
    download: (formats: Html, charts: Html): Html =>
      html`Download this page as ${formats}, or its price levels as a chart (${charts}), or get the same figures from the API with <a href="/keys">your key</a>:`,
  },

  /** The form “Wrong figure?”. */
  report: {
    about: 'Tell the operator of this service that a figure is wrong.',
    lead: 'Say what is wrong, and how you know: a page of the publisher helps most. It reaches the operator of this service.',
    value: 'Value shown',
    release: 'Data release',
    what: 'What is wrong?',
    send: 'Send',
    privacy:
      'We keep what you send and the time, and nothing about you. If you want an answer, write how to reach you.',
    thanks: 'Thank you',
    received: 'Your report has been received.',
    next: 'The operator of this service reads it; figures change with the next data release.',
    continue: html`Go to the <a href="/">front page</a> or see <a href="/releases">what changed in each release</a>.`,
  },

  /** The preview image of shared links. */
  card: {
    lines: 'Lines are 80 % intervals',
    basedOn: (evidence: string) => `Based on ${lowerFirst(evidence)}.`,
    measured: (all: number, local: number, regional: number) =>
      `Of ${whole(all)} indicators, ${whole(local)} were measured in the city, ${whole(regional)} in its region and ${whole(all - local - regional)} for the whole country.`,
    noIndicators: 'No source has indicators.',
  },

  /** The page on other sites, and in its frame there. */
  embed: {
    title: 'Embed this',
    city: (name: string) => `${name}: cost of living and quality of life`,
    copy: (version: string) =>
      `Copy this line into a page of yours. It names data release ${version}, needs no script and sets no cookie.`,
    pictures: 'Pictures',
    picture: (title: string, formats: Html): Html => html`${title} as ${formats}`,
    card: 'Card',
    how: 'How to embed',
    caption: 'Price levels with their 80 % intervals. A hollow dot is modelled from national figures.',
    quality: (value: number, range: string) =>
      `Quality of life: ${tenths(value)} of 100 (80 % interval: ${range}).`,
    source: (page: string, version: string, day: string): Html =>
      html`Source: <a href="${page}">Location Data Service</a>, data release <a href="/releases/${version}">${version}</a> of ${day}, with the <a href="/sources">publishers of its figures</a>`,
    /** @param made the release with which the page around the frame was written; undefined if it is no version */
    otherRelease: (made: string | undefined, current: string) =>
      `This page was made with ${made === undefined ? 'another data release' : `data release ${made}`}. The figures here are those of data release ${current}, the current one.`,
  },
};

export type Messages = typeof ENGLISH;

/** A language: everything but the kinds of pages that it may leave in English. */
export type Translation = Omit<Messages, keyof typeof ENGLISH_PAGES> & Partial<typeof ENGLISH_PAGES>;
