import * as sdk from '@modelcontextprotocol/server';
import type { Release } from '../engine/catalogue/release.ts';
import { readingSteps } from '../engine/places/reading-steps.ts';
import { PROBLEMS, Problem } from '../engine/problems.ts';
import { markdown } from '../engine/summaries/markdown.ts';
import { refusalDocument } from '../engine/summaries/refusal.ts';
import type { Agent } from './agent.ts';
import { PROMPTS, promptText } from './prompts.ts';
import { Reader } from './reader.ts';
import { RESOURCE_TEMPLATES, RESOURCES, resourceText } from './resources.ts';
import { shortenToTokens } from './shorten-to-tokens.ts';
import { outputSchema, structured } from './structured.ts';
import { argumentReader } from './tool.ts';
import { TOOLS } from './tools.ts';

export interface AgentServerParts {
  publicUrl: string;
  /** The served release. @throws Problem when it cannot be read */
  release(): Release;
}

/** Answers one message of an agent. */
export type AgentHandler = (request: Request, message: unknown, agent: Agent) => Promise<Response>;

const INSTRUCTIONS = `Cost of living, quality of life and basic facts of countries and cities, from published sources. Every figure has an interval, says for which kind of place it was measured, and names its source.
Names of places are never guessed: if one is ambiguous, the answer lists candidates; ask again with an id. Say which figures are estimates, do not call a difference certain if it is marked as not significant (≈), and end with the citation line.`;

/** The same for everyone until the next version of the program. */
const LISTED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;
/** Figures change with a release, which we do not announce. */
const READ = { ttlMs: 600_000, cacheScope: 'private' } as const;

const OPTIONS: sdk.ServerOptions = {
  capabilities: { tools: {}, resources: {}, prompts: {} },
  instructions: INSTRUCTIONS,
  cacheHints: {
    'server/discover': LISTED,
    'tools/list': LISTED,
    'prompts/list': LISTED,
    'resources/list': LISTED,
    'resources/templates/list': LISTED,
    'resources/read': READ,
  },
  // Validates input to forms, which we do not use. The default validator would be compiled for every request.
  jsonSchemaValidator: {
    getValidator: () => {
      throw new Error('the server sends no forms');
    },
  },
};

const LISTED_TOOLS: sdk.Tool[] = TOOLS.map(({ name, title, description, input, tables }) => ({
  name,
  title,
  description,
  inputSchema: input as unknown as sdk.Tool['inputSchema'],
  outputSchema: outputSchema(tables) as unknown as NonNullable<sdk.Tool['outputSchema']>,
  annotations: {
    title,
    readOnlyHint: true,
    idempotentHint: true,
    destructiveHint: false,
    openWorldHint: false,
  },
}));

const TOOL_BY_NAME = new Map(
  TOOLS.map((tool) => [tool.name as string, { tool, read: argumentReader(tool) }]),
);

/** The protocol over HTTP, in both generations: every request has its own server. */
export function agentHandler(parts: AgentServerParts): AgentHandler {
  const { fetch } = sdk.createMcpHandler(
    ({ authInfo }) => {
      const agent = authInfo?.extra?.agent as Agent;
      try {
        return agentServer(parts, agent);
      } catch (error) {
        // The package would answer with a status 500 that says nothing.
        agent.refuse(error);
        throw error;
      }
    },
    // No subscriptions: we announce nothing, and an open stream would have no limit.
    { keepAliveMs: 0, maxSubscriptions: 0 },
  );
  return (request, message, agent) =>
    fetch(request, {
      ...(message === undefined ? {} : { parsedBody: message }),
      authInfo: { token: '', clientId: '', scopes: [], extra: { agent } },
    });
}

/** A server for one HTTP request, or for one client on standard input. */
export function agentServer(parts: AgentServerParts, agent: Agent): sdk.Server {
  const { version } = parts.release();
  const server = new sdk.Server(
    { name: 'location-data-service', title: 'Location Data Service', version },
    OPTIONS,
  );
  const inTurn = <Made>(work: (reader: Reader) => Made): Promise<Made> =>
    agent.inTurn(() => work(new Reader(parts.release(), parts.publicUrl, agent.scopes)));
  /** Reports an error to the agent, or to the transport if it prevents any answer. */
  const orRefuse = (error: unknown): Problem => {
    if (error instanceof Problem && error.status < 500) {
      agent.reported(error);
      return error;
    }
    agent.refuse(error);
    return error instanceof Problem
      ? error
      : new Problem('internal_error', 'An error on our side. It has been logged.');
  };

  server.setRequestHandler('tools/list', () => ({ tools: LISTED_TOOLS }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const known = TOOL_BY_NAME.get(params.name);
    if (known === undefined)
      throw new sdk.ProtocolError(sdk.INVALID_PARAMS, `There is no tool ${JSON.stringify(params.name)}.`);
    try {
      const given = known.read(params.arguments);
      const names = known.tool.namesIn?.(given);
      for (const step of readingSteps(parts.release(), names)) await agent.inTurn(step);
      return await inTurn((reader) => {
        const document = shortenToTokens(known.tool.answer(reader, given));
        return {
          content: [{ type: 'text' as const, text: markdown(document) }],
          structuredContent: structured(document),
        };
      });
    } catch (error) {
      return { content: [{ type: 'text' as const, text: problemText(orRefuse(error)) }], isError: true };
    }
  });
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    try {
      const text = await inTurn((reader) => resourceText(reader, uri));
      return { contents: [{ uri, mimeType: 'text/markdown', text }] };
    } catch (error) {
      throw new sdk.ResourceNotFoundError(uri, orRefuse(error).detail);
    }
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const text = promptText(params.name, params.arguments ?? {});
    if (text === undefined)
      throw new sdk.ProtocolError(
        sdk.INVALID_PARAMS,
        `There is no prompt ${JSON.stringify(params.name)}, or an argument is missing.`,
      );
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  return server;
}

/** A problem for an agent: what is wrong, and what to ask for instead. */
function problemText({ code, detail, extras }: Problem): string {
  return markdown(shortenToTokens(refusalDocument({ ...extras, title: PROBLEMS[code].title, detail })));
}
