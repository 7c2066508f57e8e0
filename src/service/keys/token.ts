import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'lds_live_';
/** Of the short-lived access tokens of agents, which are valid at `/mcp` only. */
const AGENT_PREFIX = 'lds_agent_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^(?:${PREFIX}|${AGENT_PREFIX})[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * A new key: `lds_live_`, 32 random base62 characters (190 bits), and 6 of CRC-32 in base62, so that secret scanners and our own
 * front door recognise a key without a look-up.
 */
export function generateToken(
  random: (below: number) => number = randomInt,
  prefix: string = PREFIX,
): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[random(ALPHABET.length)]).join('');
  return prefix + secret + checksum(prefix + secret);
}

/** A new access token for an agent, in the form of a key. */
export function generateAgentToken(): string {
  return generateToken(randomInt, AGENT_PREFIX);
}

/** The prefix counts in the hash, so nobody can turn one kind into the other. */
export function isAgentToken(token: string): boolean {
  return token.startsWith(AGENT_PREFIX);
}

/** Whether prefix, alphabet, length and checksum are those of a key. The key need not exist. */
export function isWellFormed(token: string): boolean {
  return SHAPE.test(token) && checksum(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);
}

/** SHA-256, base64url: only this hash is stored. A key is random, so it needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** The parts of a key that its owner can see later, to tell keys apart. */
export function visibleParts(token: string): { prefix: string; last_four: string } {
  return { prefix: token.slice(0, token.lastIndexOf('_') + 5), last_four: token.slice(-4) };
}

function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position++) {
    digits = ALPHABET[value % ALPHABET.length] + digits;
    value = Math.floor(value / ALPHABET.length);
  }
  return digits;
}
