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
