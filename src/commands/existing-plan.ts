import { OperatorError } from '../process/operator-error.ts';
import { readConfig } from '../service/config.ts';

/** @throws OperatorError for a plan that LDS_PLANS does not have */
export function existingPlan(name: string): string {
  const { plans } = readConfig(process.env);
  if (plans.has(name)) return name;
  throw new OperatorError(`There is no plan ${name}: LDS_PLANS has ${[...plans.keys()].join(', ')}.`);
}
