import { statSync, truncateSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { ReleaseStore } from '../../src/release/store.ts';
import type { LinkState } from '../../test/support/processes/link.ts';
import { damageRelease } from '../../test/support/release/changed-release.ts';
import type { Random } from '../bench/seeded-random.ts';
import type { Fleet, FleetNode, Trouble } from './fleet.ts';
import { pick } from './traffic.ts';

/** A fault that has begun. */
export interface Begun {
  /** Its description in the line of the step. */
  what: string;
  /** Ends the fault, but not its consequences. */
  end(): Promise<void>;
}

export interface Fault {
  name: string;
  /** A step has at most one fault of each kind. */
  kind:
    | 'end'
    | 'freeze'
    | 'postgresql'
    | 'valkey'
    | 'store link'
    | 'ledger link'
    | 'clients'
    | 'disk'
    | 'clock';
  /** Why this machine cannot have the fault; undefined if it can. */
  missing?(fleet: Fleet): string | undefined;
  begin(fleet: Fleet, random: Random, found: (what: string) => void): Promise<Begun>;
}

/** The last node is never ended, so that its memory can be watched for the whole day. */
const endable = ({ nodes }: Fleet) => nodes.slice(0, -1).filter(({ troubles }) => !troubles.has('process'));
const SLOW_CLIENTS = 60;
/** Seconds by which a clock is set: within a minute, an hour, and into another day. */
const JUMPS = [-30, 30, -1200, 1200, -10_800, 10_800, -93_600, 93_600];
/** Milliseconds in each direction. */
const DELAYS = [50, 300, 1500];

export const FAULTS: readonly Fault[] = [
  {
    name: 'kill',
    kind: 'end',
    async begin(fleet, random) {
      const node = pick(endable(fleet), random);
      node.troubles.add('process');
      await node.end('SIGKILL');
      return { what: `SIGKILL of ${node.name}`, end: async () => begins(node) };
    },
  },
  {
    name: 'restart',
    kind: 'end',
    async begin(fleet, random, found) {
      const node = pick(endable(fleet), random);
      node.troubles.add('process');
      const ending = ends(node, found);
      return { what: `SIGTERM of ${node.name}`, end: () => ending.then(() => begins(node)) };
    },
  },
  {
    name: 'freeze',
    kind: 'freeze',
    async begin({ nodes }, random) {
      const node = pick(
        nodes.filter(({ troubles }) => !troubles.has('process')),
        random,
      );
      node.troubles.add('process');
      node.freeze();
      return { what: `SIGSTOP of ${node.name}`, end: async () => node.thaw() };
    },
  },
  {
    name: 'postgresql-stop',
    kind: 'postgresql',
    async begin({ nodes, postgresql }, random) {
      const signal = random() < 0.5 ? 'SIGINT' : 'SIGQUIT';
      trouble(nodes, 'store');
      await postgresql.stop(signal);
      return { what: `PostgreSQL stopped with ${signal}`, end: () => postgresql.run() };
    },
  },
  {
    name: 'postgresql-freeze',
    kind: 'postgresql',
    async begin({ nodes, postgresql }) {
      trouble(nodes, 'store');
      postgresql.freeze();
      return { what: 'PostgreSQL frozen', end: async () => postgresql.thaw() };
    },
  },
  {
    name: 'postgresql-connections',
    kind: 'postgresql',
    async begin({ nodes, postgresql }) {
      trouble(nodes, 'store');
      const others = 'pid <> pg_backend_pid() AND backend_type = $$client backend$$';
      await postgresql.query(
        'postgres',
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`,
      );
      return { what: 'PostgreSQL ended all connections', end: async () => {} };
    },
  },
  {
    name: 'postgresql-full-disk',
    kind: 'postgresql',
    missing: ({ postgresqlDisk }) =>
      postgresqlDisk === undefined ? 'only root may mount a small disk' : undefined,
    async begin({ nodes, postgresql, postgresqlDisk }) {
      trouble(nodes, 'store');
      postgresqlDisk?.fill();
      return {
        what: 'disk of PostgreSQL full',
        async end() {
          postgresqlDisk?.free();
          // It gives up when it cannot write its log; its operator starts it again.
          if (postgresql.hasEnded) await postgresql.run();
        },
      };
    },
  },
  {
    name: 'valkey-kill',
    kind: 'valkey',
    async begin({ nodes, valkey }) {
      trouble(nodes, 'ledger with its data');
      await valkey.stop('SIGKILL');
      return { what: 'Valkey killed with its data', end: () => valkey.run() };
    },
  },
  {
    name: 'valkey-freeze',
    kind: 'valkey',
    async begin({ nodes, valkey }) {
      trouble(nodes, 'ledger');
      valkey.freeze();
      return { what: 'Valkey frozen', end: async () => valkey.thaw() };
    },
  },
  ...(['slow', 'cut', 'held', 'deaf'] as const).flatMap((state) => [
    linkFault(state, 'store link'),
    linkFault(state, 'ledger link'),
  ]),
  {
    name: 'slow-clients',
    kind: 'clients',
    async begin({ nodes, proxy }, random) {
      const { host } = new URL(random() < 0.5 ? proxy : pick(nodes, random).address);
      const sockets = Array.from({ length: SLOW_CLIENTS }, (_, n) => slowClient(host, n));
      return {
        what: `${SLOW_CLIENTS} slow clients at ${host}`,
        async end() {
          for (const [n, socket] of sockets.entries())
            n % 2 === 0 ? socket.resetAndDestroy() : socket.destroy();
        },
      };
    },
  },
  {
    name: 'full-disk',
    kind: 'disk',
    missing: ({ nodes }) =>
      nodes.every(({ disk }) => disk !== undefined) ? undefined : 'only root may mount a small disk',
    async begin({ nodes }, random) {
      const chosen = random() < 0.3 ? nodes : [pick(nodes, random)];
      trouble(chosen, 'disk');
      for (const { disk } of chosen) disk?.fill();
      return {
        what: `disk of ${named(chosen)} full`,
        async end() {
          for (const { disk } of chosen) disk?.free();
        },
      };
    },
  },
  {
    name: 'damaged-release',
    kind: 'end',
    async begin(fleet, random, found) {
      const node = pick(endable(fleet), random);
      const how = pick(['cut short', 'with a wrong byte'], random);
      node.troubles.add('process');
      const ending = ends(node, found);
      return {
        what: `SIGTERM of ${node.name}, then its release ${how}`,
        async end() {
          await ending;
          damage(node.home, how);
          begins(node);
        },
      };
    },
  },
  {
    name: 'damaged-archive',
    // A node that finds its release damaged in both places ends, as it should.
    kind: 'end',
    async begin({ nodes, store }) {
      for (const { home } of nodes) {
        const releases = new ReleaseStore(home);
        for (const name of releases.superfluous(0)) releases.remove(name);
      }
      // Where PostgreSQL is away too, nothing is damaged.
      await sql`UPDATE release_part SET content = substring(content FOR length(content) - 1) WHERE part = 0`
        .execute(store.database)
        .then(() =>
          sql`UPDATE release SET publication = nextval('release_publication')
            WHERE name = (SELECT name FROM release ORDER BY publication NULLS FIRST LIMIT 1)`.execute(
            store.database,
          ),
        )
        .catch(() => {});
      // The next publication of each mends it.
      return { what: 'all releases damaged in the database, and one of them published', end: async () => {} };
    },
  },
  {
    name: 'clock',
    kind: 'clock',
    missing: ({ nodes }) =>
      nodes.every(({ clock }) => clock !== undefined) ? undefined : 'libfaketime is not installed',
    async begin({ nodes }, random) {
      const chosen = random() < 0.3 ? nodes : [pick(nodes, random)];
      const seconds = pick(JUMPS, random);
      trouble(chosen, 'clock');
      await Promise.all(chosen.map(({ clock }) => clock?.set(seconds)));
      return {
        what: `clock of ${named(chosen)} set by ${seconds} s`,
        end: async () => void (await Promise.all(chosen.map(({ clock }) => clock?.set(0)))),
      };
    },
  },
];

function linkFault(state: LinkState, kind: 'store link' | 'ledger link'): Fault {
  const isStore = kind === 'store link';
  return {
    name: `${isStore ? 'postgresql' : 'valkey'}-link-${state}`,
    kind,
    async begin({ nodes }, random) {
      const chosen = random() < 0.3 ? nodes : [pick(nodes, random)];
      const lateBy = pick(DELAYS, random);
      trouble(chosen, isStore ? 'store' : 'ledger');
      const links = chosen.map(({ toStore, toLedger }) => (isStore ? toStore : toLedger));
      for (const link of links) link.set(state, lateBy);
      const how = state === 'slow' ? `slow by ${lateBy} ms` : state;
      return {
        what: `link of ${named(chosen)} to ${isStore ? 'PostgreSQL' : 'Valkey'} ${how}`,
        async end() {
          for (const link of links) link.set('open');
        },
      };
    },
  };
}

async function ends(node: FleetNode, found: (what: string) => void): Promise<void> {
  const code = await node.end('SIGTERM');
  // Its counts may not reach the store in the ten seconds that it tries.
  if (code !== 0 && !node.troubles.has('store')) found(`${node.name} ended with ${code}: ${node.log}`);
}

function damage(home: string, how: string): void {
  const releases = new ReleaseStore(home);
  const name = releases.currentName() ?? '';
  const path = releases.releaseFile(name);
  if (how === 'cut short') truncateSync(path, Math.floor(statSync(path).size / 2));
  else damageRelease(home, name);
}

/** Not waited for: a start may need a server that another fault has stopped. */
function begins(node: FleetNode): void {
  node.start().catch(() => {});
}

/** Some send half a request, some a whole one and do not read, some read a byte now and then. */
function slowClient(host: string, n: number): Socket {
  const [name = '', port] = host.split(':');
  const socket = connect(Number(port), name);
  socket.on('error', () => {});
  const head = `GET /v1/cities?limit=100 HTTP/1.1\r\nHost: ${host}\r\n`;
  socket.write(n % 3 === 0 ? head : `${head}\r\n`);
  if (n % 3 === 1) socket.pause();
  if (n % 3 === 2)
    socket.on('data', async () => {
      socket.pause();
      await delay(500, undefined, { ref: false });
      socket.resume();
    });
  return socket;
}

function trouble(nodes: readonly FleetNode[], what: Trouble): void {
  for (const { troubles } of nodes) troubles.add(what);
}

function named(nodes: readonly FleetNode[]): string {
  return nodes.length > 1 ? 'all nodes' : (nodes[0]?.name ?? '');
}
