import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ReleaseStore } from '../../src/release/store.ts';
import { atEnd, type Lifetime } from '../support/lifetime.ts';
import { emptyHome, lds, preparedHome, serve } from '../support/processes/lds.ts';
import { damageRelease } from '../support/release/changed-release.ts';

/** The fault, how to cause it, and what the line must say about it. */
const FAULTS: { fault: string; prepare(t: Lifetime): Promise<Fault> }[] = [
  {
    fault: 'a port that is in use',
    async prepare(t) {
      const server = createServer().listen(0, '127.0.0.1');
      atEnd(() => server.close(), t);
      await once(server, 'listening');
      const port = String((server.address() as AddressInfo).port);
      return { home: await preparedHome(t), settings: { PORT: port }, says: [port, 'in use', 'set PORT'] };
    },
  },
  {
    fault: 'an address of another machine',
    prepare: async (t) => ({
      home: await preparedHome(t),
      settings: { HOST: '192.0.2.1' },
      says: ['HOST=192.0.2.1', 'set HOST'],
    }),
  },
  {
    fault: 'an address that is none',
    prepare: async (t) => ({
      home: await preparedHome(t),
      settings: { HOST: 'fe80::1' },
      says: ['HOST=fe80::1', 'set HOST'],
    }),
  },
  {
    fault: 'a wrong setting',
    prepare: async (t) => ({
      home: await preparedHome(t),
      settings: { LDS_SHUTDOWN_SECONDS: 'soon' },
      says: ['LDS_SHUTDOWN_SECONDS="soon"', 'integer, 1 to 300'],
    }),
  },
  {
    fault: 'a source to leave out that the dataset does not have',
    prepare: async (t) => ({
      home: await preparedHome(t),
      settings: { LDS_SOURCES_EXCLUDE: 'undp-hdr-2025,omi-quotations-2025' },
      says: ['LDS_SOURCES_EXCLUDE', 'omi-quotations-2025,', 'perhaps omi-quotations-2025-s2-derived'],
    }),
  },
  {
    fault: 'an LDS_HOME that is a file',
    async prepare(t) {
      const home = join(emptyHome(t), 'file');
      writeFileSync(home, '');
      return { home, says: [home, 'cannot be written', 'set LDS_HOME'] };
    },
  },
  {
    // Even the superuser, as which tests may run, cannot create a directory there.
    fault: 'an LDS_HOME that cannot be written',
    prepare: async () => ({ home: '/sys/lds', says: ['/sys/lds', 'cannot be written', 'set LDS_HOME'] }),
  },
  {
    fault: 'a release with flipped bytes',
    prepare: (t) => damagedRelease(t, ({ home, name }) => damageRelease(home, name)),
  },
  { fault: 'a release without its file', prepare: (t) => damagedRelease(t, ({ file }) => rmSync(file)) },
  {
    fault: 'a manifest cut short',
    prepare: (t) => damagedRelease(t, ({ manifest }) => writeFileSync(manifest, '{"version": ')),
  },
  {
    fault: 'a manifest of another shape',
    prepare: (t) => damagedRelease(t, ({ manifest }) => writeFileSync(manifest, 'null')),
  },
  {
    fault: 'a release without its manifest',
    prepare: (t) => damagedRelease(t, ({ manifest }) => rmSync(manifest)),
  },
  {
    fault: 'a key database that is none',
    prepare: (t) => damagedDatabase(t, (file) => writeFileSync(file, 'not a database '.repeat(500))),
  },
  {
    fault: 'a key database whose page of keys is damaged',
    prepare: (t) =>
      damagedDatabase(t, (file) => {
        const bytes = readFileSync(file);
        const page = Math.floor(bytes.indexOf('lds_live_') / 4096) * 4096;
        writeFileSync(file, bytes.fill(0xa5, page, page + 4096));
      }),
  },
];

interface Fault {
  home: string;
  settings?: Record<string, string>;
  says: string[];
}

describe('the command prints one line on standard error and exits with 1 for', () => {
  for (const { fault, prepare } of FAULTS) {
    test(fault, async (t) => {
      const { home, settings, says } = await prepare(t);
      const { code, stdout, stderr } = await lds(home, ['serve'], { PORT: '0', ...settings });
      assert.match(stderr, /^lds: [^\n]+\n$/);
      for (const text of says) assert.ok(stderr.includes(text), `${JSON.stringify(text)} in: ${stderr}`);
      assert.equal(stdout, '');
      assert.equal(code, 1);
    });
  }
});

test('wrong usage of a command is told in a line or two, and exits with 2', async (t) => {
  const home = await preparedHome(t);
  for (const wrong of [
    ['keys', 'create'],
    ['keys', 'create', '--label', 'x', '--plan', 'none-such'],
    ['keys', 'create', '--label', 'x', '--address', '999.1.1.1'],
    ['keys', 'create', '--label', ' '],
    ['keys', 'revoke', 'neither-id-nor-key'],
    ['accounts', 'set-plan', 'ada@example.org', 'none-such'],
    ['data', 'prune'],
    ['data', 'import'],
    ['storage', 'copy'],
  ]) {
    const { code, stderr } = await lds(home, wrong);
    assert.equal(code, 2, `${wrong.join(' ')}: ${stderr}`);
    assert.ok(stderr.split('\n').length <= 3, stderr);
  }
});

test('if the directory of releases cannot be written, a message says so, without a stack trace', async (t) => {
  const home = emptyHome(t);
  writeFileSync(join(home, 'releases'), '');
  const { code, stderr } = await lds(home, ['serve'], { PORT: '0' });
  assert.match(stderr, /^lds: Cannot write a release to \S+\/releases \([^\n]+\): [^\n]+LDS_HOME[^\n]+\n$/m);
  assert.doesNotMatch(stderr, /^ {4}at /m);
  assert.equal(code, 1);
});

test('if no directory can be created at LDS_HOME, every command that writes there fails, and none hangs', async () => {
  for (const args of [['data', 'build'], ['keys', 'create', '--label', 'x'], ['serve']]) {
    const { code, stderr } = await lds('/proc/no-such-home', args, { PORT: '0' });
    assert.match(stderr, /^lds: [^\n]+LDS_HOME[^\n]+\n$/, args.join(' '));
    assert.equal(code, 1);
  }
});

test('an unknown command, or one of a group without its name, lists the available ones', async (t) => {
  const home = emptyHome(t);
  for (const args of [['keys', 'destroy'], ['serv'], ['keys']]) {
    const { code, stdout, stderr } = await lds(home, args);
    assert.match(stderr, /^(error: .+\n)?Usage: lds /s);
    assert.equal(stdout, '');
    assert.equal(code, 2);
  }
});

test('a misspelled setting is named with the one that it resembles, in the server’s log and by commands', async (t) => {
  const misspelled = { LDS_SOURCE_EXCLUDE: 'undp-hdr-2025', LDS_API_KEY: 'of a client' };
  const says = 'LDS_SOURCE_EXCLUDE is not a setting and has no effect; perhaps LDS_SOURCES_EXCLUDE';
  const { code, stderr } = await lds(emptyHome(t), ['keys', 'list'], misspelled);
  assert.deepEqual([code, stderr], [0, `lds: warning: ${says}\n`]);
  const server = await serve(t, await preparedHome(t), misspelled);
  await server.end('SIGTERM');
  const warnings = server
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{') && JSON.parse(line).level === 40)
    .map((line) => JSON.parse(line).msg);
  assert.deepEqual(warnings, [says]);
});

interface DamagedRelease {
  home: string;
  name: string;
  file: string;
  manifest: string;
}

async function damagedRelease(t: Lifetime, damage: (release: DamagedRelease) => void): Promise<Fault> {
  const home = await preparedHome(t, 'copied');
  const store = new ReleaseStore(home);
  const name = store.currentName() ?? '';
  const manifest = join(store.directory, name, 'manifest.json');
  damage({ home, name, file: store.releaseFile(name), manifest });
  return { home, says: ['unusable', 'npm run lds -- data publish'] };
}

/** The closed database of a service that has run. */
async function damagedDatabase(t: Lifetime, damage: (file: string) => void): Promise<Fault> {
  const home = await preparedHome(t);
  await lds(home, ['keys', 'create', '--label', 'test']);
  const file = join(home, 'lds.sqlite');
  damage(file);
  return { home, says: [file, 'restore it from a back-up'] };
}
