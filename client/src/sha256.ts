const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, section 4.2.2). */
const ROUND_CONSTANTS = fractions(64, Math.cbrt);

/** SHA-256 of a stream (FIPS 180-4): the digest of the web platform takes all bytes at once. */
export class Sha256 {
  /** Begins with the fractional parts of the square roots of the first eight primes. */
  readonly #state = fractions(8, Math.sqrt);
  readonly #words = new Uint32Array(64);
  readonly #block = new Uint8Array(BLOCK_BYTES);
  #filled = 0;
  #bytes = 0;

  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    for (let start = 0; start < bytes.length; ) {
      const taken = bytes.subarray(start, start + BLOCK_BYTES - this.#filled);
      this.#block.set(taken, this.#filled);
      this.#filled += taken.length;
      start += taken.length;
      if (this.#filled === BLOCK_BYTES) this.#compress();
    }
  }

  /** Of everything so far, in hexadecimal. Nothing can be added afterwards. */
  digest(): string {
    const bits = BigInt(this.#bytes) * 8n;
    const zeros = (2 * BLOCK_BYTES - LENGTH_BYTES - 1 - (this.#bytes % BLOCK_BYTES)) % BLOCK_BYTES;
    const end = new Uint8Array(1 + zeros + LENGTH_BYTES);
    end[0] = 0x80;
    new DataView(end.buffer).setBigUint64(1 + zeros, bits);
    this.update(end);
    return [...this.#state].map((word) => word.toString(16).padStart(8, '0')).join('');
  }

  #compress(): void {
    const w = this.#words;
    const view = new DataView(this.#block.buffer);
    for (let t = 0; t < 16; t++) w[t] = view.getUint32(t * 4);
    for (let t = 16; t < 64; t++) {
      const early = w[t - 15] as number;
      const late = w[t - 2] as number;
      const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      w[t] = ((w[t - 16] as number) + small0 + (w[t - 7] as number) + small1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = this.#state as unknown as Eight;
    for (let t = 0; t < 64; t++) {
      const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const choice = (e & f) ^ (~e & g);
      const one = (h + big1 + choice + (ROUND_CONSTANTS[t] as number) + (w[t] as number)) | 0;
      const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + big0 + majority) | 0;
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
      this.#state[index] = (this.#state[index] as number) + word;
    this.#filled = 0;
  }
}

type Eight = [number, number, number, number, number, number, number, number];

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}
