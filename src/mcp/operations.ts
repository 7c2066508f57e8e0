export const TOOL_NAMES = [
  'find_places',
  'get_place',
  'compare_places',
  'search_cities',
  'get_history',
  'explain',
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** The operation under which requests of agents are counted and logged, unless they call a tool. */
export const OPERATION = 'mcp';

/** By tool: `mcpFindPlaces`. */
const TOOL_OPERATIONS: ReadonlyMap<unknown, string> = new Map(
  TOOL_NAMES.map((name) => [
    name,
    `${OPERATION}_${name}`.replaceAll(/_./g, ([, letter = '']) => letter.toUpperCase()),
  ]),
);

/** The operation of a message: that of the tool that it calls, or of the protocol itself. */
export function operationOf(message: unknown): string {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  return (method === 'tools/call' && TOOL_OPERATIONS.get(params?.name)) || OPERATION;
}
