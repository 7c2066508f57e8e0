import type { Rank } from '../../engine/catalogue/rank-pool.ts';
import type { CostOfLiving, CountryCostOfLiving } from '../../engine/cost/cost-of-living.ts';
import type { Ranking } from '../../engine/figures/ranking.ts';
import { estimateOf } from '../../engine/summaries/document.ts';
import { numbersIn } from '../../engine/summaries/numbers.ts';
import { measuredWordsIn } from '../../engine/summaries/words.ts';
import { FAR_STATION, HIGH_STATION } from '../../release/climate-records.ts';
import { MOST_BURDEN } from '../../release/pay.ts';
import type { Translation } from './english.ts';
import MESSAGES from './german.json' with { type: 'json' };
import METRIC_WORDS from './german-metrics.json' with { type: 'json' };
import NAMES from './german-names.json' with { type: 'json' };
import { basisOf, koppenTitle, METRICS, PARTS, priceName } from './german-names.ts';
import SENTENCES from './german-sentences.json' with { type: 'json' };
import { type Formats, messagesOf, wordOf } from './messages.ts';

const NUMBERS = numbersIn('de', { to: 'bis', undated: 'ohne Datum' });
const { whole, tenths, interval, money, list } = NUMBERS;

const FORMATS: Formats = {
  plurals: new Intl.PluralRules('de'),
  number: { whole, tenths, decimal: (value) => NUMBERS.decimals(value, 1) },
  text: { period: NUMBERS.period, who: wordOf(NAMES.households), koppenTitle },
  list: {
    list,
    commas: (texts) => texts.join(', '),
    semicolons: (texts) => texts.join('; '),
    quoted: (texts) => list(texts.map((text) => `„${text}“`)),
  },
};

const TEXTS = messagesOf(MESSAGES, FORMATS);
/** Of sentences that are put together here. */
const PIECES = messagesOf(SENTENCES, FORMATS);

export const GERMAN: Translation = {
  ...TEXTS,

  figures: {
    ...TEXTS.figures,
    ...NUMBERS,
    amount: ({ amount, currency, per }) => TEXTS.history.per(money(amount, currency, true), per),
    unit: wordOf(METRIC_WORDS.units),
    metric: (id, english) => METRICS[id] ?? english,
    measures: NAMES.measures,
    groups: { ...NAMES.measures, ...NAMES.groups },
    parts: PARTS,
    priceName,
    shares: NAMES.shares,
    measuredFor: measuredWordsIn({ shares: NAMES.shares, ...PIECES.measured }),
    evidence: NAMES.evidence,
  },

  budget: {
    ...TEXTS.budget,
    sentence: (name, { household, currency, total, categories: { housing } }) =>
      PIECES.budget.sentence(
        household,
        name,
        money(total.value, currency),
        NUMBERS.roughInterval(total),
        housing && money(housing.value, currency),
      ),
    households: NAMES.households,
  },

  cost: {
    ...TEXTS.cost,
    sentence: costSentence,
    unknown: (reason) => TEXTS.cost.unknown(reason?.code),
    remark: ({ code, title, categories }) =>
      PIECES.cost.remark(code, TEXTS.cost.together(title), categories.map(priceName)),
  },

  known: {
    ...TEXTS.known,
    country: (country, city) => (country === city ? PIECES.known.allOf(country) : country),
  },

  pay: { ...TEXTS.pay, withheld: ({ code }, place) => PIECES.pay.withheld(code, place, MOST_BURDEN) },

  quality: {
    ...TEXTS.quality,
    sentence: (score) => {
      const estimate = estimateOf(score);
      if (estimate === null) return PIECES.quality.none;
      return PIECES.quality.score(estimate.value, interval(estimate)) + rankSentence(score.ranking, false);
    },
    /** The only caveat of a group is about air. */
    caveatOf: (group, caveat) => PIECES.quality.air(group, caveat.includes('US Air Quality Index')),
  },

  ranks: { ...TEXTS.ranks, band, sentence: rankSentence },

  climate: {
    ...TEXTS.climate,
    note: ({ station, correction }) => {
      const { name, distance_km: distance, height_difference_m: height } = station;
      const words = PIECES.climate;
      const differences = [
        ...(distance > FAR_STATION ? [words.distance(distance)] : []),
        ...(Math.abs(height) >= HIGH_STATION ? [words.height(height > 0, Math.abs(height))] : []),
      ];
      const { by, stretch = null, distance_km: moved } = correction ?? {};
      return `${words.station(name, differences)} ${words.corrected(by, stretch !== null, moved ?? 0)}`;
    },
  },

  history: {
    ...TEXTS.history,
    basis: (note) => (note ?? '').split('; ').map(basisOf).join('; '),
  },

  /** Any other problem is a request that no link of ours sends. */
  problem: {
    ...TEXTS.problem,
    detail: ({ code, extras: { candidates = [], errors = [], retry_after: seconds } }) => {
      const words = PIECES.problem;
      if (code === 'city_not_found') return words.city(candidates.length > 0);
      if (code === 'invalid_parameter' && errors.length > 0)
        return words.parameters(errors.map(({ parameter }) => parameter));
      if (code === 'release_not_found') return words.release;
      return seconds === undefined ? undefined : words.again(seconds);
    },
  },
};

function costSentence(name: string, country: string, cost: CostOfLiving | CountryCostOfLiving): string {
  const { index, index_reason: reason, evidence, reference } = cost;
  const words = PIECES.cost;
  if (index === null || evidence === null) return words.none(name, TEXTS.cost.unknown(reason?.code));
  const { overall } = index;
  if (overall.low === overall.high) return words.base(name, overall.value);
  const ranking = 'ranking' in cost ? cost.ranking : null;
  const level = words.level(name, overall.value, reference.name, interval(overall));
  return `${level}${rankSentence(ranking, true)} ${words.evidence(evidence, name, country)}`;
}

function rankSentence(ranking: Ranking, isCost: boolean): string {
  return ranking === null ? '' : PIECES.ranks.rank(ranking.among, ranking.of, band(ranking, isCost));
}

function band({ band: named, first, last }: Rank, isCost: boolean): string {
  if (named !== null) return (isCost ? NAMES.costBands : NAMES.scoreBands)[named];
  return PIECES.ranks.alike(last - first);
}
