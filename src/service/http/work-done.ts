/** Which request work was for. */
export interface Origin {
  route: string;
  keyId?: string | undefined;
}

/** Work of one key on one route; of everybody without a key together. */
interface Share {
  key_id: string | undefined;
  route: string;
  ms: number;
}

/** So many shares are named in the log. */
const NAMED = 3;

/** The time that requests took from others: by route since the start, and by key and route in the last seconds. */
export class WorkDone {
  readonly #rememberMilliseconds: number;
  /** Milliseconds by route. */
  readonly byRoute = new Map<string, number>();
  #recent = new Map<string, Share>();
  #recentSince = Number.NEGATIVE_INFINITY;

  constructor(rememberMilliseconds: number) {
    this.#rememberMilliseconds = rememberMilliseconds;
  }

  add({ route, keyId }: Origin, milliseconds: number, now: number): void {
    this.byRoute.set(route, (this.byRoute.get(route) ?? 0) + milliseconds);
    if (now - this.#recentSince >= this.#rememberMilliseconds) {
      this.#recent = new Map();
      this.#recentSince = now;
    }
    const name = `${keyId ?? ''} ${route}`;
    const share = this.#recent.get(name);
    if (share === undefined) this.#recent.set(name, { key_id: keyId, route, ms: milliseconds });
    else share.ms += milliseconds;
  }

  /** What took most of the last seconds, the most first. */
  busiest(): Share[] {
    return [...this.#recent.values()]
      .sort((one, other) => other.ms - one.ms)
      .slice(0, NAMED)
      .map((share) => ({ ...share, ms: Math.round(share.ms) }));
  }
}
