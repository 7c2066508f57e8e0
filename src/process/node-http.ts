/*
 * Node's HTTP as a module imports it by name would load its WebSocket too, and with it all of undici: a twentieth of the time that a
 * server takes to start.
 */
export const { createServer, STATUS_CODES, validateHeaderName, validateHeaderValue } =
  process.getBuiltinModule('node:http');
