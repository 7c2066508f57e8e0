import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Networks, plainAddress, plainNetwork } from '../../../src/service/http/networks.ts';

/** An address as the number that it is, in its family. */
interface Address {
  bits: 32 | 128;
  value: bigint;
}

const addresses: fc.Arbitrary<Address> = fc.oneof(
  fc.bigInt(0n, 2n ** 32n - 1n).map((value): Address => ({ bits: 32, value })),
  // Not those that are IPv4 in another spelling.
  fc.bigInt(2n ** 64n, 2n ** 128n - 1n).map((value): Address => ({ bits: 128, value })),
);
const spellings = fc.record({ upper: fc.boolean(), zeros: fc.boolean() });

test('a network has exactly the addresses that share its first bits, however either is written', () => {
  fc.assert(
    fc.property(
      addresses.chain((base) =>
        fc.tuple(
          fc.constant(base),
          fc.integer({ min: 0, max: base.bits }),
          fc.oneof(
            addresses,
            fc.integer({ min: 0, max: base.bits - 1 }).map((bit) => flipped(base, bit)),
          ),
          spellings,
          spellings,
        ),
      ),
      ([base, prefix, other, one, another]) => {
        const networks = new Networks([plainNetwork(`${written(base, one)}/${prefix}`)]);
        const shift = BigInt(base.bits - prefix);
        const expected = base.bits === other.bits && base.value >> shift === other.value >> shift;
        assert.equal(networks.has(plainAddress(written(other, another))), expected);
        if (other.bits === 32)
          assert.equal(networks.has(plainAddress(`::ffff:${written(other, another)}`)), expected, 'as IPv6');
      },
    ),
  );
});

test('a network stays the same when it is read again, and no other text is one', () => {
  fc.assert(
    fc.property(addresses, spellings, fc.integer({ min: 0, max: 32 }), (address, spelling, prefix) => {
      for (const text of [written(address, spelling), `${written(address, spelling)}/${prefix}`]) {
        const plain = plainNetwork(text);
        assert.equal(plainNetwork(plain), plain);
        assert.match(plain, /^[0-9a-f.:]+(\/\d+)?$/);
      }
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 45 }), (text) => {
      fc.pre(!/^[0-9a-f.:]+(\/\d+)?$/i.test(text));
      assert.throws(() => plainNetwork(text), Error);
    }),
  );
  const wrong = [
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0',
    '1.5',
    '010.0.0.1',
  ];
  for (const text of [...wrong, 'fe80::1%eth0', '::ffff:10.0.0.0/104', ' 10.0.0.0', '', 'localhost'])
    assert.throws(() => plainNetwork(text), Error, text);
});

test('all of IPv6 has no IPv4 address, and what is no address is in no network', () => {
  const all = new Networks(['::/0']);
  assert.ok(all.has('2001:db8::1'));
  assert.ok(!all.has('192.0.2.1'));
  assert.ok(!new Networks(['0.0.0.0/0']).has('2001:db8::1'));
  for (const none of ['', 'unknown', '192.0.2.1:80', '_hidden'])
    assert.ok(!new Networks(['0.0.0.0/0', '::/0']).has(plainAddress(none)), none);
});

test('of several networks, one is enough', () => {
  const networks = new Networks(['192.0.2.0/24', '2001:db8::/32', '198.51.100.7']);
  for (const address of ['192.0.2.255', '2001:db8:ffff::', '198.51.100.7']) assert.ok(networks.has(address));
  for (const address of ['192.0.3.0', '2001:db9::', '198.51.100.8']) assert.ok(!networks.has(address));
});

function flipped({ bits, value }: Address, bit: number): Address {
  const other = value ^ (1n << BigInt(bit));
  return { bits, value: bits === 128 && other < 2n ** 64n ? value : other };
}

function written({ bits, value }: Address, { upper, zeros }: { upper: boolean; zeros: boolean }): string {
  const part = bits === 32 ? 8n : 16n;
  const parts = Array.from({ length: bits / Number(part) }, (_, at) =>
    Number((value >> (BigInt(bits) - part * BigInt(at + 1))) & (2n ** part - 1n)),
  );
  if (bits === 32) return parts.join('.');
  const groups = parts.map((group) => group.toString(16).padStart(zeros ? 4 : 1, '0')).join(':');
  return upper ? groups.toUpperCase() : groups;
}
