import {
  categoryName,
  counted,
  list,
  lowerFirst,
  methodInWords,
  unitInWords,
  whole,
  withArticle,
} from '../../engine/summaries/words.ts';
import type { Household } from '../../release/household-budgets.ts';
import { type Html, html } from '../html.ts';

/** Kinds of results of the search, as `SearchEntry` names them. */
const KINDS =
  'Cities|Comparison|Continent|Part of the world|Country|Region|Island|City|Part of a city|Page|Ranking|Guide|Endpoint|Error|Setting|Metric|Source';

const LOCAL = 'the city, its metropolitan area or its region';

/** Sentences of the front page, the map, the search and the metrics. */
export const ENGLISH_OVERVIEW = {
  front: {
    title: 'Location Data Service',
    description: (cities: number) =>
      `Cost of living and quality of life of ${whole(cities)} cities, with the source and the uncertainty of every figure.`,
    pitch: 'What a city costs, what life is like there, and who measured it.',
    lead: (cities: number, countries: number) =>
      `Cost of living and quality of life of ${whole(cities)} cities in ${whole(countries)} countries and territories. Every figure names its source, its period and the place that was measured. Every estimate has an interval.`,
    search: 'Front page',
    searchFor: (hasCities: boolean) =>
      `Search ${hasCities ? 'for a city, a country or a topic' : 'metrics, sources and guides'}`,
    example: (hasCities: boolean): string =>
      hasCities ? 'Lisbon, or Paris vs Berlin' : 'Rent, safety, licences',
    questions: {
      live: 'Where can I live on 1,500 euros a month?',
      move: 'Madrid, Zürich or Toronto with a family',
      pay: 'What 60,000 euros in Berlin are worth in New York and Singapore',
      rent: 'What a month costs in the cities of Portugal',
    },
    button: 'Search',
    getKey: 'Get an API key',
    quickstart: 'Quickstart',
    sources: (count: number): Html =>
      html`From <a href="/sources">${whole(count)} sources</a>, each with a stated licence.`,
    city: 'City',
    costIn: (city: string, country: string) => `Cost of living in ${city}, ${country}`,
    adult: 'for one adult, a month',
    between: (range: string) => `Between ${range.replace(' to ', ' and ')}. 80 % interval.`,
    rent: (amount: string, evidence: string) =>
      `${amount} of it for a home with one bedroom, from ${lowerFirst(evidence)}.`,
    allOfIt: 'All of it with its sources, and for families',
    compared: 'Every other city is compared with this one.',
    betweenLevels: (low: string, high: string): Html => html`between <b>${low}</b> and <b>${high}</b>`,
    reference: (city: string, level: number) => `${city} is ${level}. 80 % interval.`,
    asOf: (method: string, period: string) => `${method}. As of ${period}.`,
    levels: (city: string, level: number) =>
      `Price level by category, with 80 % intervals; ${city} is ${level}`,
    range: (interval: string, place: string) => `${interval}, measured for ${withArticle(place)}`,
    measured: 'measured in the city or around it',
    inCountry: 'in the country',
    price: (method: string, period: string, place: string) =>
      `${method}, ${period}, for ${withArticle(place)}.`,
    score: (low: number | null, high: number | null, scored: number, of: number) =>
      `Between ${low} and ${high}. ${scored} of ${of} groups are scored.`,
    basedOn: 'What the figures are based on',
    coverage: (local: number, all: number) =>
      `For ${whole(local)} of ${whole(all)} cities, an official body measured prices or rents in the city or its metropolitan area. The index of all others is estimated from their region, from rents that others computed, or from their country, with a wider interval.`,
    byEvidence: 'Cities by the most local evidence behind their cost index',
    evidence: 'Evidence',
    share: 'Share',
    cities: 'Cities',
    /** How a figure came about. */
    method: methodInWords,
    noIndex: 'No index: the country’s price level is unknown',
    howWell: 'How the index is estimated, and how well',
  },

  map: {
    title: (measure: string, country: string | undefined) =>
      `${measure}${country === undefined ? '' : ` in ${withArticle(country)}`}: map of cities`,
    onMap: (measure: string, country: string | undefined) =>
      `${measure}${country === undefined ? '' : ` in ${withArticle(country)}`} on the map`,
    embed: (measure: string, country: string | undefined) =>
      `Map of cities${country === undefined ? '' : ` in ${withArticle(country)}`}: ${measure}`,
    description: (cities: number, measure: string) =>
      `A map of ${counted(cities, 'city', 'cities')} by ${measure}, which shows what was measured and what was modelled.`,
    figure: 'Figure',
    all: 'all',
    prices: 'Prices',
    evidence: (onlyLocal: boolean): string =>
      onlyLocal ? 'Show all cities' : 'Only cities with figures of their own or their region',
    conclusion: (all: number, largestTown: number, share: string, isCost: boolean) =>
      `${counted(all, 'city has', 'cities have')} this figure; towns of up to ${whole(largestTown)} people are not on the map. ${share} ${levels(isCost)}`,
    onlyLocal: (local: number, all: number, isCost: boolean) =>
      `${whole(local)} of ${whole(all)} cities: those with figures of ${LOCAL}. ${levels(isCost)}`,
    noneLocal: 'None is based on figures of the city or its region: all are national.',
    // The cost of living may be based on rents that others computed from official figures of the city.
    allLocal: (isCost: boolean) =>
      `All ${isCost ? `are based on figures of ${LOCAL}` : `were measured in ${LOCAL}`}.`,
    modelled: (local: number) =>
      `${whole(local)} are based on figures of ${LOCAL}; the faint ones are modelled from national figures.`,
    /** How many cities have how much of a score from their own area. */
    shares: ({ most, some, none }: Readonly<Record<'most' | 'some' | 'none', number>>) => {
      const parts = [
        { cities: most, what: `at least half of the score was measured in ${LOCAL}` },
        {
          cities: some,
          what: most > 0 ? 'less than half' : `less than half of the score was measured in ${LOCAL}`,
        },
        { cities: none, what: 'nothing: these have their country’s figures' },
      ].filter(({ cities }) => cities > 0);
      const [only] = parts;
      if (parts.length === 1 && only !== undefined) return `For all of them, ${only.what}.`;
      return `${parts.map(({ cities, what }, index) => `${index === 0 ? 'For' : 'for'} ${whole(cities)}, ${what}`).join('; ')}.`;
    },
    byLevel: 'Cities by level',
    ranking: (path: string, formats: Html): Html =>
      html`<a href="${path}">Ranking of these cities</a>. Download the map’s data as ${formats}.`,
    level: (isCost: boolean): string => (isCost ? 'where New York is 100' : 'of 100'),
    alt: (country: string | undefined, cities: number) =>
      `${country === undefined ? 'World map' : `Map of ${withArticle(country)}`} with ${counted(cities, 'city', 'cities')}, coloured by level`,
    colours: 'Colours',
    range: (from: number | undefined, to: number | undefined) => {
      if (from === undefined) return `Under ${to}`;
      return to === undefined ? `${from} or more` : `${from} to ${to}`;
    },
    /** Where the map can be moved. */
    script: {
      hint: 'Point at a city or tap it. Wheel, pinch, + and − enlarge; drag or arrow keys move.',
      keys: 'Map: arrow keys move, plus and minus enlarge, 0 shows the world',
      enlarge: 'Enlarge',
      reduce: 'Reduce',
      world: 'Whole world',
      /** After the name of a city. */
      figure: '{value} {level}, between {low} and {high}',
      modelled: ', modelled',
      local: ', {percent} % of it local',
      national: ', national figures alone',
    },
    /** Of the dots of its card. */
    faint: 'Faint dots are modelled',
    projection: 'Equal Earth projection, which keeps the size of countries. Land and borders: Natural Earth.',
    dots: {
      local: `figures of ${LOCAL}`,
      modelled: 'modelled from national figures',
      most: `at least half of the score was measured in ${LOCAL}`,
      some: 'less than half',
      none: 'nothing: its country’s figures',
    },
    costCaption:
      'How many cities are in each class of the map, and its largest ones. The faint part of a bar is modelled.',
    scoreCaption:
      'How many cities are in each class of the map, and its largest ones. The full part of a bar has at least half of its score from the city or its region, the middle part less, the faint part nothing.',
    cities: 'Cities',
    measured: 'Measured',
    halfLocal: 'Half local',
    partlyLocal: 'Partly local',
    largest: 'Largest',
  },

  metrics: {
    description: (count: number) =>
      `The ${count} metrics of the data release: definition, unit and coverage of each.`,
    lead: 'A metric is one thing that is measured, such as a rent or an unemployment rate. The numbers count the figures in the release, over all years, by what was measured: the city itself, its metropolitan area, its region or its country.',
    metric: 'Metric',
    resources: {
      country: 'Of a country',
      cost_of_living: 'Cost of living',
      quality_of_life: 'Quality of life',
    },
    group: categoryName,
    grains: { city: 'Local', metro: 'Metropolitan', region: 'Regional', country: 'National' },
    currency: (per: string): string => (per === '' ? 'currency' : `currency per ${unitInWords(per)}`),
    about: (title: string) => `${title}: definition, unit, sources and every value.`,
    partOf: 'Part of',
    part: (resource: string, group: string) => `${resource}: ${group.replaceAll('_', ' ')}`,
    figures: 'Figures',
    count: (figures: number, grain: string) => `${whole(figures)} ${grain.toLowerCase()}`,
    none: 'none in this release',
    id: 'Id',
    scored: html`It is scored from 0 to 100 for the <a href="/guides/quality-of-life">quality of life</a>.`,
    all: 'All metrics',
    values: (count: number) => `All ${whole(count)} values`,
    order: (isLowest: boolean, isPrice: boolean) =>
      `The latest of each place and source, as published, ${isLowest ? 'the lowest' : 'the highest'} first${isPrice ? ', by what they are in US dollars' : ''}.`,
    turn: (isLowest: boolean): string => (isLowest ? 'Highest first' : 'Lowest first'),
    download: (files: Html, map: Html): Html => html`Download all of them as ${files}, or the map as ${map}.`,
    mapAlt: (title: string) => `Map of the values of ${title}`,
    name: 'Values',
    includes: (city: Html): Html => html`includes ${city}`,
    measured: (share: string) => share.replace(/^(the|its) /, ''),
    dollars: 'US dollars',
    mapNote: (unit: string) =>
      `In ${unit}. Each dot is a value; that of a region or country is at its largest city.`,
    more: (shown: number, all: number) => ` These are the ${whole(shown)} largest places of ${whole(all)}.`,
    range: (from: string | undefined, to: string | undefined) => {
      if (from === undefined) return `under ${to}`;
      return to === undefined ? `${from} or more` : `${from} to ${to}`;
    },
  },

  search: {
    title: (text: string): string => (text === '' ? 'Search' : `Search: ${text}`),
    about: 'Search places, guides, fields, errors, settings and metrics.',
    results: (text: string): string => (text === '' ? 'Search' : `Results for “${text}”`),
    start: html`Type what you are looking for in the box above, or browse the <a href="/guides">guides</a>, the <a href="/reference">API reference</a>, the <a href="/metrics">metrics</a> and the <a href="/errors">errors</a>.`,
    nothing: html`We found nothing. Check the spelling; ask for a place and what you want to know of it, such as <a href="/search?q=rent+in+Vienna">rent in Vienna</a>; <a href="/find">find cities</a> by what matters to you; or browse the <a href="/guides">guides</a>, the <a href="/metrics">metrics</a> and the <a href="/sources">sources</a>.`,
    answer: 'Best answer',
    places: 'Places',
    documentation: 'Documentation',
    cities: (isCapital: boolean, place?: string) =>
      `${isCapital ? 'Capitals' : 'Cities'} ${place === undefined ? 'of the world' : `in ${withArticle(place)}`}`,
    cheaperThan: (city: string) => `Cities cheaper than ${city}`,
    compare: (cities: readonly string[]) => `Compare ${list(cities)}`,
    eachCountry: 'One city of each country. ',
    asked: 'What you asked',
    aMonth: (amount: string) => `${amount} a month`,
    rentOf: (household: Household) =>
      ({ one: 'Rent, one bedroom', couple: 'Rent, two bedrooms', family: 'Rent, three bedrooms' })[household],
    earnings: 'Average gross pay, a month',
    warmth: (month: string) => `Daily high in ${month}`,
    aYear: (amount: string, monthly: string) => `${amount} a year, ${monthly} a month,`,
    /** Whether pay is enough, after a sentence on what a month costs. */
    enough: (pay: string, left: 'nothing' | 'unsure' | 'some', difference: string): string => {
      if (left === 'nothing') return `${pay} is about ${difference} less than that.`;
      if (left === 'some') return `${pay} leaves about ${difference}, if it is net pay.`;
      return `${pay} may be just enough or not, if it is net pay: the interval contains it.`;
    },
    nearest:
      'We have budgets of one adult, a couple, and a family of four with two children of school age: this is the nearest to your question.',
    unused: (words: string) =>
      `We did not use ${words}: we have no figures for that, or do not know the word.`,
    /** What people look for at pages, by their names in the frame. */
    pages: {
      compare: 'What a salary is worth after a relocation.',
      find: 'Cities by monthly cost, climate, safety and more.',
      match: 'Find the ids of places in a table; reconcile names with OpenRefine.',
      packages: 'Clients to install with npm, pip and R.',
      cityField: 'A city picker with autocomplete for forms of web pages.',
    } as Readonly<Record<string, string>>,
    ranking: 'Cities ranked by it.',
    fieldOf: (schema: string) => `Field of ${schema}`,
    kinds: Object.fromEntries(KINDS.split('|').map((kind) => [kind, kind])) as Readonly<
      Record<string, string>
    >,
  },
};

function levels(isCost: boolean): string {
  return isCost ? 'New York is 100.' : 'Scores go from 0 to 100.';
}
