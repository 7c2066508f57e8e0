import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

type Lists = Record<'ipv4' | 'ipv6', BlockList>;

/** Some addresses and networks, such as `192.0.2.1`, `10.0.0.0/8` and `2001:db8::/32`. Those of IPv6 have no IPv4 address in them. */
export class Networks {
  readonly #networks: readonly string[];
  #lists: Lists | undefined;

  /** @param networks as `plainNetwork` writes them */
  constructor(networks: readonly string[]) {
    this.#networks = networks;
  }

  /** @param address as `plainAddress` writes it; what is no address is in no network */
  has(address: string): boolean {
    // Made for the first address, because a process may have a hundred thousand keys in memory.
    this.#lists ??= listsOf(this.#networks);
    const family = familyOf(address);
    return isIP(address) !== 0 && this.#lists[family].check(address, family);
  }

  /** Separated by spaces. */
  toString(): string {
    return this.#networks.join(' ');
  }
}

/** One spelling for each address or network. @throws Error that says what is wrong with the text */
export function plainNetwork(text: string): string {
  const [address = '', prefix] = checkNetwork(text).split('/');
  const plain = plainAddress(address);
  if (address.includes('%'))
    throw new Error(`${JSON.stringify(text)} has a zone, which only means something on one machine`);
  if (isIPv6(address) && isIPv4(plain)) throw new Error(`write ${JSON.stringify(text)} as IPv4`);
  return prefix === undefined ? plain : `${plain}/${Number(prefix)}`;
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

/** One spelling for each address: IPv6 in its short form and without a zone, and IPv4 as itself, also if it is written as IPv6. */
export function plainAddress(address: string): string {
  // Most are IPv4, and Node tests for IPv6 with a long regular expression.
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [unzoned = ''] = address.split('%');
  const canonical = new SocketAddress({ address: unzoned, family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1] ?? canonical;
}

function listsOf(networks: readonly string[]): Lists {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = familyOf(address);
    if (prefix === undefined) lists[family].addAddress(address, family);
    else lists[family].addSubnet(address, Number(prefix), family);
  }
  return lists;
}

function familyOf(address: string): keyof Lists {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
