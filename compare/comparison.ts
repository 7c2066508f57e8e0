import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { Build, Pair } from './builds.ts';
import type { GeneratedConnection } from './connections.ts';
import { type Difference, differencesOf, type Lasting, lasting, Remainders } from './differences.ts';
import { type Client, Conversation, type Transcript } from './transcript.ts';

/** A difference, and the smallest connection found that shows it. */
export interface Finding extends Difference {
  /** Of the settings. */
  settings: string;
  connection: GeneratedConnection;
  reference: Transcript;
  candidate: Transcript;
  /** How many connections showed it, without those of the search for the smallest. */
  times: number;
  /** Of all these connections. */
  places: Set<string>;
  /** Whether the same connection shows it again. It may not, if a server has cached something meanwhile. */
  isLasting: boolean;
}

interface Compared {
  differences: Difference[];
  reference: Transcript;
  candidate: Transcript;
}

/** Nobody reads more. */
const MOST_FINDINGS = 60;
const RUNS = 100;
const SMALLER_RUNS = 150;
/** The end of a window should not come at different requests for the two servers. */
const MARGIN_MILLISECONDS = 400;
const MINUTE = 60_000;

/** Sends the same connections to both builds of a pair, and keeps the differences. */
export class Comparison {
  readonly findings = new Map<string, Finding>();
  readonly #pair: Pair;
  readonly #reference: Conversation;
  readonly #candidate: Conversation;
  readonly #remainders = { reference: new Remainders(), candidate: new Remainders() };
  #clients = 0;
  #requests = 0;
  readonly #statuses = new Map<number, number>();

  constructor(pair: Pair) {
    this.#pair = pair;
    this.#reference = new Conversation(pair.reference);
    this.#candidate = new Conversation(pair.candidate);
  }

  /** How many were sent to each build. */
  get requests(): number {
    return this.#requests;
  }

  /** Responses of the reference, by status. */
  get statuses(): ReadonlyMap<number, number> {
    return this.#statuses;
  }

  get #isFull(): boolean {
    return [...this.findings.values()].filter(({ isLesser }) => !isLesser).length >= MOST_FINDINGS;
  }

  async begin(): Promise<void> {
    await Promise.all([this.#reference.begin(), this.#candidate.begin()]);
  }

  /** Each of them once. */
  async compareAll(connections: readonly GeneratedConnection[]): Promise<void> {
    for (const connection of connections) {
      const compared = await this.#compare(connection);
      for (const difference of compared.differences) this.#keep(difference, connection, compared, true);
    }
  }

  /** Sends generated connections, up to this many requests. Each new difference is reduced to the smallest connection that shows it. */
  async compareGenerated(
    connections: fc.Arbitrary<GeneratedConnection>,
    requests: number,
    seed: number,
  ): Promise<void> {
    const end = this.#requests + requests;
    for (let round = 0; this.#requests < end && !this.#isFull; round++) {
      let sought: string | undefined;
      let tries = 0;
      const property = fc.asyncProperty(connections, async (connection) => {
        if (sought === undefined) sought = await this.#firstNew(connection);
        else if (++tries > SMALLER_RUNS || !(await this.#isSmaller(connection, sought))) return;
        if (sought !== undefined) throw new Error(sought);
      });
      await fc.check(property, { seed: seed + round, numRuns: Math.min(RUNS, end - this.#requests) });
    }
  }

  /** The new differences of this connection that appear again when it is sent again. */
  async #firstNew(connection: GeneratedConnection): Promise<string | undefined> {
    if (this.#isFull) return undefined;
    const compared = await this.#compare(connection);
    const fresh = compared.differences.filter(
      (difference) => !this.#keep(difference, connection, compared, false),
    );
    if (fresh.length === 0) return undefined;
    const again = await this.#compare(connection);
    let lasting: string | undefined;
    for (const { what } of fresh) {
      const finding = this.findings.get(what);
      if (finding === undefined || !again.differences.some((difference) => difference.what === what))
        continue;
      finding.isLasting = true;
      lasting ??= what;
    }
    return lasting;
  }

  /** Whether this connection shows the difference too; then it is kept in place of the one before, with all else that it shows. */
  async #isSmaller(connection: GeneratedConnection, what: string): Promise<boolean> {
    const { differences, ...transcripts } = await this.#compare(connection);
    const before = this.findings.get(what)?.connection;
    if (!differences.some((one) => one.what === what)) return false;
    for (const difference of differences) {
      const finding = this.findings.get(difference.what);
      if (finding?.connection === before && finding !== undefined)
        this.findings.set(difference.what, { ...finding, ...difference, ...transcripts, connection });
    }
    return true;
  }

  /** @returns whether it was known */
  #keep(
    difference: Difference,
    connection: GeneratedConnection,
    { reference, candidate }: Compared,
    isLasting: boolean,
  ): boolean {
    const known = this.findings.get(difference.what);
    if (known === undefined) {
      const settings = this.#pair.name;
      this.findings.set(difference.what, {
        ...difference,
        settings,
        connection,
        reference,
        candidate,
        times: 1,
        places: new Set([difference.place]),
        isLasting,
      });
    } else {
      known.times++;
      known.places.add(difference.place);
    }
    return known !== undefined;
  }

  async #compare(connection: GeneratedConnection): Promise<Compared> {
    const rest = MINUTE - (Date.now() % MINUTE);
    if (rest < MARGIN_MILLISECONDS) await delay(rest + 10);
    const client = this.#nextClient();
    const [reference, candidate] = await Promise.all([
      this.#reference.hold(connection, client),
      this.#candidate.hold(connection, client),
    ]);
    this.#requests += connection.requests.length;
    for (const { status } of reference.responses)
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    const left = this.#lastingOf('reference', connection, reference);
    const right = this.#lastingOf('candidate', connection, candidate);
    return {
      differences: differencesOf(connection, [left, right], [reference, candidate]),
      reference,
      candidate,
    };
  }

  #lastingOf(
    build: Build['name'],
    { requests, inTurn }: GeneratedConnection,
    { responses, seconds }: Transcript,
  ): Lasting[] {
    const { [build]: remainders } = this.#remainders;
    const isCounted = inTurn || requests.length === 1;
    const all = responses.map((response) => lasting(response, isCounted ? remainders : undefined, seconds));
    // Of simultaneous requests, some may be charged without a response, and in any order.
    if (!isCounted) remainders.forget();
    return all;
  }

  /** Linux has all of 127.0.0.0/8. */
  #nextClient(): Client {
    const number = ++this.#clients;
    const end = `${1 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
    const isHere = [this.#pair.reference, this.#pair.candidate].every(
      ({ address }) => new URL(address).hostname === '127.0.0.1',
    );
    const localAddress = process.platform === 'linux' && isHere ? `127.${end}` : undefined;
    return { localAddress, forwardedFor: `10.${end}` };
  }
}
