import TinyQueue from 'tinyqueue';

/** The state of a holder: its waiting items, the oldest first, and its position in virtual time. */
interface Flow<Item> {
  holder: string;
  items: Item[];
  /** Virtual time at which its oldest item is due. */
  start: number;
  /** Virtual time up to which it has been served. */
  finish: number;
  /** Whether it is in the heap. A flow whose items were all removed stays there until it comes up. */
  isQueued: boolean;
}

/**
 * A queue that serves all holders equally, however many items each adds: start-time fair queueing (Goyal, Vin and Cheng, 1996).
 * A holder's virtual time advances by the cost of its own items. The next item is that of the holder whose virtual time is
 * lowest, so a holder that asks for little waits for at most one item of each of the others.
 */
export class FairQueue<Item> {
  /** Holders that have waiting items, or were served since the queue was last empty. */
  readonly #flows = new Map<string, Flow<Item>>();
  readonly #heap = new TinyQueue<Flow<Item>>([], (one, other) => one.start - other.start);
  #virtualTime = 0;
  #length = 0;

  /** How many items wait. */
  get length(): number {
    return this.#length;
  }

  push(holder: string, item: Item): void {
    const flow = this.#flowOf(holder);
    flow.items.push(item);
    this.#length++;
    if (!flow.isQueued) this.#enqueue(flow);
  }

  /**
   * Takes the next item out and has it served.
   *
   * @param serve returns what it cost, in the unit that is shared equally
   * @returns false when nothing is waiting
   */
  serveNext(serve: (item: Item) => number): boolean {
    const flow = this.#nextFlow();
    const item = flow?.items.shift();
    if (flow === undefined || item === undefined) return false;
    this.#length--;
    this.#virtualTime = flow.start;
    flow.finish = flow.start + serve(item);
    if (flow.items.length > 0 && !flow.isQueued) this.#enqueue(flow);
    // Once everything has been served, all holders are even.
    if (this.#length === 0) this.reset();
    return true;
  }

  /** Counts what was done for a holder without waiting. It counts until the queue is next reset. */
  charge(holder: string, cost: number): void {
    const flow = this.#flowOf(holder);
    flow.finish = Math.max(this.#virtualTime, flow.finish) + cost;
  }

  /** Makes all holders even. The queue must be empty. */
  reset(): void {
    this.#flows.clear();
    this.#heap.data = [];
    this.#heap.length = 0;
    this.#virtualTime = 0;
  }

  /** Removes each holder's oldest items as long as the condition holds. */
  takeOldest(isToGo: (item: Item) => boolean): Item[] {
    const taken: Item[] = [];
    for (const flow of this.#flows.values()) {
      const { items, holder } = flow;
      const kept = items.findIndex((item) => !isToGo(item));
      taken.push(...items.splice(0, kept === -1 ? items.length : kept));
      // It has been served no more than the others, so it can come back as a new holder.
      if (items.length === 0 && !flow.isQueued && flow.finish <= this.#virtualTime)
        this.#flows.delete(holder);
    }
    this.#length -= taken.length;
    return taken;
  }

  /** Removes the newest item of the holder with the most. */
  takeFromLongest(): Item | undefined {
    let longest: Flow<Item> | undefined;
    for (const flow of this.#flows.values())
      if (flow.items.length > (longest?.items.length ?? 0)) longest = flow;
    const item = longest?.items.pop();
    if (item !== undefined) this.#length--;
    return item;
  }

  #flowOf(holder: string): Flow<Item> {
    const existing = this.#flows.get(holder);
    if (existing !== undefined) return existing;
    const flow = { holder, items: [], start: 0, finish: 0, isQueued: false };
    this.#flows.set(holder, flow);
    return flow;
  }

  /** A holder without waiting items earns no credit for the time that passes. */
  #enqueue(flow: Flow<Item>): void {
    flow.start = Math.max(this.#virtualTime, flow.finish);
    flow.isQueued = true;
    this.#heap.push(flow);
  }

  #nextFlow(): Flow<Item> | undefined {
    for (let flow = this.#heap.pop(); flow !== undefined; flow = this.#heap.pop()) {
      flow.isQueued = false;
      if (flow.items.length > 0) return flow;
    }
    return undefined;
  }
}

/** Takes the place of a stranger's item among those of the customers. */
const OF_STRANGERS = Symbol('the next item of strangers');

/**
 * Customers share equally, each counting as one holder. All strangers together count as one more, and share that equally. So a
 * customer waits for at most one item of strangers, from however many addresses they come.
 */
export class TwoTierQueue<Item> {
  readonly #all = new FairQueue<Item | typeof OF_STRANGERS>();
  readonly #strangers = new FairQueue<Item>();

  /** How many items wait. */
  get length(): number {
    return this.#all.length;
  }

  push({ holder, isStranger }: Holder, item: Item): void {
    if (isStranger) this.#strangers.push(holder, item);
    this.#all.push(isStranger ? STRANGERS : holder, isStranger ? OF_STRANGERS : item);
  }

  /** See FairQueue. */
  serveNext(serve: (item: Item) => number): boolean {
    return this.#all.serveNext((item) => {
      if (item !== OF_STRANGERS) return serve(item);
      let cost = 0;
      this.#strangers.serveNext((ofStranger) => {
        cost = serve(ofStranger);
        return cost;
      });
      return cost;
    });
  }

  charge({ holder, isStranger }: Holder, cost: number): void {
    if (isStranger) this.#strangers.charge(holder, cost);
    this.#all.charge(isStranger ? STRANGERS : holder, cost);
  }

  reset(): void {
    this.#all.reset();
    this.#strangers.reset();
  }

  takeOldest(isToGo: (item: Item) => boolean): Item[] {
    const ofStrangers = this.#strangers.takeOldest(isToGo);
    let left = ofStrangers.length;
    const taken = this.#all.takeOldest((item) => (item === OF_STRANGERS ? left-- > 0 : isToGo(item)));
    return [...taken.filter((item): item is Item => item !== OF_STRANGERS), ...ofStrangers];
  }

  takeFromLongest(): Item | undefined {
    const item = this.#all.takeFromLongest();
    return item === OF_STRANGERS ? this.#strangers.takeFromLongest() : item;
  }
}

/** Whose work it is: an account, or a client that showed no key, by its address. */
export interface Holder {
  holder: string;
  isStranger?: boolean;
}

/** No account or address is empty. */
const STRANGERS = '';
