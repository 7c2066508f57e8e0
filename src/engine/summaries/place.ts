import type { Static } from 'typebox';
import { CATEGORIES } from '../../release/cost-basket.ts';
import { pricesBesidePay } from '../../release/pay.ts';
import type { Budget } from '../cost/budget.ts';
import type { CostOfLiving, CountryCostOfLiving } from '../cost/cost-of-living.ts';
import { shownLevels } from '../cost/shown-levels.ts';
import type { CityDetail } from '../places/cities.ts';
import type { CountryDetail } from '../places/countries.ts';
import type { CountryQualityOfLife, QualityOfLife } from '../quality/quality-of-life.ts';
import { BUDGET_TITLES, budgetSentence, HOUSEHOLD_WORDS } from './budget-words.ts';
import { numberText } from './cells.ts';
import { citationOf } from './citation.ts';
import {
  type Column,
  estimateOf,
  factsTable,
  moneyOf,
  type Row,
  type SummaryDocument,
  type SummaryTable,
} from './document.ts';
import { costSentence, qualitySentence } from './sentences.ts';
import {
  EVIDENCE_WORDS,
  GROUP_TITLES,
  MEASURE_TITLES,
  PART_TITLES,
  SHARE_WORDS,
  scoredWords,
} from './words.ts';

export type City = Static<typeof CityDetail>;
export type Country = Static<typeof CountryDetail>;

/** Where the API answers about a place. */
export const PLACE_PATHS = {
  city: {
    place: '/cities/{city_id}',
    cost: '/data/cost-of-living/{city_id}',
    quality: '/data/quality-of-life/{city_id}',
  },
  country: {
    place: '/countries/{country_id}',
    cost: '/data/cost-of-living/countries/{country_id}',
    quality: '/data/quality-of-life/countries/{country_id}',
  },
} as const;

/** The answers of the API about a place, for the requested topics. */
export interface PlaceAnswers {
  place: City | Country;
  cost?: CostOfLiving | CountryCostOfLiving;
  quality?: QualityOfLife | CountryQualityOfLife;
}

export interface PlaceOptions {
  /** `brief`, the default, has only the first prices, and no other individual figures. */
  detail?: 'brief' | 'full';
  /** The place on the site, or its resource. */
  url?: string;
}

const BRIEF_PRICES = 6;

/** A city or a country: facts, cost of living and quality of life. */
export function placeDocument(answers: PlaceAnswers, options: PlaceOptions = {}): SummaryDocument {
  const { place, cost, quality } = answers;
  const { name, country, title } = namesOf(place);
  const sources = [...(cost?.sources ?? []), ...(quality?.sources ?? [])];
  return {
    title,
    conclusion: [
      cost?.budget && budgetSentence(name, cost.budget),
      cost && costSentence(name, country, cost),
      ...(cost?.index_notes ?? []).map(({ detail }) => detail),
      quality && qualitySentence(quality.score),
    ].filter((sentence) => typeof sentence === 'string'),
    tables: [
      { ...factsTable('place', 'Place', factsOf(place)), omitFromCsv: true },
      ...(cost ? costTables(cost, options) : []),
      ...(quality ? qualityTables(quality, options) : []),
    ],
    citation: citationOf(place.release, cost || quality ? sources : place.sources, options.url),
  };
}

/** Only the budget of a place, with what it costs there by category. */
export function budgetDocument(
  cost: CostOfLiving | CountryCostOfLiving,
  place: City | Country,
  { url }: Pick<PlaceOptions, 'url'> = {},
): SummaryDocument {
  const { name, country, title } = namesOf(place);
  const { budget } = cost;
  return {
    title,
    conclusion: [budget === null ? costSentence(name, country, cost) : budgetSentence(name, budget)],
    tables: [budgetTable(cost, 'full')],
    citation: citationOf(cost.release, cost.sources, url),
  };
}

/** The name of the place, that of its country or, for a country, its own, and both. */
function namesOf(place: City | Country) {
  const { name } = place;
  const country = isCity(place) ? place.country.name : name;
  return { name, country, title: name === country ? name : `${name}, ${country}` };
}

function isCity(place: City | Country): place is City {
  return 'geonames_id' in place;
}

function factsOf(place: City | Country): [fact: string, value: string | null | undefined][] {
  if (!isCity(place)) return countryFacts(place);
  const { region, population, agglomeration, time_zone: zone, elevation_m: elevation } = place;
  return [
    ['Id', place.id],
    ['Region', region],
    ['Capital', place.is_capital ? `of ${place.country.name}` : null],
    ['Population', population === null ? null : numberText(population)],
    [
      'Population of the agglomeration',
      agglomeration && `${numberText(agglomeration.population)} (${agglomeration.year})`,
    ],
    ['Part of the agglomeration of', place.part_of],
    ['Airports', place.iata?.join(', ')],
    ['Latitude, longitude', `${place.latitude}, ${place.longitude}`],
    ['Time zone', `${zone.id}, UTC${zone.standard_offset}`],
    ['Elevation', elevation === null ? null : `${numberText(elevation)} m`],
  ];
}

function countryFacts(country: Country): ReturnType<typeof factsOf> {
  const { population, population_year: year, area_km2: area } = country;
  const spoken = country.languages.filter(({ status }) => status !== null);
  return [
    ['Id', country.id],
    ['ISO codes', `${country.iso_alpha2}, ${country.iso_alpha3}`],
    ['Region', country.subregion ?? country.region],
    ['Capital', country.capital?.name],
    ['Population', population === null ? null : numberText(population) + (year === null ? '' : ` (${year})`)],
    ['Area', area === null ? null : `${numberText(area)} km²`],
    ['Currencies', country.currencies.map(({ code }) => code).join(', ')],
    ['Languages', spoken.map(({ name }) => name).join(', ')],
    ['Time zones', country.time_zones.join(', ')],
  ];
}

function costTables(cost: CostOfLiving | CountryCostOfLiving, { detail }: PlaceOptions): SummaryTable[] {
  const { index, budget, indicators, reference, pay } = cost;
  const prices = pricesBesidePay(cost.prices);
  const shown = detail === 'full' ? prices : prices.slice(0, BRIEF_PRICES);
  const unit = `${reference.name} = 100`;
  return [
    budgetTable({ budget }, detail),
    {
      id: 'price_levels',
      title: `Price levels (${unit}, with 80 % intervals)`,
      columns: [
        { id: 'id', title: 'Part', kind: 'text', words: PART_TITLES },
        { id: 'value', title: 'Level', kind: 'estimate' },
        { ...UNIT, dataOnly: true },
        { id: 'grain', title: 'Most local figure of', kind: 'text', words: SHARE_WORDS },
        { id: 'evidence', title: 'Evidence', kind: 'text', dataOnly: true },
        { ...PERIOD, dataOnly: true },
        { ...SOURCES, dataOnly: true },
      ],
      rows: (index === null ? [] : shownLevels(index)).map(([id, level]) => ({
        ...level,
        id,
        value: estimateOf(level),
        unit,
      })),
    },
    {
      id: 'pay_measures',
      title: 'What people earn there',
      columns: [
        { id: 'id', title: 'Measure', kind: 'text', words: MEASURE_TITLES },
        { id: 'value', title: 'Value', kind: 'estimate' },
        UNIT,
        { id: 'grain', title: 'Earnings of', kind: 'text', words: SHARE_WORDS },
        { ...PERIOD, dataOnly: true },
        { ...SOURCES, dataOnly: true },
      ],
      rows: payRows(cost, unit),
    },
    {
      id: 'pay',
      title: 'Published pay and incomes',
      columns: FIGURE_COLUMNS,
      rows: pay.map(amountRow),
    },
    {
      id: 'prices',
      title: `Observed prices${shown.length < prices.length ? ` (${shown.length} of ${prices.length})` : ''}`,
      columns: FIGURE_COLUMNS,
      rows: shown.map(amountRow),
    },
    {
      id: 'indicators',
      title: 'Other cost-of-living figures',
      columns: FIGURE_COLUMNS,
      rows: detail === 'full' ? Object.entries(indicators).map(([id, figure]) => figureOf(id, figure)) : [],
    },
  ];
}

function budgetTable({ budget }: Pick<CostOfLiving, 'budget'>, detail: PlaceOptions['detail']): SummaryTable {
  return {
    id: 'budget',
    title: `What ${budget === null ? 'a household' : HOUSEHOLD_WORDS[budget.household]} needs in a month, with 80 % intervals`,
    columns: [
      { id: 'id', title: 'For', kind: 'text', words: { ...BUDGET_TITLES, total: 'Together' } },
      { id: 'value', title: 'Amount', kind: 'money' },
      { ...UNIT, dataOnly: true },
      { id: 'evidence', title: 'Based on', kind: 'text', words: EVIDENCE_WORDS },
      { ...SOURCES, dataOnly: true },
    ],
    rows: budget === null || detail !== 'full' ? [] : budgetRows(budget),
  };
}

function budgetRows({ household, currency, total, categories }: Budget): Row[] {
  const unit = `${currency} per month, ${household}`;
  return [
    { id: 'total', value: moneyOf(total, currency), unit },
    ...CATEGORIES.map((id): Row => {
      const part = categories[id];
      return { ...part, id, value: part && moneyOf(part, currency), unit };
    }),
  ];
}

function payRows(
  { earnings, purchasing_power: power, rent_burden: burden }: CostOfLiving | CountryCostOfLiving,
  base: string,
): Row[] {
  if (earnings === null) return [];
  const { grain, period, sources } = earnings;
  const levels = [
    { id: 'earnings', level: earnings, unit: 'USD per month' },
    { id: 'purchasing_power', level: power, unit: base },
    { id: 'rent_burden', level: burden, unit: 'percent' },
  ];
  return levels.flatMap(({ id, level, unit }) =>
    level === null ? [] : [{ id, value: estimateOf(level), unit, grain, period, sources }],
  );
}

const UNIT: Column = { id: 'unit', title: 'Unit', kind: 'unit' };
const PERIOD: Column = { id: 'period', title: 'Period', kind: 'text' };
const GRAIN: Column = { id: 'grain', title: 'Grain', kind: 'text', dataOnly: true };
const SOURCES: Column = { id: 'sources', title: 'Source', kind: 'text' };
/** Tells figures apart that a source publishes by season, size or kind. */
const NOTE: Column = { id: 'note', title: 'Note', kind: 'text' };
/** The columns of published figures. */
const FIGURE_COLUMNS: readonly Column[] = [
  { id: 'id', title: 'Metric', kind: 'text', dataOnly: true },
  { id: 'title', title: 'What', kind: 'text' },
  { id: 'value', title: 'Value', kind: 'number' },
  UNIT,
  { id: 'place', title: 'Measured for', kind: 'text' },
  PERIOD,
  GRAIN,
  SOURCES,
  NOTE,
];

function qualityTables(
  { score, groups }: QualityOfLife | CountryQualityOfLife,
  { detail }: PlaceOptions,
): SummaryTable[] {
  const overall: Row = {
    id: 'overall',
    value: estimateOf(score),
    unit: POINTS,
    measured_for: scoredWords({ score: score.value, measured: score.measured }),
    grain: score.grain,
  };
  const ofGroups = Object.entries(groups);
  return [
    {
      id: 'scores',
      title: 'Quality of life (0 to 100, with 80 % intervals)',
      columns: [
        { id: 'id', title: 'Group', kind: 'text', words: GROUP_TITLES },
        { id: 'value', title: 'Score', kind: 'estimate' },
        { ...UNIT, dataOnly: true },
        { id: 'measured_for', title: 'Measured for', kind: 'text' },
        GRAIN,
        { ...SOURCES, dataOnly: true },
      ],
      rows: [overall, ...ofGroups.map(scoreOf)].filter(({ value }) => value != null),
    },
    {
      id: 'figures',
      title: 'Quality-of-life figures',
      columns: FIGURE_COLUMNS,
      rows:
        detail === 'full'
          ? ofGroups.flatMap(([, { indicators }]) =>
              Object.entries(indicators).map(([id, indicator]) => figureOf(id, indicator)),
            )
          : [],
    },
  ];
}

const POINTS = '0 to 100';
type Group = QualityOfLife['groups']['safety'];

/** Without a score, the estimate from the other groups counts. */
function scoreOf([id, group]: [string, Group]): Row {
  const { score, low, high, estimate, grain, indicators } = group;
  const sources = Object.values(indicators).flatMap((indicator) => indicator.sources);
  return {
    id,
    value: estimateOf({ value: score, low, high }) ?? estimate,
    unit: POINTS,
    measured_for: scoredWords(group),
    grain,
    sources: [...new Set(sources)].sort(),
  };
}

type Published = 'title' | 'value' | 'unit' | 'place' | 'period' | 'grain' | 'sources' | 'note';

function figureOf(id: string, figure: Readonly<Record<Published, Row[string]>>): Row {
  const { title, value, unit, place, period, grain, sources, note } = figure;
  return { id, title, value, unit, place, period, grain, sources, note };
}

/** A price, or a figure of pay, which has a unit in place of a currency if it is not money. */
function amountRow(figure: CostOfLiving['prices'][number] | CostOfLiving['pay'][number]): Row {
  const { item, amount, currency, per } = figure;
  const unit = 'unit' in figure && currency === null ? figure.unit : `${currency} per ${per}`;
  return figureOf(item, { ...figure, value: amount, unit });
}
