import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { bearer, exchange } from '../support/http/exchange.ts';
import { atEnd, file } from '../support/lifetime.ts';
import { completeHome, createKey, serve, UNLIMITED, until } from '../support/processes/lds.ts';

/** Connections on which nothing moves are ended three seconds later at the latest: what is longer here takes longer. */
const home = await completeHome(file);
const service = await serve(file, home, { ...UNLIMITED, LDS_CLIENT_SECONDS: '1' });
const { address, token } = service;
const [INFO, WARN] = [30, 40];

test('a client that waits for long lists keeps its connection; slow ones are warnings in the log, and one too many is no error', async () => {
  const startedAt = performance.now();
  const keys = [token, await createKey(home, 'second'), await createKey(home, 'third')];
  // Different ones, or they would be made once.
  const asked = keys.flatMap((key, at) =>
    Array.from({ length: 10 }, (_, index) => ({
      key,
      path: `/v1/cities?min_population=${600 + 10 * at + index}`,
    })),
  );
  const answers = await Promise.all(
    asked.map(({ key, path }) =>
      exchange(address, path, { headers: { ...bearer(key), 'Accept-Encoding': 'br' } }),
    ),
  );
  assert.ok(performance.now() - startedAt > 4000, 'the last list took longer than a connection may be idle');
  const served = answers.filter(({ status }) => status === 200);
  // A busy machine may refuse others because of load, which has no line.
  const refused = answers.filter(({ body }) => body.includes('of your long lists are being made already'));
  assert.ok(served.length >= 12 && refused.length > 0, `${served.length} served, ${refused.length} refused`);
  for (const { status, headers } of [...served, ...refused]) {
    const line = () => linesOf('answered').find(({ request_id }) => request_id === headers['x-request-id']);
    await until('it is in the log', () => line() !== undefined);
    const { level, ms } = line() ?? {};
    assert.equal(level, Number(ms) >= 1000 ? WARN : INFO, `${status} after ${ms} ms`);
  }
  assert.doesNotMatch(service.stderr(), /request failed/);
});

test('a client that stops reading is disconnected, and the log says so', async () => {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).on('error', () => {});
  atEnd(() => socket.destroy());
  socket.once('data', () => socket.pause());
  socket.write(
    `GET /v1/cities?min_population=600 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  const cut = 'disconnected: the client stopped reading for LDS_CLIENT_SECONDS';
  await until('the log says that it was disconnected', () => linesOf(cut).length === 1);
  const [line] = linesOf(cut);
  assert.deepEqual(
    [line?.level, line?.route, line?.status, line?.bytes],
    [INFO, 'listCities', 200, undefined],
  );
  assert.ok(Number(line?.unsent_bytes) > 1_000_000);
});

function linesOf(message: string): Record<string, unknown>[] {
  return service
    .stderr()
    .split('\n')
    .filter((text) => text.startsWith('{') && text.endsWith('}'))
    .map((text) => JSON.parse(text) as Record<string, unknown>)
    .filter(({ msg }) => msg === message);
}
