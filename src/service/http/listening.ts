import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OperatorError } from '../../process/operator-error.ts';
import type { Config } from '../config.ts';

/**
 * Makes a server listen at one address, because `localhost` could resolve to two.
 *
 * @returns the address of the server: `http://127.0.0.1:3000`
 * @throws OperatorError when the operator has to configure another address or port
 */
export async function listenAt(
  { host, port }: Pick<Config, 'host' | 'port'>,
  server: Server,
): Promise<string> {
  try {
    server.listen({ host: (await lookup(host)).address, port });
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, host, port);
  }
  const { address, port: bound, family } = server.address() as AddressInfo;
  const reachable =
    address === '0.0.0.0' || address === '::' ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${reachable}:${bound}`;
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new OperatorError(
      `Port ${port} on ${host} is in use: stop the program that uses it, or set PORT to another one.`,
    );
  if (error.code === 'EACCES')
    return new OperatorError(
      `Port ${port} needs privileges that this user doesn’t have: set PORT to 1024 or more.`,
    );
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
    return new OperatorError(
      `HOST=${host} is not an address of this machine (${error.code}): set HOST to one that is.`,
    );
  return error;
}
