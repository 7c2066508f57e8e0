import { parentPort } from 'node:worker_threads';
import type { CostInputs } from '../estimates/cost-inputs.ts';
import { costTables } from './cost-tables.ts';

/** The worker thread of `cost-estimation.ts`. */
parentPort?.on('message', (inputs: CostInputs) => parentPort?.postMessage(costTables(inputs)));
