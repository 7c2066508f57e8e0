import assert from 'node:assert/strict';
import { readCostInputs } from '../../../src/dataset/building/build/release-cost-inputs.ts';
import { estimateCostIndex } from '../../../src/dataset/building/estimates/cost-index.ts';
import {
  type CityCost,
  type CostEstimates,
  type CountryCost,
  isKnown,
  type NoEstimate,
} from '../../../src/release/cost-estimates.ts';
import { DATA_DIRECTORY } from '../directories.ts';

/** The inputs committed under data/. */
export const inputs = readCostInputs(DATA_DIRECTORY);

let estimated: CostEstimates | undefined;

/** The estimates made from them, for the test files of a process that need any: making them takes ten seconds. */
export function committedEstimates(): CostEstimates {
  estimated ??= estimateCostIndex(inputs);
  return estimated;
}

export function cityCost(id: string): CityCost {
  const cost = committedEstimates().cities.get(`city/${id}`);
  assert(isKnown(cost), `${id} has no estimate: ${JSON.stringify(cost)}`);
  return cost;
}

export function countryCost(id: string): CountryCost {
  const cost = committedEstimates().countries.get(`country/${id}`);
  assert(isKnown(cost), `${id} has no estimate: ${JSON.stringify(cost)}`);
  return cost;
}

export function unknownCountry(id: string): NoEstimate {
  const cost = committedEstimates().countries.get(`country/${id}`);
  assert(cost !== undefined && !isKnown(cost), `${id} has an estimate`);
  return cost;
}
