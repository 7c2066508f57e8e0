import { COVERED } from '../../engine/cost/budget.ts';
import type { IndexNote } from '../../engine/cost/index-notes.ts';
import type { Ranking } from '../../engine/figures/ranking.ts';
import type { Problem } from '../../engine/problems.ts';
import type { Climate } from '../../engine/quality/climate.ts';
import {
  BUDGET_TITLES,
  budgetSentence,
  HOMES,
  HOUSEHOLD_WORDS,
} from '../../engine/summaries/budget-words.ts';
import { bandWords, rankSentence } from '../../engine/summaries/ranks.ts';
import {
  betterSentence,
  costSentence,
  priceDifferenceSentence,
  qualitySentence,
} from '../../engine/summaries/sentences.ts';
import {
  amountInWords,
  CONDITION_TITLES,
  categoryName,
  EVIDENCE_WORDS,
  GROUP_TITLES,
  lowerFirst,
  MEASURE_TITLES,
  methodInWords,
  NUMBERS,
  PART_TITLES,
  periodInWords,
  priceName,
  REFRESH_WORDS,
  refreshInWords,
  SHARE_WORDS,
  scoredWords,
  termsInWords,
  unitInWords,
  wholeCountry,
  withArticle,
} from '../../engine/summaries/words.ts';
import { BUILD_STEPS, type BuildStep } from '../../release/build-progress.ts';
import type { Category } from '../../release/cost-basket.ts';
import type { Grain } from '../../release/grain.ts';
import { describeChange } from '../../release/moved.ts';
import ALL from './english.json' with { type: 'json' };
import CHOICES from './english-choices.json' with { type: 'json' };
import OVERVIEW from './english-overview.json' with { type: 'json' };
import PAGES from './english-pages.json' with { type: 'json' };
import SERVICE from './english-service.json' with { type: 'json' };
import { type Formats, messagesOf, wordOf } from './messages.ts';

const FORMATS: Formats = {
  plurals: new Intl.PluralRules('en'),
  number: {
    whole: NUMBERS.whole,
    tenths: NUMBERS.tenths,
    millions: (value) => (value / 1e6).toFixed(1),
  },
  text: {
    the: withArticle,
    lowerFirst,
    upperFirst,
    lowerCase: (text) => text.toLowerCase(),
    /** `price_levels`: `Price levels`, `price levels` */
    title: categoryName,
    words: (id) => id.replaceAll('_', ' '),
    period: periodInWords,
    unit: unitInWords,
    who: wordOf(HOUSEHOLD_WORDS),
    /** `its region`: `region` */
    bare: (share) => share.replace(/^(the|its) /, ''),
    beforeColon: (text) => text.split(':', 1)[0] ?? '',
    unended: (sentence) => sentence.replace(/\.$/, ''),
  },
  list: {
    list: NUMBERS.list,
    commas: (texts) => texts.join(', '),
    semicolons: (texts) => texts.join('; '),
    places: (names) => names.map(withArticle).join(', '),
  },
};

const TEXTS = messagesOf({ ...ALL, ...OVERVIEW, ...PAGES, ...SERVICE }, FORMATS);

type Choice = { label: string; any?: string; answers: Readonly<Record<string, string>> };

/**
 * Every sentence of the site in English: the texts of its catalogues, and what is computed. Sentences about figures are those of the
 * engine, which documents and commands have, too. Guides, the OpenAPI document and details of problems are in English; pages quote
 * them (`quoted.ts`).
 */
export const ENGLISH = {
  ...TEXTS,

  /** Figures, periods and names in words. */
  figures: {
    ...TEXTS.figures,
    ...NUMBERS,
    amount: amountInWords,
    unit: unitInWords,
    /** @param english its title in the release, which an operator’s own metric keeps */
    metric: (_id: string, english: string) => english,
    measures: MEASURE_TITLES,
    groups: GROUP_TITLES,
    parts: PART_TITLES,
    priceName,
    shares: SHARE_WORDS,
    measuredFor: scoredWords,
    evidence: EVIDENCE_WORDS,
  },

  budget: {
    ...TEXTS.budget,
    sentence: budgetSentence,
    households: HOUSEHOLD_WORDS,
    titles: BUDGET_TITLES,
    homes: HOMES,
    covered: COVERED as Readonly<Record<Category, string>>,
  },

  cost: {
    ...TEXTS.cost,
    sentence: costSentence,
    unknown: (reason: { code: string; detail: string } | null) => TEXTS.cost.unknown(reason?.detail),
    remark: (note: IndexNote) => note.detail,
  },

  known: {
    ...TEXTS.known,
    country: wholeCountry,
    part: (count: number, grain: Grain, city: string, country: string) =>
      TEXTS.known.part(count, grain, city, wholeCountry(country, city)),
  },

  pay: {
    ...TEXTS.pay,
    withheld: (reason: { code: string; detail: string }, _place: string) => reason.detail,
  },

  quality: { ...TEXTS.quality, sentence: qualitySentence },

  /** A sentence has a space before it, and is empty without a rank. */
  ranks: { ...TEXTS.ranks, band: bandWords, sentence: rankSentence },

  climate: {
    ...TEXTS.climate,
    /** Of normals whose station is far from the city. */
    note: ({ note }: Climate['normals'][string]) => note ?? '',
  },

  history: { ...TEXTS.history, basis: (note: string | null) => note ?? '' },

  compare: { ...TEXTS.compare, dearer: priceDifferenceSentence, better: betterSentence },

  rankings: {
    ...TEXTS.rankings,
    pool: (ranking: Ranking, isCost: boolean) => TEXTS.rankings.pool(rankSentence(ranking, isCost)),
  },

  find: {
    ...TEXTS.find,
    /** By parameter, with its answers; `any` asks for nothing, where that is one. */
    choices: CHOICES as Readonly<Record<keyof typeof CHOICES, Choice>>,
    /** `north-america`: `North America`; `latin-america-and-the-caribbean`: `Latin America and the Caribbean` */
    place: (id: string) =>
      id
        .split('-')
        .map((word) => (['and', 'the'].includes(word) ? word : upperFirst(word)))
        .join(' ')
        .replace('Sub Saharan', 'Sub-Saharan')
        .replace('South Eastern', 'South-eastern'),
    conditionTitles: CONDITION_TITLES,
  },

  /** How a figure came about. */
  front: { ...TEXTS.front, method: methodInWords },

  /** How it is refreshed is undefined if the operator who added the source did not say. */
  sources: {
    ...TEXTS.sources,
    refresh: REFRESH_WORDS,
    howRefreshed: refreshInWords,
    stated: termsInWords,
  },

  releases: { ...TEXTS.releases, changed: describeChange },

  /** Instead of a page. */
  problem: {
    ...TEXTS.problem,
    /** What a translation says instead of the detail of problem documents; undefined where it quotes it. */
    detail: (_problem: Problem): string | undefined => undefined,
  },

  preparing: { ...TEXTS.preparing, step: (step: BuildStep) => BUILD_STEPS[step].title },
};

export type Messages = typeof ENGLISH;

/** Kinds of pages that a translation may leave in English. One that all have is marked as `translated: 'all'` in the page table. */
type Optional = keyof typeof OVERVIEW | keyof typeof PAGES | keyof typeof SERVICE;

export type Translation = Omit<Messages, Optional> & Partial<Pick<Messages, Optional>>;

function upperFirst(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase());
}
