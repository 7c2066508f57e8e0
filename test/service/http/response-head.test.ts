import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldLine, KEEP_ALIVE_SECONDS, writeHead } from '../../../src/service/http/response-head.ts';
import { atEnd } from '../../support/lifetime.ts';

interface Head {
  status: number;
  fields: [name: string, value: string][];
  body: string;
  /** Whether the body is sent with the head. */
  isWhole: boolean;
  /** Set on the previous response. */
  connection: string | undefined;
}

const EMPTY: Head = { status: 200, fields: [], body: '', isWhole: false, connection: undefined };
let head = EMPTY;
const ours = await listening((response, fields, body) => {
  const lines = fields.map(([name, value]) => fieldLine(name, value)).join('');
  writeHead(response, head.status, lines, head.isWhole ? body : '');
  response.end(head.isWhole ? '' : body, 'latin1');
});
const ofNode = await listening((response, fields, body) => {
  response.writeHead(head.status, fields.flat());
  response.end(body, 'latin1');
});

const token = fc.stringMatching(/^X-[A-Za-z]{1,12}$/);
const value = fc.string({
  unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)),
});
const anyHead = fc.record<Head>({
  status: fc.constantFrom(200, 206, 304, 400, 401, 404, 429, 503),
  fields: fc.array(
    fc.tuple(
      token,
      value.filter((text) => !text.includes('\x7f')),
    ),
    { maxLength: 12 },
  ),
  body: fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  isWhole: fc.boolean(),
  connection: fc.option(fc.constant('close'), { nil: undefined, freq: 4 }),
});
const requestLine = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD'),
  version: fc.constantFrom('1.1', '1.1', '1.0'),
  connection: fc.constantFrom('', '', 'Connection: close\r\n', 'Connection: keep-alive\r\n'),
  expect: fc.constantFrom('', '', '', 'Expect: 100-continue\r\n'),
});

test('every response is the same as from Node’s writeHead, and its connection ends when writeHead would end it', async () => {
  await fc.assert(
    fc.asyncProperty(anyHead, requestLine, async (wanted, { method, version, connection, expect }) => {
      head = wanted;
      const request = `${method} / HTTP/${version}\r\nHost: localhost\r\n${connection}${expect}\r\n`;
      // The second request gets a response if the connection survives the first.
      const both = `${request}GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      assert.equal(await received(ours, both), await received(ofNode, both));
    }),
    { numRuns: 300 },
  );
});

test('a response that has been started cannot be started again', async () => {
  const codes: unknown[] = [];
  const server = await listening((response, fields) => {
    const lines = fields.map(([name, value]) => fieldLine(name, value)).join('');
    writeHead(response, 200, lines);
    try {
      writeHead(response, 404, lines);
    } catch (error) {
      codes.push((error as NodeJS.ErrnoException).code);
    }
    response.end();
  });
  head = EMPTY;
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n';
  const answers = await received(server, `${request}\r\n${request}Connection: close\r\n\r\n`);
  assert.deepEqual(answers.match(/^HTTP\/1\.1 \d+/gm), ['HTTP/1.1 200', 'HTTP/1.1 200']);
  assert.deepEqual(codes, ['ERR_HTTP_HEADERS_SENT', 'ERR_HTTP_HEADERS_SENT']);
});

test('values that HTTP does not allow in a header are refused, not sent', () => {
  assert.throws(() => fieldLine('X-A', 'one\r\nX-B: two'), { code: 'ERR_INVALID_CHAR' });
  assert.throws(() => fieldLine('X-A: one\r\nX-B', 'two'), { code: 'ERR_INVALID_HTTP_TOKEN' });
  assert.throws(() => fieldLine('X-A', 'Ŝ'), { code: 'ERR_INVALID_CHAR' });
});

/** @param respond sends the fields, of which `Content-Length` is one where there is a body, and the body */
async function listening(
  respond: (response: Parameters<typeof writeHead>[0], fields: Head['fields'], body: string) => void,
): Promise<Server> {
  const options = { keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000 };
  const server = createServer(options, (request, response) => {
    const { fields, body, status, connection } = head;
    if (connection !== undefined) response.setHeader('Connection', connection);
    const length: Head['fields'] =
      status === 304 ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
    respond(response, [...fields, ...length], status === 304 || request.method === 'HEAD' ? '' : body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return server;
}

/** Everything until the server closes the connection, without the time of day. */
async function received(server: Server, request: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece);
  return Buffer.concat(pieces)
    .toString('latin1')
    .replace(/^Date: \w{3}, [\w :]+ GMT$/gm, 'Date: now');
}
