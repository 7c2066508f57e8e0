import { setTimeout as delay } from 'node:timers/promises';
import { SCOPES } from '../../src/engine/permissions.ts';
import { issueKey, revokeKey } from '../../src/service/keys/lifecycle.ts';
import { generateToken } from '../../src/service/keys/token.ts';
import { BrowserSession, signedUp } from '../../test/support/accounts/browser-session.ts';
import type { Lifetime } from '../../test/support/lifetime.ts';
import { type Random, seededRandom } from '../bench/seeded-random.ts';
import { type Edition, editions } from './editions.ts';
import { type Begun, FAULTS, type Fault } from './faults.ts';
import { type Fleet, type FleetNode, LIMIT, startFleet } from './fleet.ts';
import { Machine } from './machine.ts';
import { Oracle, type Step } from './oracle.ts';
import { type Answer, Client, Door, type KnownKey, pick } from './traffic.ts';

/** Pauses of clients after each response, in milliseconds, so that the machine is not the limit. */
const ORDINARY = 60;
const LIMITED = 25;
const STRANGER = 700;
/** A fault lasts between these, in milliseconds. */
const SHORTEST = 500;
const LONGEST = 6000;
/** After nodes say that they are ready, limits are shared and connections that died unnoticed are replaced within this time. */
const SETTLING = 5000;
/** Within this time, nodes apply a release and write usage, once all is well. */
const PATIENCE = 20_000;
/** Requests of each client before faults begin: every node has seen every key then. */
const WARM = 10;
/** Longer than nginx waits for the dashboard. */
const DASHBOARD = 20_000;
const WINDOW_SECONDS = { daily: 86_400, hourly: 3600 };
/** The part of the time in which a machine is too busy for Valkey to answer within half a second. */
const BUSY = 0.25;
/** Revoked keys that are tried again after every step; at the end all are. */
const TRIED_AGAIN = 12;

export interface DayOptions {
  seed: number;
  /** In milliseconds. */
  length: number;
  /** Step to begin with, which replays a finding: every step follows from the seed and its number alone. */
  from: number;
  /** Names of faults; all of them unless given. */
  only: readonly string[] | undefined;
  say(line: string): void;
}

export interface DayReport {
  steps: number;
  answers: number;
  unanswered: number;
  faults: Map<string, number>;
  findings: string[];
  rows: [what: string, value: string][];
}

/** One bad day: step after step until the time is over. */
export async function badDay(options: DayOptions, owner: Lifetime): Promise<DayReport> {
  const day = await Day.begin(options, owner);
  const until = performance.now() + options.length;
  for (let number = options.from; performance.now() < until; number++) await day.step(number);
  return day.end();
}

/** Keys that are used all day. */
interface Steady {
  /** At the proxy. */
  proxied: KnownKey;
  /** At each node. */
  direct: KnownKey;
  /** By the oracle, once usage is counted. */
  afterwards: KnownKey;
}

class Day {
  readonly #options: DayOptions;
  readonly #fleet: Fleet;
  readonly #machine: Machine;
  readonly #oracle: Oracle;
  readonly #paths: string[];
  readonly #editions: Edition[];
  readonly #faults: readonly Fault[];
  readonly #browsers: Map<FleetNode, BrowserSession>;
  readonly #steady: Steady;
  readonly #keys: KnownKey[] = [];
  readonly #findings: string[] = [];
  readonly #recoveries: number[] = [];
  readonly #counts = new Map<string, number>();
  /** The state of the current step. */
  #begun: readonly Begun[] = [];
  #published: Edition;
  #steps = 0;
  #answers = 0;
  #unanswered = 0;
  #gaveUp = 0;
  #number = 0;

  static async begin(options: DayOptions, owner: Lifetime): Promise<Day> {
    const machine = new Machine(owner);
    const [known, fleet] = await Promise.all([editions(owner), startFleet(machine, owner)]);
    const browser = await signedUp({ server: { address: fleet.nodes[0]?.address ?? '' } });
    const browsers = new Map(
      fleet.nodes.map((node) => {
        const own = new BrowserSession({ server: node });
        for (const [name, value] of browser.cookies) own.cookies.set(name, value);
        return [node, own];
      }),
    );
    const steady = {
      proxied: await newKey(fleet, 'standard'),
      direct: await newKey(fleet, 'standard'),
      afterwards: await newKey(fleet, 'standard'),
    };
    return new Day(options, { machine, fleet, browsers, steady, ...known });
  }

  private constructor(
    options: DayOptions,
    parts: {
      machine: Machine;
      fleet: Fleet;
      browsers: Map<FleetNode, BrowserSession>;
      steady: Steady;
      paths: string[];
      editions: Edition[];
    },
  ) {
    const { machine, fleet, browsers, steady, paths, editions } = parts;
    this.#options = options;
    this.#fleet = fleet;
    this.#machine = machine;
    this.#browsers = browsers;
    this.#steady = steady;
    this.#paths = paths;
    this.#editions = editions;
    const [first] = editions;
    if (first === undefined) throw new Error('there is no release');
    this.#published = first;
    this.#oracle = new Oracle(fleet, machine, (what) => this.#found(what));
    const missing = FAULTS.map((fault) => ({ fault, why: fault.missing?.(fleet) }));
    for (const { fault, why } of missing)
      if (why !== undefined) options.say(`left out: ${fault.name} (${why})`);
    this.#faults = missing
      .filter(({ fault, why }) => why === undefined && (options.only?.includes(fault.name) ?? true))
      .map(({ fault }) => fault);
  }

  /** A few faults at once, people's actions meanwhile, the recovery, and the oracle's verdict. */
  async step(number: number): Promise<void> {
    this.#number = number;
    const random = seededRandom(Math.imul(this.#options.seed, 0x9e3779b1) ^ number);
    const { nodes } = this.#fleet;
    for (const { troubles } of nodes) troubles.clear();
    const plan = number % 2 === 0 ? 'daily' : 'hourly';
    const trial = { key: await newKey(this.#fleet, plan), plan } as const;
    const step: Step = {
      number,
      faultsAt: Number.POSITIVE_INFINITY,
      answers: [],
      editions: new Set([this.#published]),
      trial,
      crossings: { daily: 0, hourly: 0 },
    };
    const beganAt = Date.now();
    await this.#oracle.noteUsage([this.#steady.proxied, this.#steady.direct, trial.key]);
    const doors = this.#doors(step);
    // The order of clients' requests depends on the machine, but the faults do not depend on that order.
    const clients = this.#clients(doors, step, seededRandom(number));
    await this.#warm(step);

    const chosen = this.#choose(random);
    this.#say(chosen.map(({ name }) => name).join(', '));
    step.faultsAt = performance.now();
    const begun: Begun[] = [];
    this.#begun = begun;
    for (const fault of chosen) {
      this.#counts.set(fault.name, (this.#counts.get(fault.name) ?? 0) + 1);
      begun.push(await fault.begin(this.#fleet, random, (what) => this.#found(what)));
    }
    const acts = await this.#meanwhile(step, random, doors);
    for (const fault of begun) {
      await fault.end();
      await delay(random() * 1000);
    }
    const recovery = await this.#recover(acts);
    await Promise.all(clients.map((client) => client.stop()));
    this.#noteCrossings(step, beganAt);
    await this.#judge(step, doors, random);
    for (const door of doors.values()) await door.close();
    this.#steps++;
    this.#answers += step.answers.length;
    this.#say(
      `${this.#what}; ${step.answers.length} requests, well again after ${(recovery / 1000).toFixed(1)} s`,
    );
  }

  async end(): Promise<DayReport> {
    const step: Step = {
      number: this.#number,
      faultsAt: Number.POSITIVE_INFINITY,
      answers: [],
      editions: new Set([this.#published]),
      trial: { key: this.#steady.direct, plan: 'daily' },
      crossings: { daily: 0, hourly: 0 },
    };
    for (const { troubles } of this.#fleet.nodes) troubles.clear();
    const doors = this.#doors(step);
    await this.#tryKeys(doors, this.#keys);
    for (const door of doors.values()) await door.close();
    const growth = this.#oracle.checkGrowth();
    const { revocations, passes, lostUsage } = this.#oracle;
    return {
      steps: this.#steps,
      answers: this.#answers,
      unanswered: this.#unanswered,
      faults: this.#counts,
      findings: this.#findings,
      rows: [
        ['keys made, revoked', `${this.#keys.length}, ${this.#keys.filter(isRevoked).length}`],
        ['a node without a fault of its own refuses a revoked key after', spread(revocations, 'ms')],
        ['requests that passed of a limit of 1,000', spread(passes, '')],
        ['ready after the last fault has ended', spread(this.#recoveries, 'ms')],
        ['most requests of a key that were lost to usage by SIGKILL', String(lostUsage)],
        ['gave up Valkey because the machine was too busy', `${this.#gaveUp} times`],
        ['the node that was never ended', growth],
        ['waited for a processor', `${Math.round(this.#machine.share * 100)} % of the time`],
      ],
    };
  }

  /** A line about the current step. */
  #say(line: string): void {
    this.#options.say(`${String(this.#number).padStart(4)}  ${line}`);
  }

  #found(what: string): void {
    // Details that differ between faults of a kind are in brackets.
    const kind = `step ${this.#number}: ${what.replace(/ \(.*/s, '')}`;
    if (this.#findings.some((finding) => finding.startsWith(kind))) return;
    const finding = `step ${this.#number}: ${what}\n      after: ${this.#what}`;
    this.#findings.push(finding);
    this.#options.say(`FOUND ${finding}`);
  }

  get #what(): string {
    return this.#begun.map(({ what }) => what).join(', ');
  }

  #doors(step: Step): Map<FleetNode | undefined, Door> {
    const onAnswer = (answer: Answer) => {
      step.answers.push(answer);
      this.#oracle.hear(answer, step);
    };
    const proxy: [undefined, Door] = [undefined, new Door(this.#fleet.proxy, undefined, onAnswer)];
    return new Map<FleetNode | undefined, Door>([
      proxy,
      ...this.#fleet.nodes.map((node): [FleetNode, Door] => [node, new Door(node.address, node, onAnswer)]),
    ]);
  }

  #clients(doors: Map<FleetNode | undefined, Door>, step: Step, random: Random): Client[] {
    const anyPath = () => pick(this.#paths, random);
    const ordinary = (door: Door, key: KnownKey) => () => {
      const path = anyPath();
      const known = pick([...step.editions], random).answers.get(path)?.etag;
      return door.ask(path, key, random() < 0.1 ? known : undefined);
    };
    return [...doors].flatMap(([node, door]) =>
      node === undefined
        ? [
            ...Array.from({ length: 4 }, () => new Client(ORDINARY, ordinary(door, this.#steady.proxied))),
            new Client(STRANGER, () => door.ask(anyPath(), generateToken())),
          ]
        : [
            new Client(ORDINARY, ordinary(door, this.#steady.direct)),
            new Client(LIMITED, () => door.ask('/v1/countries', step.trial.key)),
          ],
    );
  }

  async #warm({ answers, trial }: Step): Promise<void> {
    const isWarm = (node: FleetNode) =>
      answers.filter((answer) => answer.node === node && answer.key === trial.key).length >= WARM;
    while (!this.#fleet.nodes.every(isWarm)) await delay(20);
  }

  /** One to three, of different kinds. */
  #choose(random: Random): Fault[] {
    const count = 1 + Math.floor(random() ** 2 * 3);
    const chosen: Fault[] = [];
    for (let tries = 0; chosen.length < count && tries < 50; tries++) {
      const fault = pick(this.#faults, random);
      if (chosen.every(({ kind }) => kind !== fault.kind)) chosen.push(fault);
    }
    return chosen;
  }

  /** For as long as the faults last: keys are made and revoked, releases published. @returns what is still under way */
  async #meanwhile(
    step: Step,
    random: Random,
    doors: Map<FleetNode | undefined, Door>,
  ): Promise<Promise<void>[]> {
    const until = performance.now() + SHORTEST + random() * (LONGEST - SHORTEST);
    const acts: Promise<void>[] = [];
    while (performance.now() < until) {
      const lot = random();
      if (lot < 0.4) acts.push(this.#makeKey(doors, random));
      else if (lot < 0.8) acts.push(this.#revoke(doors, random));
      else acts.push(this.#publish(step, pick(this.#editions, random)));
      await delay(300 + random() * 1000);
    }
    return acts;
  }

  async #makeKey(doors: Map<FleetNode | undefined, Door>, random: Random): Promise<void> {
    const node = pick(this.#fleet.nodes, random);
    const asOwner = random() < 0.5;
    let key: KnownKey;
    try {
      if (!asOwner) key = await newKey(this.#fleet, 'standard');
      else {
        const wanted = { name: 'chaos', expires_at: null, header_only: false };
        const response = await this.#dashboard(node, '/keys', wanted);
        if (response?.ok !== true) return;
        const issued = (await response.json()) as { token: string; key: { id: string } };
        key = known(issued.key.id, issued.token);
      }
    } catch {
      // If the key was created, nobody has received it.
      return;
    }
    this.#keys.push(key);
    for (const [other, door] of doors) if (other !== undefined) await door.ask('/v1/countries', key);
  }

  async #revoke(doors: Map<FleetNode | undefined, Door>, random: Random): Promise<void> {
    const living = this.#keys.filter((key) => key.revokingAt === Number.POSITIVE_INFINITY);
    const node = pick(this.#fleet.nodes, random);
    if (living.length === 0) return;
    const key = pick(living, random);
    const asOwner = random() < 0.5;
    key.revokingAt = performance.now();
    try {
      if (!asOwner) await revokeKey(this.#fleet.store.database, key.id);
      else {
        const response = await this.#dashboard(node, `/keys/${key.id}/revoke`);
        // Keys that were made in the store belong to nobody.
        if (response?.status === 404) await revokeKey(this.#fleet.store.database, key.id);
        else if (response?.ok !== true) return;
      }
    } catch {
      return;
    }
    key.revokedAt = performance.now();
    await Promise.all(this.#fleet.nodes.map((each) => this.#awaitRefusal(each, doors.get(each), key)));
  }

  /** Until the node refuses the key, or for as long as the oracle allows. */
  async #awaitRefusal(node: FleetNode, door: Door | undefined, key: KnownKey): Promise<void> {
    let acceptedAt = key.revokedAt;
    while (door !== undefined && performance.now() < key.revokedAt + PATIENCE) {
      const { status, sentAt } = await door.ask('/v1/countries', key);
      if (status === 401) break;
      // A missing response says nothing.
      if (status === 200) acceptedAt = sentAt;
      if (node.troubles.has('process') || node.troubles.has('store')) return;
      await delay(40);
    }
    this.#oracle.checkRefusal(node, key, acceptedAt);
  }

  async #publish(step: Step, edition: Edition): Promise<void> {
    step.editions.add(edition);
    this.#published = edition;
    await this.#fleet.store.releases?.publish(edition.name, edition.directory).catch(() => {});
  }

  /** A refusal by the dashboard because it cannot is not a finding; anything else is. Undefined if the node is unreachable. */
  async #dashboard(node: FleetNode, path: string, body?: unknown): Promise<Response | undefined> {
    const from = performance.now();
    const answer = this.#browsers
      .get(node)
      ?.send('POST', path, body)
      .catch(() => undefined);
    const response = await Promise.race([answer, delay(DASHBOARD, 'late' as const)]);
    const what = `the dashboard of ${node.name}, POST ${path.replace(/key_[^/]+/, 'KEY')}`;
    if (response === 'late') {
      const stalled = this.#machine.stalled(from);
      if (!node.troubles.has('process'))
        this.#found(`${what} does not answer within ${DASHBOARD} ms (stalled for ${stalled} ms)`);
      return undefined;
    }
    if (response !== undefined && !response.ok && ![404, 429, 503].includes(response.status))
      this.#found(`${what}: ${response.status} (${await response.text()}; ${node.log.slice(-1500)})`);
    return response;
  }

  /** All servers are back: the time until all nodes say so, too, and have applied all changes. */
  async #recover(acts: Promise<void>[]): Promise<number> {
    const { nodes, store } = this.#fleet;
    const from = performance.now();
    for (const node of nodes) {
      const said = await node.recovered().catch((error: Error) => error.message);
      if (said !== undefined) this.#found(`${node.name} does not recover: ${said}; ${node.log.slice(-1000)}`);
    }
    const took = performance.now() - from;
    this.#recoveries.push(took);
    await Promise.all(acts);
    // Repeat what failed while the store was unreachable.
    await this.#patience(async () => {
      try {
        await store.releases?.publish(this.#published.name, this.#published.directory);
        for (const key of this.#keys.filter(isUncertain)) {
          await revokeKey(store.database, key.id);
          key.revokedAt = performance.now();
        }
        return true;
      } catch {
        return false;
      }
    });
    await delay(SETTLING);
    const { version } = this.#published;
    for (const node of nodes) {
      let release: string | undefined;
      await this.#patience(async () => {
        ({ release } = await node.readiness().catch(() => ({ release: 'none' })));
        return release === version;
      });
      if (release !== version)
        this.#found(`${node.name} serves ${release} and not ${version}; ${node.log.slice(-1000)}`);
    }
    return took;
  }

  async #judge(step: Step, doors: Map<FleetNode | undefined, Door>, random: Random): Promise<void> {
    this.#unanswered += this.#oracle.checkAvailability(step);
    await this.#exhaust(step, doors);
    this.#readLogs(step);
    this.#oracle.checkLimit(step);
    for (const key of [this.#steady.proxied, this.#steady.direct, step.trial.key])
      await this.#oracle.checkUsage(key, step, (holds) => this.#patience(holds));
    // From here on nothing excuses a node.
    for (const { troubles } of this.#fleet.nodes) troubles.clear();
    step.editions = new Set([this.#published]);
    const living = this.#keys.filter((key) => !isRevoked(key));
    const revoked = this.#keys.filter(isRevoked);
    await this.#tryKeys(doors, [...living.slice(-TRIED_AGAIN), ...revoked.slice(-TRIED_AGAIN)]);
    for (const door of doors.values()) await door.ask(pick(this.#paths, random), this.#steady.afterwards);
    this.#oracle.lookAtResources();
  }

  /** Bugs that a log shows, and nodes that gave up Valkey without a fault, which only an overloaded machine excuses. */
  #readLogs({ faultsAt }: Step): void {
    for (const node of this.#fleet.nodes) {
      const log = node.newLog();
      const fault = /^.*"(?:TypeError|RangeError|ReferenceError|AssertionError)".*$/m.exec(log)?.[0];
      if (fault !== undefined) this.#found(`${node.name} logged ${fault.slice(0, 600)}`);
      const mayBeAlone = node.troubles.has('ledger') || node.troubles.has('ledger with its data');
      if (mayBeAlone || !log.includes('limits are not shared')) continue;
      node.troubles.add('ledger');
      this.#gaveUp++;
      const stalled = this.#machine.stalled(faultsAt) / (performance.now() - faultsAt);
      if (stalled < BUSY && !node.troubles.has('process'))
        this.#found(
          `${node.name} gave up Valkey, while it waited for a processor for ${Math.round(stalled * 100)} % of the time`,
        );
    }
  }

  /** Until all nodes refuse the trial's key, a few times each. */
  async #exhaust({ trial }: Step, doors: Map<FleetNode | undefined, Door>): Promise<void> {
    const nodes = [...doors].flatMap(([node, door]) => (node === undefined ? [] : [door]));
    for (let refused = 0, turn = 0; refused < 3 * nodes.length && turn < 10 * LIMIT; turn++) {
      const { status } = (await nodes[turn % nodes.length]?.ask('/v1/countries', trial.key)) ?? {};
      refused = status === 200 ? 0 : refused + 1;
    }
  }

  async #tryKeys(doors: Map<FleetNode | undefined, Door>, keys: readonly KnownKey[]): Promise<void> {
    for (const [node, door] of doors)
      for (const key of node === undefined ? [] : keys) {
        const { status, reason } = await door.ask('/v1/countries', key);
        const expected = isRevoked(key) ? 401 : 200;
        if (status !== expected)
          this.#found(
            `${node?.name} answers ${status} ${reason} to ${key.id}, which is ${isRevoked(key) ? 'revoked' : 'sound'}`,
          );
      }
  }

  /** Clocks that were set into another window and back, and windows that ended. */
  #noteCrossings({ crossings, trial }: Step, beganAt: number): void {
    const endedAt = Date.now();
    const window = (time: number, plan: 'daily' | 'hourly') => Math.floor(time / 1000 / WINDOW_SECONDS[plan]);
    const { plan } = trial;
    if (window(beganAt, plan) !== window(endedAt, plan)) crossings[plan]++;
    const jumps = this.#fleet.nodes
      .filter(({ troubles }) => troubles.has('clock'))
      .map(({ clock }) => clock?.lastSet ?? 0);
    if (jumps.some((seconds) => window(beganAt + seconds * 1000, plan) !== window(endedAt, plan)))
      crossings[plan] += 2;
  }

  async #patience(holds: () => Promise<boolean>): Promise<void> {
    const from = performance.now();
    while (!(await holds())) {
      if (performance.now() - from > PATIENCE + this.#machine.stalled(from)) return;
      await delay(50);
    }
  }
}

async function newKey({ store }: Fleet, plan: string): Promise<KnownKey> {
  const request = { label: 'chaos', plan, scopes: SCOPES, headerOnly: false, expiresAt: null };
  const { row, token } = await issueKey(store.database, request);
  return known(row.id, token);
}

function known(id: string, token: string): KnownKey {
  return {
    id,
    token,
    madeAt: performance.now(),
    revokingAt: Number.POSITIVE_INFINITY,
    revokedAt: Number.POSITIVE_INFINITY,
  };
}

function isRevoked({ revokedAt }: KnownKey): boolean {
  return revokedAt < Number.POSITIVE_INFINITY;
}

function isUncertain(key: KnownKey): boolean {
  return key.revokingAt < Number.POSITIVE_INFINITY && !isRevoked(key);
}

function spread(values: readonly number[], unit: string): string {
  if (values.length === 0) return 'never';
  const sorted = values.toSorted((one, other) => one - other).map(Math.round);
  return `${sorted[0]} to ${sorted.at(-1)} ${unit}, median ${sorted[sorted.length >> 1]} ${unit}, ${sorted.length} times`.replaceAll(
    / +(?=,)/g,
    '',
  );
}
