import type { Grain } from '../../release/grain.ts';
import { type Html, html } from '../html.ts';
import type { Messages } from '../languages/english.ts';

const [WIDTH, HEIGHT] = [48, 10];
/** Keeps the sign in the line of its number. */
export const NO_BREAK_PERCENT = '\u00a0%';

interface Scored {
  score: number | null;
  /** The share of its weight that was measured for each kind of place. */
  measured: Readonly<Record<Grain, number>>;
}

/** What a score was measured for, the same on every page: a bar of its weight, with the shares in words. */
export function evidenceBadge(scored: Scored, { figures }: Messages): Html {
  return html`<span class="evidence">${evidenceBar(scored)} ${figures.measuredFor(scored).replaceAll(' %', NO_BREAK_PERCENT)}</span>`;
}

/** The bar is full for the city and its metropolitan area, pale for its region, and empty for its country and for estimates. */
export function evidenceBar({ score, measured: { city, metro, region } }: Scored): Html {
  const [here, around] = score === null ? [0, 0] : [WIDTH * (city + metro), WIDTH * region];
  const part = (className: string, from: number, width: number) =>
    width > 0 &&
    html`<rect class="${className}" x="${tenth(from)}" width="${tenth(width)}" height="${HEIGHT}"/>`;
  return html`<svg class="shares" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true"><rect class="rest" x=".5" y=".5" width="${WIDTH - 1}" height="${HEIGHT - 1}"/>${part('here', 0, here)}${part('around', here, around)}</svg>`;
}

function tenth(length: number): number {
  return Math.round(length * 10) / 10;
}
