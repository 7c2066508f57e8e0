import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** How many proxies in front of us are trusted to name the client, or their networks; 0: none. */
export type TrustedProxies = number | readonly string[];

/** @param hop 0 for the peer of the connection, 1 for the address that it forwards for, and so on */
export type Trusts = (address: string, hop: number) => boolean;

/** Decides whether we trust the `X-Forwarded-For` of a peer. */
export function trustIn(proxies: TrustedProxies): Trusts {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies]);
}

/** The client that sent a request: the peer, or the address that trusted proxies name. */
export function clientOf(request: IncomingMessage, trusts: Trusts): string {
  const peer = request.socket.remoteAddress ?? '';
  return clientAt(trusts(peer, 0) ? proxyAddr(request, trusts) : peer);
}

/**
 * Identifies a client by its IPv4 address, or by its IPv6 network of 64 bits, because a client with such a network can use
 * another address for every request. `2001:db8:0:7::1` → `2001:db8:0:7`; IPv4 addresses are kept, also those written as IPv6.
 */
export function clientAt(address: string): string {
  if (!isIPv6(address)) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const [start = [], end = []] = canonical.split('::').map((groups) => groups.match(/[^:]+/g) ?? []);
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}

/**
 * Accepts `10.0.0.0/8`, `2001:db8::/32`, `192.0.2.1`. Throws for anything else, including texts that proxy-addr takes for an
 * address, such as `1.5`.
 */
export function checkNetwork(network: string): string {
  const [address = '', prefix, ...others] = network.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
  if (longest < 0 || !isPrefix || others.length > 0)
    throw new Error(`${JSON.stringify(network)} is no address or network such as 10.0.0.0/8`);
  return network;
}
