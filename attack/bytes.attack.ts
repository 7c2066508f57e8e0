/** Requests as no HTTP client sends them, over bare sockets: each gets as many responses as it has to, with the right status. */
import { after, test } from 'node:test';
import { assertAnswered, rawRequests } from '../test/support/http/raw-requests.ts';
import { briefly, found, rawLine } from './finding.ts';
import { attacked } from './target.ts';

const { address, token } = await attacked({ after });

for (const rawRequest of rawRequests(token)) {
  test(rawRequest.promise, () =>
    assertAnswered(address, rawRequest).catch((error: unknown) =>
      found(`${rawRequest.promise}: ${briefly(error)}`, rawLine(address, rawRequest.bytes)),
    ),
  );
}
