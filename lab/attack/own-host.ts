import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';

/**
 * Why hostile requests may not be sent to this address: a typing error must not send them to somebody else's server. Undefined
 * for an http server on this machine.
 *
 * @param ownsHost the user says that the host is theirs, wherever it is
 */
export async function objectionTo(text: string, ownsHost: boolean): Promise<string | undefined> {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:') return `${text} is not an http URL.`;
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  if (addresses.length === 0) return `${url.hostname} has no address.`;
  const isThisMachine = addresses.every(({ address, family }) =>
    loopback.check(address, family === 6 ? 'ipv6' : 'ipv4'),
  );
  return isThisMachine || ownsHost
    ? undefined
    : `${url.hostname} is not this machine. Send this only to a server of yours: then add --i-own-this-host.`;
}
