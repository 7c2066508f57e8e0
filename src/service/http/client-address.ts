import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { TrustedProxies } from '../setting-values.ts';
import { plainAddress } from './networks.ts';

/** @param hop 0 for the peer of the connection, 1 for the address that it forwards for, and so on */
export type Trusts = (address: string, hop: number) => boolean;

/** Decides whether we trust the `X-Forwarded-For` of a peer. */
export function trustIn(proxies: TrustedProxies): Trusts {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies]);
}

/** The client that sent a request: its address, or its network. Empty if the peer is gone already. */
export function clientOf(request: IncomingMessage, trusts: Trusts): string {
  return clientAtPlain(addressOf(request, trusts));
}

/** The address that sent a request: the peer's, or the one that trusted proxies name. Empty if the peer is gone already. */
export function addressOf(request: IncomingMessage, trusts: Trusts): string {
  const peer = request.socket.remoteAddress ?? '';
  if (!trusts(peer, 0)) return plainAddress(peer);
  const named: string | undefined = proxyAddr(request, trusts);
  return plainAddress(named ?? peer);
}

/**
 * Identifies a client by its IPv4 address, or by its IPv6 network of 64 bits, because a client with such a network can use
 * another address for every request. `2001:db8:0:7::1` → `2001:db8:0:7`; IPv4 addresses are kept, also those written as IPv6.
 */
export function clientAt(address: string): string {
  return clientAtPlain(plainAddress(address));
}

/** @param plain as `plainAddress` writes it */
function clientAtPlain(plain: string): string {
  if (!plain.includes(':') || !isIPv6(plain)) return plain;
  const [start = [], end = []] = plain.split('::').map((groups) => groups.match(/[^:]+/g) ?? []);
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
