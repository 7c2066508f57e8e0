import type { Endpoint } from '../engine/endpoint.ts';
import { memo } from '../engine/memo.ts';
import { fullQuery } from '../engine/parameters/answer-parameters.ts';
import { queryReader, type ReadQuery } from '../engine/parameters/query.ts';
import type { Download } from '../engine/release/download.ts';
import { withApiKey } from '../service/access/credentials.ts';

const readers = new WeakMap<Endpoint | Download, ReadQuery>();

/** Reads the query of an operation with `api_key`. Compiled once for all servers of a process: a test process starts dozens. */
export function urlQueryReaderOf(operation: Endpoint | Download): ReadQuery {
  return memo(readers, operation, () => queryReader(withApiKey(fullQuery(operation))));
}
