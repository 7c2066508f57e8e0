import type { City } from '../../engine/catalogue/place.ts';
import type { Difference } from '../../engine/summaries/document.ts';
import { betterSentence, priceDifferenceSentence } from '../../engine/summaries/sentences.ts';
import { ENUMERATION } from '../../engine/summaries/words.ts';
import { differenceScale } from '../explorer/interval-marks.ts';
import type { Axis, Card, Panel } from './card.ts';
import { pointOf } from './place-cards.ts';

/** What a card says of a comparison: the second city against the first. */
export interface Differences {
  /** All compared cities, the first of which the others are compared with. */
  cities: readonly City[];
  /** Their names, which people can tell apart. */
  names: readonly string[];
  cost: Difference | null;
  quality: Difference | null;
}

const FEW = 4;
/** Differences of almost all pairs of cities are within this reach, in per cent and in points. */
const REACH = { cost: 100, quality: 40 };

export function differenceCard({ cities, names, cost, quality }: Differences): Card {
  const [first = '', second = ''] = names;
  const more = names.length > FEW ? [...names.slice(0, FEW - 1), `${names.length - FEW + 1} more`] : names;
  return {
    title: ENUMERATION.format(more),
    subtitle: `${second} against ${first}`,
    points: cities.map(pointOf),
    panels: [
      panel(
        cost,
        axis('Prices', 'difference in %', REACH.cost),
        priceDifferenceSentence([second, first], cost),
      ),
      panel(
        quality,
        axis('Quality of life', 'difference in points of 100', REACH.quality),
        betterSentence([second, first], quality),
      ),
    ],
  };
}

function axis(title: string, unit: string, reach: number): Axis {
  return {
    title,
    unit,
    signed: true,
    scale: differenceScale([{ value: 0, low: -reach, high: reach }]),
    ticks: [-reach, -reach / 2, 0, reach / 2, reach],
  };
}

/** A hollow dot: the two cannot be told apart. */
function panel(figure: Difference | null, axis: Axis, note: string): Panel {
  return { axis, figure, hollow: figure !== null && !figure.significant, note };
}
