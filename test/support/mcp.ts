import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { atEnd } from './lifetime.ts';

/** Generations of the protocol that clients use. */
export const GENERATIONS = {
  'with initialize': 'legacy',
  '2026-07-28': { pin: '2026-07-28' },
} as const satisfies Record<string, VersionNegotiationMode>;

export type Generation = keyof typeof GENERATIONS;

/** A client of the official package that has not connected yet. */
export function agent(generation: Generation): Client {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: GENERATIONS[generation] } },
  );
  atEnd(() => client.close());
  return client;
}

/** A client that is connected to a service. @param token null for no key */
export async function agentOf(
  address: string,
  token: string | null,
  generation: Generation,
): Promise<Client> {
  const client = agent(generation);
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } }),
  );
  return client;
}

/** The text of an answer. */
export function textOf({ content }: { content: { type: string; text?: string }[] }): string {
  return content.map(({ text = '' }) => text).join('\n');
}
