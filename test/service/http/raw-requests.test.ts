import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RawConnection } from '../../support/http/raw-connection.ts';
import { assertAnswered, rawRequests } from '../../support/http/raw-requests.ts';
import { atEnd } from '../../support/lifetime.ts';
import { preparedHome, serve, until } from '../../support/processes/lds.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService({ LDS_PLANS: 'standard=100000000/10s+100000000/day' });
const { token } = await service.key();

describe('bytes on a connection', () => {
  for (const rawRequest of rawRequests(token))
    test(rawRequest.promise, () => assertAnswered(service.server.address, rawRequest));
});

test('a client that closes its side after its requests gets every response, including slow ones', async () => {
  const lines = `HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  for (const path of ['/guides/decisions', '/dashboard/session', '/v1/release/data-package']) {
    const connection = new RawConnection(service.server.address);
    connection.write(`GET /healthz ${lines}GET ${path} ${lines}`);
    connection.halfClose();
    const statuses = (await connection.rest()).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200], path);
  }
});

test('a body with broken framing is logged under the id of its response', async (t) => {
  const { address, stderr } = await serve(t, await preparedHome(t));
  const connection = new RawConnection(address);
  atEnd(() => connection.close());
  connection.write(
    'POST /dashboard/found-key HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno length\r\n',
  );
  const [answer] = await connection.rest();
  const id = answer?.headers.get('x-request-id');
  await until('it is logged', () => stderr().includes('"status":400'));
  assert.match(stderr(), new RegExp(`"request_id":"${id}"[^\n]*"status":400`));
});
