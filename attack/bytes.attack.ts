import { test } from 'node:test';
import { file } from '../test/support/lifetime.ts';
/** Requests as no HTTP client sends them, over bare sockets: each gets as many responses as it has to, with the right status. */

import { assertAnswered, rawRequests } from '../test/support/http/raw-requests.ts';
import { briefly, found, rawLine } from './finding.ts';
import { attacked } from './target.ts';

const { address, token } = await attacked(file);

for (const rawRequest of rawRequests(token)) {
  test(rawRequest.promise, () =>
    assertAnswered(address, rawRequest).catch((error: unknown) =>
      found(`${rawRequest.promise}: ${briefly(error)}`, rawLine(address, rawRequest.bytes)),
    ),
  );
}
