import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { usageOf } from '../../src/service/storage/usage.ts';
import { residentMegabytes } from '../bench/load.ts';
import { type Bounds, boundsOfLimit, boundsOfUsage, growthOf, isWithin, type LimitedNode } from './bounds.ts';
import type { Edition, ExpectedAnswer } from './editions.ts';
import { FLUSH_MILLISECONDS, type Fleet, type FleetNode, LIMIT, type Run } from './fleet.ts';
import type { Machine } from './machine.ts';
import { type Answer, type KnownKey, NO_ANSWER_IN_TIME } from './traffic.ts';

/** A revoked key works nowhere after this time. */
const REVOCATION_MILLISECONDS = 1000;
/** A node without a fault responds within this time, whatever happens to others; the proxy may try three nodes. */
const ANSWER_MILLISECONDS = 3000;
const PROXY_MILLISECONDS = 6000;
/** Longer than a write of usage takes. */
const WRITE_MILLISECONDS = 1500;
/** A request that was so late at the proxy may have been sent to another node too. */
const REPEATED_MILLISECONDS = 1900;
/** Requests that may be under way at a node when it ends. */
const UNDER_WAY = 16;
/** If the machine was too busy for this part of a second, nodes may respond that they are overloaded. */
const BUSY_MILLISECONDS = 500;
/** The largest growth of the open descriptors of a process since its start. */
const DESCRIPTORS_ALLOWED = 24;
const NO_ANSWER = new Set([0, 502, 503, 504]);
const COUNTED = new Map([
  [200, '2xx'],
  [304, '304'],
  [429, '429'],
]);

/** Everything that the verdict on a step depends on. */
export interface Step {
  number: number;
  /** When its faults began. */
  faultsAt: number;
  answers: Answer[];
  /** Releases that a node may serve. */
  editions: Set<Edition>;
  trial: { key: KnownKey; plan: 'daily' | 'hourly' };
  /** Windows into which a clock was set, and out of which. */
  crossings: Record<'daily' | 'hourly', number>;
}

/** Knows the service's promises, and reports each one that was broken. */
export class Oracle {
  readonly #fleet: Fleet;
  readonly #machine: Machine;
  readonly #found: (what: string) => void;
  /** For each process: its memory and descriptors at the first quiet sample, and since. */
  readonly #resources = new Map<number, { megabytes: number; descriptors: number }[]>();
  /** In the store, by key, when the step began. */
  readonly #written = new Map<KnownKey, number>();
  readonly revocations: number[] = [];
  readonly passes: number[] = [];
  #lostUsage = 0;

  constructor(fleet: Fleet, machine: Machine, found: (what: string) => void) {
    this.#fleet = fleet;
    this.#machine = machine;
    this.#found = found;
  }

  /** Checks everything about a response that can be checked at once. */
  hear(answer: Answer, { editions, trial }: Step): void {
    const { key, node, status, path, condition, endedAt } = answer;
    node?.learn(answer.prefix === '' ? undefined : `${answer.prefix}-`);
    if (status === 200 && key === undefined) this.#say(answer, 'a key that nobody has made was accepted');
    else if (status === 200) {
      const served = [...editions].find(({ version }) => version === answer.release);
      if (served === undefined) this.#say(answer, `release ${answer.release}, which is not published`);
      else if (served.answers.get(path)?.hash !== answer.hash)
        this.#say(answer, `a wrong body, of ${answer.release}`);
    } else if (status === 304) {
      const tags = [...editions].map((edition): ExpectedAnswer | undefined => edition.answers.get(path));
      if (!tags.some((tag) => tag?.etag === condition))
        this.#say(answer, 'a 304 for an entity tag of no release');
    } else if (status === 401) {
      if (key !== undefined && endedAt < key.revokingAt) this.#say(answer, 'a key that works was refused');
    } else if (status === 429) {
      if (key !== undefined && key !== trial.key) this.#say(answer, 'a limit that is not used up refused');
    } else if (!NO_ANSWER.has(status)) this.#say(answer, `status ${status}`);
    if (status === 200 && key !== undefined) this.#checkRevocation(answer, key);
  }

  /** After a step: requests that were not answered, or late, although a node could. */
  checkAvailability(step: Step): number {
    const { nodes } = this.#fleet;
    const away = nodes.filter(({ troubles }) => troubles.has('process')).length;
    let unanswered = 0;
    for (const answer of step.answers) {
      const { key, node, sentAt, endedAt, status } = answer;
      const isAway = node === undefined ? away > 1 : node.troubles.has('process');
      const isBusy = this.#machine.stalled(sentAt - 2000, endedAt) > BUSY_MILLISECONDS;
      if (NO_ANSWER.has(status)) unanswered++;
      // A key that no node has seen yet is looked up in the store.
      if (isAway || key === undefined || this.#mayBeUnknown(key, node, step)) continue;
      const late = endedAt - sentAt - this.#machine.stalled(sentAt, endedAt);
      const isLate = status === 0 && answer.reason === NO_ANSWER_IN_TIME;
      if (NO_ANSWER.has(status) && !isLate && !(status === 503 && isBusy)) this.#say(answer, 'no answer');
      else if (late > (node === undefined ? PROXY_MILLISECONDS : ANSWER_MILLISECONDS))
        this.#say(answer, `an answer after ${Math.round(endedAt - sentAt)} ms`);
    }
    return unanswered;
  }

  /** How long a node accepted a key after its revocation was confirmed. @param acceptedAt when its last accepted request was sent */
  checkRefusal(node: FleetNode, key: KnownKey, acceptedAt: number): void {
    if (node.troubles.has('process') || node.troubles.has('store')) return;
    const took = acceptedAt - key.revokedAt;
    this.revocations.push(took);
    if (took > REVOCATION_MILLISECONDS + this.#machine.stalled(key.revokedAt, acceptedAt))
      this.#found(`${node.name} accepted ${key.id} for ${Math.round(took)} ms after it was revoked`);
  }

  /** All nodes refuse the trial's key: as many requests passed as the rules allow. */
  checkLimit(step: Step): void {
    const { trial, answers, faultsAt, crossings } = step;
    const { nodes } = this.#fleet;
    const ofTrial = answers.filter(({ key }) => key === trial.key);
    const passed = ofTrial.filter(({ status }) => status === 200);
    const hasTrouble = (what: 'store' | 'ledger with its data') =>
      nodes.some(({ troubles }) => troubles.has(what));
    const limitedNode = (node: FleetNode): LimitedNode => ({
      isAlone: node.troubles.has('ledger') || node.troubles.has('ledger with its data'),
      wasAway: node.troubles.has('process'),
      runs: node.runsSince(faultsAt).map((run) => {
        const own = passed.filter(({ prefix }) => prefix === run.prefix);
        return {
          before: own.filter(({ endedAt }) => endedAt < faultsAt).length,
          passed: own.length,
          unwritten: own.filter(({ endedAt }) => endedAt > this.#writtenUntil(run, faultsAt)).length,
          isNew: run.startedAt > faultsAt,
          hasEnded: run.endedAt < Number.POSITIVE_INFINITY,
        };
      }),
    });
    const bounds = boundsOfLimit({
      limit: LIMIT,
      nodes: nodes.map(limitedNode),
      lostRecords: hasTrouble('ledger with its data'),
      isRestored: trial.plan === 'daily' && !hasTrouble('store'),
      knowsNodes: !hasTrouble('store'),
      crossings: crossings[trial.plan],
      unanswered: ofTrial.filter(({ status }) => NO_ANSWER.has(status)).length,
    });
    this.passes.push(passed.length);
    if (!isWithin(passed.length, bounds))
      this.#found(
        `${passed.length} requests passed of a ${trial.plan} limit of ${LIMIT}: allowed are ${said(bounds)}`,
      );
  }

  /** Records the written usage before a step. */
  async noteUsage(keys: readonly KnownKey[]): Promise<void> {
    for (const key of keys) this.#written.set(key, await this.#usage(key));
  }

  /** Every node has written: each request is counted once, except those that a killed process had not written. */
  async checkUsage(
    key: KnownKey,
    step: Step,
    patience: (holds: () => Promise<boolean>) => Promise<void>,
  ): Promise<void> {
    const ofKey = step.answers.filter((answer) => answer.key === key);
    const answered = ofKey.filter(({ status }) => COUNTED.has(status));
    const isProxied = ofKey.some(({ node }) => node === undefined);
    const killed = this.#fleet.nodes.flatMap((node) =>
      node.runsSince(step.faultsAt).filter((run) => this.#mayLoseUsage(run)),
    );
    const away = this.#fleet.nodes.filter(({ troubles }) => troubles.has('process')).length;
    const bounds = boundsOfUsage({
      answered: answered.length,
      unanswered: ofKey.length - answered.length,
      times: isProxied ? 3 : 1,
      lost: killed.reduce((sum, run) => sum + this.#unwritten(answered, run, step.faultsAt), 0),
      repeated: isProxied
        ? away * UNDER_WAY +
          2 * ofKey.filter((each) => each.endedAt - each.sentAt > REPEATED_MILLISECONDS).length
        : 0,
    });
    const before = this.#written.get(key) ?? 0;
    let counted = 0;
    await patience(async () => {
      counted = (await this.#usage(key)) - before;
      return counted >= bounds.least;
    });
    // If more was written, or is written twice, it appears after one more write.
    if (bounds.least < answered.length || counted < bounds.least)
      await delay(FLUSH_MILLISECONDS + WRITE_MILLISECONDS);
    counted = (await this.#usage(key)) - before;
    this.#lostUsage = Math.max(this.#lostUsage, answered.length - counted);
    if (!isWithin(counted, bounds))
      this.#found(
        `${counted} of ${answered.length} requests with ${key.id} are counted: allowed are ${said(bounds)}`,
      );
  }

  /** Samples the processes while no request is in progress. */
  lookAtResources(): void {
    for (const { run } of this.#fleet.nodes) {
      const look = {
        megabytes: residentMegabytes(run.pid),
        descriptors: readdirSync(`/proc/${run.pid}/fd`).length,
      };
      const looks = this.#resources.get(run.pid) ?? [];
      this.#resources.set(run.pid, looks);
      looks.push(look);
      const [first = look] = looks;
      if (look.descriptors > first.descriptors + DESCRIPTORS_ALLOWED)
        this.#found(
          `${run.node.name} has ${look.descriptors} descriptors open, at first ${first.descriptors}`,
        );
    }
  }

  /** At the end: whether the node that was never ended has grown since its warm-up. */
  checkGrowth(): string {
    const looks = this.#resources.get(this.#fleet.nodes.at(-1)?.run.pid ?? 0) ?? [];
    const { early, late, hasGrown } = growthOf(looks.map(({ megabytes }) => megabytes));
    const said = `at most ${early} MB after a third of the time, at least ${late} MB at the end, ${looks[0]?.descriptors} and ${looks.at(-1)?.descriptors} descriptors`;
    if (hasGrown) this.#found(`the node that was never ended has grown: ${said}`);
    return said;
  }

  get lostUsage(): number {
    return this.#lostUsage;
  }

  /** Whether a node that was asked may never have seen the key: it or the node is new, and the store was out of reach. */
  #mayBeUnknown(key: KnownKey, asked: FleetNode | undefined, { faultsAt }: Step): boolean {
    const nodes = asked === undefined ? this.#fleet.nodes : [asked];
    return nodes.some(
      ({ troubles, run }) => troubles.has('store') && (key.madeAt > faultsAt || run.startedAt > faultsAt),
    );
  }

  #checkRevocation(answer: Answer, key: KnownKey): void {
    const node = answer.node ?? this.#fleet.nodes.find(({ run }) => run.prefix === answer.prefix);
    if (node === undefined || node.troubles.has('process') || node.troubles.has('store')) return;
    const allowed = REVOCATION_MILLISECONDS + this.#machine.stalled(key.revokedAt, answer.endedAt);
    if (answer.sentAt > key.revokedAt + allowed) this.#say(answer, 'a revoked key was accepted');
  }

  #mayLoseUsage({ signal, node }: Run): boolean {
    return signal === 'SIGKILL' || (signal === 'SIGTERM' && node.troubles.has('store'));
  }

  /** The time up to which all requests that a process answered are certainly in the store. */
  #writtenUntil({ endedAt, node }: Run, faultsAt: number): number {
    const last = node.troubles.has('store') ? Math.min(faultsAt, endedAt) : endedAt;
    return (
      last - FLUSH_MILLISECONDS - WRITE_MILLISECONDS - this.#machine.stalled(last - FLUSH_MILLISECONDS, last)
    );
  }

  #unwritten(answers: readonly Answer[], run: Run, faultsAt: number): number {
    const from = this.#writtenUntil(run, faultsAt);
    return answers.filter(({ prefix, endedAt }) => prefix === run.prefix && endedAt > from).length;
  }

  async #usage(key: KnownKey): Promise<number> {
    const rows = (await Array.fromAsync(usageOf(this.#fleet.store.database, { key: key.id }, ''))).flat();
    const counted = rows.filter(({ outcome }) => [...COUNTED.values()].includes(outcome));
    return counted.reduce((sum, { requests }) => sum + requests, 0);
  }

  #say({ node, path, key, status, reason, endedAt, sentAt }: Answer, what: string): void {
    const where = node?.name ?? 'the proxy';
    const took = Math.round(endedAt - sentAt);
    const stalled = Math.round(this.#machine.stalled(sentAt, endedAt));
    this.#found(
      `${where}: ${what} (${path}, ${key?.id ?? 'no key'}, ${status} ${reason}, ${took} ms, of which ${stalled} without a processor)`,
    );
  }
}

function said({ least, most }: Bounds): string {
  return `${least} to ${most}`;
}
