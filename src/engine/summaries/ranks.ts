import type { Band, Rank } from '../catalogue/rank-pool.ts';
import type { Ranking } from '../figures/ranking.ts';
import NAMES from '../names.json' with { type: 'json' };
import { numberText } from './cells.ts';

const SCORE_BANDS: Record<Band, string> = NAMES.score_bands;

const COST_BANDS: Record<Band, string> = NAMES.cost_bands;

/** `top tenth`, or `cannot be told apart from 811 others` if the possible ranks are too far apart for a band. */
export function bandWords({ band, first, last }: Rank, isCost: boolean): string {
  if (band !== null) return (isCost ? COST_BANDS : SCORE_BANDS)[band];
  return `cannot be told apart from ${numberText(last - first)} others`;
}

/** ` It is in the top quarter of 4,444 cities.`; empty without a rank. */
export function rankSentence(ranking: Ranking, isCost: boolean): string {
  if (ranking === null) return '';
  const of = `${numberText(ranking.of)} ${ranking.among}`;
  const words = bandWords(ranking, isCost);
  return ranking.band === null ? ` Among ${of}, it ${words}.` : ` It is in the ${words} of ${of}.`;
}
