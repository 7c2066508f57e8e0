/*
 * Importing `node:http` by name would also load Node's WebSocket, and with it all of undici, which takes a twentieth of the time
 * that a server needs to start.
 */
export const { createServer, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');
