import { hash, type KeyObject, verify } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import * as field from '../engine/field.ts';
import { Problem } from '../engine/problems.ts';
import { tellOwner } from '../service/accounts/key-owner.ts';
import { messageOf, nameOfKey } from '../service/accounts/messages.ts';
import type { ApiKeyRow } from '../service/storage/keys.ts';
import { endFound, findByToken } from './account-keys.ts';
import type { DashboardParts } from './route.ts';

export const LEAKED_KEYS_PATH = '/leaked-keys';

const MOST_BYTES = 1024 * 1024;
const MOST_TOKENS = 2000;

const LeakReport = Type.Array(
  Type.Object({
    token: Type.String({ maxLength: 1000 }),
    type: Type.String({ maxLength: 200 }),
    /** Where it was found; may be empty. */
    url: Type.Optional(field.nullable(Type.String({ maxLength: 4000 }))),
  }),
  { minItems: 1, maxItems: MOST_TOKENS },
);
type LeakReport = Static<typeof LeakReport>;

/**
 * Takes reports of leaked keys in the form of GitHub's secret scanning partner program, revokes the keys and tells their owners.
 * A report is believed by its signature, which is checked before anything else is done with the body.
 *
 * @param signers the public keys of those who may report, by their identifiers
 */
export function registerLeakedKeys(
  app: FastifyInstance,
  parts: DashboardParts,
  signers: ReadonlyMap<string, KeyObject>,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { 'github-public-key-signature': signature } = request.headers;
      if (!isSigned(body, signerOf(request, signers), String(signature))) throw wronglySigned();
      try {
        return JSON.parse(body.toString()) as unknown;
      } catch {
        throw new Problem('invalid_request', 'The body is not JSON.');
      }
    },
  );
  app.post<{ Body: LeakReport }>(
    LEAKED_KEYS_PATH,
    {
      bodyLimit: MOST_BYTES,
      schema: { body: LeakReport },
      // A report of somebody else is refused before its body is read.
      onRequest: async (request) => void signerOf(request, signers),
    },
    async ({ body, log }) => {
      const found = await foundKeys(parts, body);
      const leaked = [...found.values()];
      const ended = await endFound(
        parts,
        leaked.map(({ row }) => row),
      );
      for (const { row, url } of leaked.filter(({ row: { id } }) => ended.has(id))) {
        log.warn({ key_id: row.id }, 'a leaked key was reported, and is revoked');
        const place = placeInWords(url);
        await tellOwner(parts, row, {
          line: { action: 'key_leaked_and_revoked', subject: `${row.label}, found at ${place}` },
          message: (to) =>
            messageOf('leakedKey', to, { publicUrl: parts.publicUrl, key: nameOfKey(row), place }),
        });
      }
      return body.map(({ token, type }) => ({
        token_hash: hash('sha256', token),
        token_type: type,
        label: found.has(token) ? 'true_positive' : 'false_positive',
      }));
    },
  );
}

/** @throws Problem for a report that names none of the signers */
function signerOf({ headers }: FastifyRequest, signers: ReadonlyMap<string, KeyObject>): KeyObject {
  const signer = signers.get(String(headers['github-public-key-identifier']));
  if (signer === undefined) throw wronglySigned();
  return signer;
}

/** ECDSA over the raw body, with P-256 and SHA-256; the signature is DER in base64. */
function isSigned(body: Buffer, signer: KeyObject, signature: string): boolean {
  try {
    return verify('sha256', body, signer, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

function wronglySigned(): Problem {
  return new Problem('wrong_signature', 'The report is not signed with a key that this service knows.');
}

/** Our keys in a report, by token, and where each was found first. */
async function foundKeys(
  parts: DashboardParts,
  report: LeakReport,
): Promise<Map<string, { row: ApiKeyRow; url: string }>> {
  const found = new Map<string, { row: ApiKeyRow; url: string }>();
  for (const [token, [leak]] of Map.groupBy(report, (each) => each.token)) {
    const row = await findByToken(parts, token);
    if (row !== undefined) found.set(token, { row, url: leak?.url ?? '' });
    // Others get their turn.
    await setImmediate();
  }
  return found;
}

/** Host and path in a form that no mail program makes a link of, because somebody else chose them. */
function placeInWords(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return 'a place that the scanner didn’t name';
  return `${parsed.host}${parsed.pathname}`.slice(0, 300).replaceAll('.', '[.]');
}
