import { test } from 'node:test';
import { file } from '../../test/support/lifetime.ts';
/** Requests that no HTTP client sends, over bare sockets: each gets the right number of responses with the right status. */

import { assertAnswered, rawRequests } from '../../test/support/http/raw-requests.ts';
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
