import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** How many proxies in a row are trusted to say from whom a request came, or the networks in which they are; 0: none. */
export type TrustedProxies = number | readonly string[];

/** @param hop 0 for whoever connects to us, 1 for whoever that one says it came from, and so on */
export type Trusts = (address: string, hop: number) => boolean;

/** Whether what one of these says in `X-Forwarded-For` is believed. */
export function trustIn(proxies: TrustedProxies): Trusts {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const networks = new BlockList();
  for (const network of proxies) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) networks.addAddress(address, familyOf(address));
    else networks.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && networks.check(address, familyOf(address));
}

/** The client's address: the first one, from our side, that no trusted proxy stands behind. As Fastify's `request.ip`. */
export function clientAddress({ socket, headers }: IncomingMessage, trusts: Trusts): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const before = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  let address = socket.remoteAddress ?? '';
  for (let hop = 0; before.length > 0 && trusts(address, hop); hop++) address = before.pop() ?? address;
  return address;
}

/** `10.0.0.0/8`, `2001:db8::/32`, `192.0.2.1`: throws for anything else. */
export function checkNetwork(network: string): string {
  const [address = '', prefix, ...others] = network.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
  if (longest < 0 || !isPrefix || others.length > 0)
    throw new Error(`${JSON.stringify(network)} is no address or network such as 10.0.0.0/8`);
  return network;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
