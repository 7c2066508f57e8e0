import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AccountsBusy, BoundedQueue } from './bounded-queue.ts';

const argon2Of = promisify(argon2);
const scryptOf = promisify<string, string, number, object, Buffer>(scrypt);

/** What a hash costs an attacker for each guess, and us for each sign-in. */
export interface HashCost {
  kibibytes: number;
  passes: number;
  /** How many may wait for their hash. */
  waiting: number;
}

/**
 * Argon2id, the first choice of OWASP's password storage cheat sheet, with more memory and passes than its minimum (19 MiB, 2).
 * It takes about as long as the scrypt of older hashes, so that timing does not reveal which accounts have one.
 */
export const HASH_COST: HashCost = { kibibytes: 32 * 1024, passes: 3, waiting: 100 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** better-auth's own hashes, which we used until version 1.0: `SALT:KEY` in hexadecimal digits. */
const OLD_HASH = /^([0-9a-f]{32}):([0-9a-f]{128})$/;
const OLD_COST = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

export interface PasswordsParts {
  /** Called when a correct password had an old hash, which is easier to attack than the new one. */
  replace(oldHash: string, newHash: string): Promise<void>;
  cost: HashCost;
}

/**
 * Hashes and verifies passwords. Each takes a tenth of a second in libuv's thread pool. Two at once leave room there for reading
 * files and resolving names. The last one in a full queue waits about five seconds.
 */
export class Passwords {
  readonly #parts: PasswordsParts;
  /** PHC string format: algorithm, version and cost, so that we can change the cost later. */
  readonly #prefix: string;
  readonly #queue: BoundedQueue;

  constructor(parts: PasswordsParts) {
    this.#parts = parts;
    this.#queue = new BoundedQueue({ atOnce: 2, waiting: parts.cost.waiting });
    this.#prefix = `$argon2id$v=19$m=${parts.cost.kibibytes},t=${parts.cost.passes},p=1$`;
  }

  /** @throws AccountsBusy when too many wait already */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.#queue.run(() => argon2id(password, salt, this.#parts.cost));
    return `${this.#prefix}${unpadded(salt)}$${unpadded(hash)}`;
  }

  /** @throws AccountsBusy when too many wait already */
  async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
    const [, oldSalt, oldKey] = OLD_HASH.exec(hash) ?? [];
    if (oldSalt === undefined || oldKey === undefined) return this.#verifyArgon2id(hash, password);
    const key = await this.#queue.run(() => scryptOf(normal(password), oldSalt, 64, OLD_COST));
    if (!timingSafeEqual(key, Buffer.from(oldKey, 'hex'))) return false;
    await this.#upgrade(hash, password);
    return true;
  }

  async #verifyArgon2id(hash: string, password: string): Promise<boolean> {
    if (!hash.startsWith(this.#prefix)) throw new Error('a password hash in the store is of an unknown kind');
    const [salt = '', expected = ''] = hash.slice(this.#prefix.length).split('$');
    const found = await this.#queue.run(() =>
      argon2id(password, Buffer.from(salt, 'base64'), this.#parts.cost),
    );
    return timingSafeEqual(found, Buffer.from(expected, 'base64'));
  }

  async #upgrade(hash: string, password: string): Promise<void> {
    try {
      await this.#parts.replace(hash, await this.hash(password));
    } catch (error) {
      // The next sign-in tries again.
      if (!(error instanceof AccountsBusy)) throw error;
    }
  }
}

function argon2id(password: string, salt: Buffer, { kibibytes, passes }: HashCost): Promise<Buffer> {
  return argon2Of('argon2id', {
    message: normal(password),
    nonce: salt,
    memory: kibibytes,
    passes,
    parallelism: 1,
    tagLength: HASH_BYTES,
  });
}

/** Makes letters equal however a keyboard composes them (NIST SP 800-63B, section 3.1.1.2). */
function normal(password: string): string {
  return password.normalize('NFKC');
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
