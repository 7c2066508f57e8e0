import type { Example } from '../../../src/dashboard/interface.ts';

/** What the page shows of the answers of the API; they hold much more. */
export interface CostOfLiving {
  city: { id: string; name: string; country: { name: string } };
  reference: { id: string; name: string; value: number };
  index: Record<string, Estimate | undefined>;
  weights: Record<string, number>;
  prices: Price[];
  sources: Source[];
}

export interface Estimate {
  value: number;
  low: number;
  high: number;
  evidence: string;
  period: string;
  grain: string;
  method: string;
  sources: string[];
}

export interface Price {
  item: string;
  title: string;
  amount: number;
  currency: string;
  per: string;
  period: string;
  grain: string;
  place: string;
  method: string;
  sources: string[];
}

export interface QualityOfLife {
  score: {
    value: number | null;
    coverage: { scored: number; of: number };
    ranking: { among: string; rank: number; of: number } | null;
  };
  sources: Source[];
}

export interface Source {
  id: string;
  publisher: string;
  title: string;
  url: string;
  licence: string;
}

export interface Answers {
  cities: Example['cities'];
  /** Path below the API's address. */
  path: string;
  cost: CostOfLiving;
  quality: QualityOfLife | undefined;
}

/** The two answers by the paths that give them. */
export function answersIn({ cities, answers }: Example): Answers {
  const cost = answers.find(({ path }) => path.includes('cost-of-living'));
  const quality = answers.find(({ path }) => path.includes('quality-of-life'));
  if (cost === undefined) throw new Error('the example has no cost of living');
  return {
    cities,
    path: cost.path.replace(/^.*?(?=\/data\/)/, ''),
    cost: cost.body as CostOfLiving,
    quality: quality?.body as QualityOfLife | undefined,
  };
}
