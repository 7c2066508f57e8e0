import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Release } from '../engine/catalogue/release.ts';
import { SCOPES } from '../engine/permissions.ts';
import type { Agent } from './agent.ts';
import { agentServer } from './agent-server.ts';

/** With a single client, there is no queue and no refusal. */
const LOCAL: Agent = {
  scopes: new Set(SCOPES),
  inTurn: async (work) => work(),
  reported() {},
  refuse: (error) => process.stderr.write(`lds: ${error instanceof Error ? error.stack : error}\n`),
};

/**
 * Answers an agent on standard input and output from a release, without a server or a key, until the input ends.
 *
 * @param publicUrl base of the links in answers
 */
export async function serveRelease(release: Release, publicUrl: string): Promise<void> {
  const ended = Promise.withResolvers<void>();
  process.stdin.once('close', ended.resolve).once('end', ended.resolve);
  const server = serveStdio(() => agentServer({ publicUrl, release: () => release }, LOCAL));
  await ended.promise;
  await server.close();
}
