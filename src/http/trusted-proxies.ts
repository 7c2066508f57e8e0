import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** How many proxies in a row may say from whom a request came, or the networks of those that may; 0: none. */
export type TrustedProxies = number | readonly string[];

/** @param hop 0 for whoever connects to us, 1 for whoever that one says it came from, and so on */
export type Trusts = (address: string, hop: number) => boolean;

/** Whether we believe what one of these says in `X-Forwarded-For`. `proxyAddr` asks, and Fastify does. */
export function trustIn(proxies: TrustedProxies): Trusts {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies]);
}

/** `10.0.0.0/8`, `2001:db8::/32`, `192.0.2.1`: throws for anything else, also for what proxy-addr takes for an address, such as `1.5`. */
export function checkNetwork(network: string): string {
  const [address = '', prefix, ...others] = network.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest);
  if (longest < 0 || !isPrefix || others.length > 0)
    throw new Error(`${JSON.stringify(network)} is no address or network such as 10.0.0.0/8`);
  return network;
}
