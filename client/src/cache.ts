/** A response to keep: its body, its entity tag, and the headers that belong to the body. */
export interface CachedResponse {
  etag: string;
  body: string;
  headers: readonly (readonly [name: string, value: string])[];
}

/** Where responses are kept: a Map, or a wrapper around a database or files. */
export interface ResponseCache {
  get(key: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
  set(key: string, response: CachedResponse): unknown;
}

const DEFAULT_CHARACTERS = 16 * 1024 * 1024;

/** Keeps responses in memory, and drops the least recently used ones. */
export class MemoryCache implements ResponseCache {
  readonly #responses = new Map<string, CachedResponse>();
  readonly #most: number;
  #characters = 0;

  /** @param most characters of all bodies together */
  constructor(most: number = DEFAULT_CHARACTERS) {
    this.#most = most;
  }

  get(key: string): CachedResponse | undefined {
    const response = this.#responses.get(key);
    if (response !== undefined) {
      this.#responses.delete(key);
      this.#responses.set(key, response);
    }
    return response;
  }

  set(key: string, response: CachedResponse): void {
    this.#drop(key);
    this.#responses.set(key, response);
    this.#characters += response.body.length;
    for (const oldest of this.#responses.keys()) {
      if (this.#characters <= this.#most) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#characters -= this.#responses.get(key)?.body.length ?? 0;
    this.#responses.delete(key);
  }
}
