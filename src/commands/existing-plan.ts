import { UsageError } from '../process/operator-error.ts';
import { readConfig } from '../service/config.ts';

/** @throws UsageError for a plan that LDS_PLANS does not have */
export function existingPlan(name: string): string {
  const { plans } = readConfig(process.env);
  if (plans.has(name)) return name;
  throw new UsageError(`There is no plan ${name}: LDS_PLANS has ${[...plans.keys()].join(', ')}.`);
}
