import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Format } from '../../../../src/dataset/reading/refresh/download-catalogue.ts';
import {
  DownloadFault,
  HTTP_SETTINGS,
  HttpDownloads,
  type HttpSettings,
} from '../../../../src/dataset/reading/refresh/http-download.ts';
import { OperatorError } from '../../../../src/process/operator-error.ts';
import { atEnd } from '../../../support/lifetime.ts';
import { startPublishers, zip } from '../../../support/refresh/publishers.ts';
import { temporaryDirectory } from '../../../support/service.ts';

const CSV = 'a,b\n1,2\n';
const publishers = await startPublishers();
const target = join(temporaryDirectory(), 'download');
const url = 'https://publisher.example/file';
const address = `${publishers.address}/publisher.example/file`;

function downloads(settings: Partial<HttpSettings> = {}): HttpDownloads {
  const http = new HttpDownloads({ ...HTTP_SETTINGS, firstWaitMilliseconds: 1, ...settings });
  atEnd(() => http.close());
  return http;
}

function fetchIt(http = downloads(), format: Format = 'csv', maxBytes = 1000, from = address) {
  return http.fetch(from, target, { format, maxBytes }, undefined);
}

async function assertFault(promise: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(promise, (error: unknown) => {
    assert.ok(error instanceof DownloadFault, `not a DownloadFault: ${(error as Error).stack}`);
    assert.match(error.message, message);
    assert.ok(!error.message.includes('\n'), 'one line');
    return true;
  });
}

test('a file is downloaded completely, with its size, checksum and version', async () => {
  publishers.publish(url, CSV, 'text/csv; charset=utf-8');
  const received = await fetchIt();
  assert.equal(readFileSync(target, 'utf8'), CSV);
  assert.equal(received?.bytes, CSV.length);
  assert.equal(received?.sha256, createHash('sha256').update(CSV).digest('hex'));
  assert.match(received?.etag ?? '', /^"[0-9a-f]{16}"$/);
});

test('a file that has not changed since is not sent again', async () => {
  publishers.publish(url, CSV, 'text/csv');
  const received = await fetchIt();
  publishers.log();
  const known = { etag: received?.etag ?? null, lastModified: null };
  assert.equal(await downloads().fetch(address, target, { format: 'csv', maxBytes: 1000 }, known), null);
  assert.deepEqual(publishers.log(), ['/publisher.example/file 304']);
});

test('a server without entity tags gets a date condition', async () => {
  const lastModified = 'Fri, 20 Nov 2026 07:00:00 GMT';
  publishers.handle(url, (request, response) => {
    const known = request.headers['if-modified-since'] === lastModified;
    response.writeHead(known ? 304 : 200, { 'last-modified': lastModified, 'content-type': 'text/csv' });
    response.end(known ? '' : CSV);
  });
  const received = await fetchIt();
  assert.equal(received?.lastModified, lastModified);
  const known = { etag: null, lastModified };
  assert.equal(await downloads().fetch(address, target, { format: 'csv', maxBytes: 1000 }, known), null);
});

test('a 304 without a conditional request is an error', async () => {
  publishers.handle(url, (_request, response) => response.writeHead(304).end());
  await assertFault(fetchIt(), /answered 304/);
});

test('after a temporary failure, the download tries again, with longer and longer waits', async () => {
  let asked = 0;
  publishers.handle(url, (_request, response) => {
    if (++asked < 3) response.writeHead(500).end('oops');
    else response.writeHead(200, { 'content-type': 'text/csv' }).end(CSV);
  });
  assert.equal((await fetchIt())?.bytes, CSV.length);
  assert.equal(asked, 3);
});

test('the download gives up on a server that keeps failing', async () => {
  for (const status of [429, 500, 502, 503, 504]) {
    let asked = 0;
    publishers.handle(url, (_request, response) => {
      asked++;
      response.writeHead(status).end('<html>later</html>');
    });
    await assertFault(fetchIt(downloads({ retries: 2 })), new RegExp(`answered ${status}`));
    assert.equal(asked, 3, `one attempt and two more for ${status}`);
  }
});

test('the download waits as long as Retry-After says', async () => {
  const times: number[] = [];
  publishers.handle(url, (_request, response) => {
    times.push(performance.now());
    if (times.length === 1) response.writeHead(503, { 'retry-after': '1' }).end();
    else response.writeHead(200, { 'content-type': 'text/csv' }).end(CSV);
  });
  await fetchIt();
  const [first = 0, second = 0] = times;
  assert.ok(second - first >= 990, `${second - first} ms`);
});

test('a permanent failure is not tried again', async () => {
  for (const status of [400, 401, 403, 404, 410]) {
    let asked = 0;
    publishers.handle(url, (_request, response) => {
      asked++;
      response.writeHead(status).end();
    });
    await assertFault(fetchIt(), new RegExp(`answered ${status}`));
    assert.equal(asked, 1);
  }
  publishers.handle(url, (_request, response) =>
    response.writeHead(202, { 'content-type': 'text/html' }).end('<html>'),
  );
  await assertFault(fetchIt(), /answered 202/);
});

test('the download gives up on a server that does not respond or stops sending', async () => {
  const http = downloads({ timeoutSeconds: 1, retries: 0 });
  publishers.handle(url, () => {});
  await assertFault(fetchIt(http), /no answer within 1 s/);
  publishers.handle(url, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 500 }).write(CSV);
  });
  await assertFault(fetchIt(http), /nothing more came for 1 s, after 8 of 500 bytes/);
});

test('the download gives up on a server that sends too slowly', async () => {
  publishers.handle(url, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    const drip = setInterval(() => response.write('1,2\n'), 20);
    response.on('close', () => clearInterval(drip));
  });
  await assertFault(fetchIt(downloads({ deadlineSeconds: 1 }), 'csv', 1e6), /not done after 1 s/);
});

test('the error for an unreachable server says so', async () => {
  const closed = createServer();
  const port = await new Promise<number>((resolve) =>
    closed.listen(0, '127.0.0.1', () => resolve((closed.address() as { port: number }).port)),
  );
  await new Promise((resolve) => closed.close(resolve));
  const http = downloads({ retries: 1 });
  await assertFault(fetchIt(http, 'csv', 1000, `http://127.0.0.1:${port}/file`), /connection was refused/);
});

test('redirects are followed, but not endlessly and not in a loop', async () => {
  publishers.publish('https://publisher.example/there', CSV, 'text/csv');
  publishers.handle(url, (_request, response) =>
    response.writeHead(302, { location: '/publisher.example/there' }).end(),
  );
  assert.equal((await fetchIt())?.bytes, CSV.length);

  publishers.handle(url, (_request, response) =>
    response.writeHead(302, { location: '/publisher.example/file' }).end(),
  );
  await assertFault(fetchIt(), /redirected in a loop/);

  let hop = 0;
  const onward = (_request: unknown, response: import('node:http').ServerResponse) => {
    const next = `https://publisher.example/hop-${++hop}`;
    publishers.handle(next, onward);
    response.writeHead(302, { location: `/publisher.example/hop-${hop}` }).end();
  };
  publishers.handle(url, onward);
  await assertFault(fetchIt(), /still redirected after 5 redirections/);
});

test('an incomplete body is not accepted, and tried again', async () => {
  let asked = 0;
  publishers.handle(url, (_request, response) => {
    asked++;
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 500 });
    response.write(CSV, () => response.destroy());
  });
  await assertFault(
    fetchIt(downloads({ retries: 1 })),
    /truncated: the connection broke off after \d of 500 bytes/,
  );
  assert.equal(asked, 2);
  publishers.handle(url, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.write(CSV, () => response.destroy());
  });
  await assertFault(fetchIt(downloads({ retries: 0 })), /truncated: the connection broke off after \d bytes/);
});

test('a web page instead of the file is refused, whatever its media type', async () => {
  const page = '\n<!DOCTYPE html><html><body>Missing key</body></html>';
  for (const type of ['text/html; charset=utf-8', 'text/csv', 'application/octet-stream', '']) {
    publishers.handle(url, (_request, response) =>
      response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(page),
    );
    for (const format of ['csv', 'text', 'json', 'zip', 'workbook'] as const)
      await assertFault(fetchIt(downloads(), format), /web page/);
  }
});

test('content of another kind than the one expected is refused', async () => {
  publishers.publish(url, '{"a": 1', 'application/json');
  await assertFault(fetchIt(downloads(), 'json'), /not JSON, or truncated/);
  publishers.publish(url, Buffer.from([1, 0, 2]), 'text/csv');
  await assertFault(fetchIt(), /not a text/);
  publishers.publish(url, '', 'text/csv');
  await assertFault(fetchIt(), /empty/);
  publishers.publish(url, 'plain', 'text/html');
  await assertFault(fetchIt(downloads(), 'page'), /not a web page/);
});

test('a file that is not an archive, or a truncated one, is refused', async () => {
  const whole = Buffer.from(zip({ 'a.csv': CSV, 'b.csv': CSV }));
  publishers.publish(url, whole, 'application/zip');
  assert.equal((await fetchIt(downloads(), 'zip'))?.bytes, whole.length);
  publishers.publish(url, Buffer.from('garbage that is no archive at all'), 'application/zip');
  await assertFault(fetchIt(downloads(), 'zip'), /not a ZIP archive/);
  for (const length of [4, 30, whole.length - 1]) {
    publishers.publish(url, whole.subarray(0, length), 'application/zip');
    await assertFault(fetchIt(downloads(), 'zip'), /not a ZIP archive, or damaged/);
  }
});

test('a file that is much too large is refused before it fills the disk, with or without Content-Length', async () => {
  const large = Buffer.alloc(10_000, '1,2\n');
  publishers.publish(url, large, 'text/csv');
  await assertFault(fetchIt(), /too large: 10000 bytes, where at most 1000 are expected/);
  let sent = 0;
  publishers.handle(url, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    const more = (error?: Error | null) => {
      if (error || sent >= 1e9) return;
      sent += large.length;
      response.write(large, more);
    };
    more();
  });
  await assertFault(fetchIt(), /too large: \d+ bytes, where at most 1000 are expected/);
  assert.ok(sent < 1e8, `${sent} bytes were sent all the same`);
});

test('a content coding that was not requested is refused', async () => {
  publishers.handle(url, (request, response) => {
    assert.equal(request.headers['accept-encoding'], 'identity');
    response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' }).end('x');
  });
  await assertFault(fetchIt(), /encoding gzip/);
});

test('the request names us to the publisher', async () => {
  publishers.handle(url, (request, response) => {
    assert.match(request.headers['user-agent'] ?? '', /location-data-service/);
    response.writeHead(200, { 'content-type': 'text/csv' }).end(CSV);
  });
  await fetchIt();
});

test('the error for a path that cannot be written names it, and does not blame the publisher', async () => {
  publishers.publish(url, CSV, 'text/csv');
  const path = join(target, 'below-a-file');
  assert.ok(existsSync(target));
  await assert.rejects(
    downloads().fetch(address, path, { format: 'csv', maxBytes: 1000 }, undefined),
    (error) => {
      assert.ok(error instanceof OperatorError);
      assert.match(error.message, /cannot be written/);
      return true;
    },
  );
});
