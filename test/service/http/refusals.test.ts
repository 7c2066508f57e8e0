import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateToken } from '../../../src/service/keys/token.ts';
import { RawConnection, type RawResponse } from '../../support/http/raw-connection.ts';
import { until } from '../../support/processes/lds.ts';
import { startSmallService } from '../../support/small-service.ts';
import { countedInOneMinute } from '../../support/windows.ts';

/** A client gets one refusal in ten seconds at once; every further one is held back. */
const STRICT = { LDS_FAILED_AUTH_PER_MINUTE: '6' };
/** After more refusals than these, one has been held back, even if windows end meanwhile. */
const MANY = 12;

const direct = await startSmallService({ ...STRICT, LDS_DASHBOARD_PER_MINUTE: '1000000' });
const behindProxy = await startSmallService({ ...STRICT, LDS_TRUST_PROXY: '127.0.0.0/8' });
const { token } = await direct.key();

const request = (path: string, ...lines: string[]) =>
  `GET ${path} HTTP/1.1\r\n${['Host: a', ...lines].join('\r\n')}\r\n\r\n`;
const keyed = (key: string) => request('/v1/countries/portugal', `Authorization: Bearer ${key}`);

/** What a stranger may send. */
const REFUSED: Record<string, string> = {
  'requests without a key': request('/v1/countries/portugal'),
  'made-up keys': keyed(generateToken()),
  'misspelt URLs': request('/v1/countries/%ff'),
  'pages that do not exist': request('/nothing'),
  'requests without a host': 'GET / HTTP/1.1\r\n\r\n',
  'requests of the dashboard without a session': request('/dashboard/usage'),
  'requests of agents without a key': 'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n',
};

for (const [index, [what, bytes]] of Object.entries(REFUSED).entries()) {
  test(`a connection that earns only refusals, by ${what}, is closed after one of them`, async () => {
    const connection = new RawConnection(direct.server.address, `127.0.2.${index + 1}`);
    try {
      const last = await lastOf(connection, bytes);
      assert.ok(last.status >= 400 && last.status < 500, last.head);
      assert.deepEqual(await connection.rest(), []);
    } finally {
      connection.close();
    }
  });
}

test('a customer at the address of a flood is answered while the flood’s refusals are held back', async () => {
  const from = '127.0.3.1';
  await exhaust(from);
  // Only if this machine stands still for a second does the refusal come first.
  await until('the customer is answered before the stranger', async () => {
    const stranger = new RawConnection(direct.server.address, from);
    const customer = new RawConnection(direct.server.address, from);
    try {
      stranger.write(request('/v1/countries/portugal'));
      const refused = stranger.next().then(() => 'stranger');
      for (let requests = 0; requests < 5; requests++) {
        customer.write(keyed(token));
        assert.equal((await customer.next())?.headers.get('connection'), 'keep-alive');
      }
      const first = await Promise.race([refused, Promise.resolve('customer')]);
      await refused;
      return first === 'customer';
    } finally {
      stranger.close();
      customer.close();
    }
  });
});

test('a customer at the address of a flood is answered with a key that is not in memory, in the header or the URL', async () => {
  const from = '127.0.3.2';
  await exhaust(from);
  const ways = [
    keyed,
    (key: string) => request(`/v1/countries/portugal?api_key=${key}`),
    (key: string) => request(`/v1/countries/portugal?api%5Fkey=${key}`),
  ];
  for (const way of ways) {
    // This process has not seen it yet.
    const { token: fresh } = await direct.key();
    const customer = new RawConnection(direct.server.address, from);
    customer.write(way(fresh));
    assert.equal((await customer.next())?.status, 200, way(''));
    customer.close();
  }
});

test('an address that has used up its attempts is refused before its URL is read', async () => {
  const from = '127.0.3.3';
  const paths = ['/v1/countries/%ff', '/v1/nothing', `/v1/${'long'.repeat(1000)}`];
  const refused = await countedInOneMinute(async () => {
    await exhaust(from);
    const refusals = await Promise.all(paths.map((path) => refusalOf(from, path)));
    return refusals.filter((body) => body.includes('"too_many_failed_authentications"')).length;
  });
  assert.equal(refused, paths.length);
});

test('what a stranger pipelines behind a refusal that is held back gets no response', async () => {
  const connection = new RawConnection(direct.server.address, '127.0.3.4');
  try {
    connection.write(REFUSED['requests without a key']?.repeat(MANY * 2) ?? '');
    const responses = await connection.rest();
    assert.ok(responses.length <= MANY, `${responses.length} responses`);
    assert.equal(responses.at(-1)?.headers.get('connection'), 'close');
  } finally {
    connection.close();
  }
});

test('the connection of a trusted proxy stays open, however many refusals it carries, and nobody on it waits for them', async () => {
  const { token: customer } = await behindProxy.key();
  const connection = new RawConnection(behindProxy.server.address);
  try {
    for (let requests = 0; requests < MANY * 2; requests++) {
      connection.write(request('/v1/countries/portugal', 'X-Forwarded-For: 192.0.2.1'));
      const refusal = await connection.next();
      assert.ok(refusal?.status === 401 || refusal?.status === 429);
      assert.equal(refusal.headers.get('connection'), 'keep-alive');
    }
    connection.write(
      request('/v1/countries/portugal', 'X-Forwarded-For: 192.0.2.1', `Authorization: Bearer ${customer}`),
    );
    assert.equal((await connection.next())?.status, 200);
  } finally {
    connection.close();
  }
});

test('a customer’s own errors are never held back', async () => {
  const connection = new RawConnection(direct.server.address, '127.0.3.5');
  try {
    for (let requests = 0; requests < MANY * 2; requests++) {
      connection.write(request('/v1/countries/atlantis', `Authorization: Bearer ${token}`));
      const answer = await connection.next();
      assert.equal(answer?.status, 404);
      assert.equal(answer.headers.get('connection'), 'keep-alive');
    }
  } finally {
    connection.close();
  }
});

/** Sends the request again and again, until a response ends the connection. */
async function lastOf(connection: RawConnection, bytes: string): Promise<RawResponse> {
  for (let requests = 0; requests < MANY; requests++) {
    connection.write(bytes);
    const response = await connection.next();
    assert.ok(response !== undefined, 'the connection ends without a response');
    if (response.headers.get('connection') === 'close') return response;
  }
  assert.fail(`${MANY} refusals, and the connection stays open`);
}

/** Uses up the attempts of an address. */
async function exhaust(from: string): Promise<void> {
  await until('the attempts are used up', async () => {
    const attempts = Array.from({ length: MANY }, () => refusalOf(from, '/v1/countries/portugal'));
    return (await Promise.all(attempts)).some((body) => body.includes('"too_many_failed_authentications"'));
  });
}

/** The body of the response to a stranger. */
async function refusalOf(from: string, path: string): Promise<string> {
  const connection = new RawConnection(direct.server.address, from);
  connection.write(request(path));
  const refusal = await connection.next();
  connection.close();
  return refusal?.body ?? '';
}
