import { createInterface } from 'node:readline';
import { parsed } from './parsed.ts';

export interface BridgeParts {
  /** The address of the service, without `/mcp`. */
  url: string;
  /** Undefined: requests have no key. */
  apiKey: string | undefined;
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: string; uri?: string; _meta?: Record<string, unknown> };
}

const VERSION = 'io.modelcontextprotocol/protocolVersion';
/** Codes of JSON-RPC 2.0, section 5.1. */
const [PARSE_ERROR, INVALID_REQUEST, SERVER_ERROR] = [-32_700, -32_600, -32_000];

/**
 * Passes the requests of an agent on standard input to `/mcp` of a service, and its answers back, until the input ends.
 * Notifications are not passed on: the service keeps nothing between requests that they could change.
 */
export async function bridge(parts: BridgeParts): Promise<void> {
  const { input, output } = parts;
  const pending = new Set<Promise<void>>();
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    const content = parsed(line);
    const fault = faultIn(content);
    if (fault !== undefined) {
      output.write(`${failure(null, fault)}\n`);
      continue;
    }
    const message = content as Message;
    if (message.id === undefined || message.method === undefined) continue;
    const answering = answersTo(parts, message, line).then((answers) => {
      for (const answer of answers) output.write(`${answer}\n`);
    });
    pending.add(answering);
    void answering.finally(() => pending.delete(answering));
  }
  await Promise.all(pending);
}

/** Why the content of a line is no message; undefined if it is one. */
function faultIn(content: unknown) {
  if (content === undefined) return { code: PARSE_ERROR, message: 'The line is not JSON.' };
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return undefined;
  return { code: INVALID_REQUEST, message: 'The line is not a message: send one JSON object per line.' };
}

/** The messages that answer a message, one per line. */
async function answersTo(parts: BridgeParts, message: Message, line: string): Promise<string[]> {
  try {
    const response = await fetch(new URL('mcp', parts.url.endsWith('/') ? parts.url : `${parts.url}/`), {
      method: 'POST',
      headers: headersOf(message, parts.apiKey),
      body: line,
    });
    const text = await response.text();
    return messagesIn(response.headers.get('content-type') ?? '', text) ?? [refusal(message, text)];
  } catch (error) {
    const { cause, message: words } = error as Error;
    const reason = cause instanceof Error ? cause.message : words;
    return [unanswered(message, `${parts.url} is unreachable: ${reason}`)];
  }
}

/** The revision 2026-07-28 repeats in headers what a message is about. */
function headersOf({ method = '', params }: Message, apiKey: string | undefined): Record<string, string> {
  const version = params?._meta?.[VERSION];
  const name = params?.name ?? params?.uri;
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
    ...(typeof version === 'string' && {
      'MCP-Protocol-Version': version,
      'Mcp-Method': method,
      ...(name !== undefined && { 'Mcp-Name': name }),
    }),
  };
}

/** Undefined for anything but messages of the protocol: a problem document, or the page of a proxy. */
function messagesIn(type: string, text: string): string[] | undefined {
  if (type.startsWith('application/json')) return [text];
  if (!type.startsWith('text/event-stream')) return undefined;
  return [...text.matchAll(/^data: ?(.+)$/gm)].map(([, data = '']) => data);
}

function refusal(message: Message, text: string): string {
  const problem = parsed(text) as { detail?: unknown } | undefined;
  return unanswered(
    message,
    typeof problem?.detail === 'string' ? problem.detail : 'The service did not respond.',
  );
}

function unanswered({ id }: Message, message: string): string {
  return failure(id ?? null, { code: SERVER_ERROR, message });
}

/** @param id of the request; null if it is unknown */
function failure(id: string | number | null, error: { code: number; message: string }): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}
