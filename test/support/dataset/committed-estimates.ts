import assert from 'node:assert/strict';
import { readCostInputs } from '../../../src/dataset/building/build/release-cost-inputs.ts';
import { estimateCostIndex } from '../../../src/dataset/building/estimates/cost-index.ts';
import {
  type CityCost,
  type CountryCost,
  isKnown,
  type NoEstimate,
} from '../../../src/release/cost-estimates.ts';
import { DATA_DIRECTORY } from '../directories.ts';

/** The inputs committed under data/, and the estimates made from them. */
export const inputs = readCostInputs(DATA_DIRECTORY);
export const estimates = estimateCostIndex(inputs);

export function cityCost(id: string): CityCost {
  const cost = estimates.cities.get(`city/${id}`);
  assert(isKnown(cost), `${id} has no estimate: ${JSON.stringify(cost)}`);
  return cost;
}

export function countryCost(id: string): CountryCost {
  const cost = estimates.countries.get(`country/${id}`);
  assert(isKnown(cost), `${id} has no estimate: ${JSON.stringify(cost)}`);
  return cost;
}

export function unknownCountry(id: string): NoEstimate {
  const cost = estimates.countries.get(`country/${id}`);
  assert(cost !== undefined && !isKnown(cost), `${id} has an estimate`);
  return cost;
}
