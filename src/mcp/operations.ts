import type { ToolName } from './tool.ts';

/** The operation under which requests of agents are counted and logged, unless they call a tool. */
export const OPERATION = 'mcp';

/** By tool. */
const TOOL_OPERATIONS: Readonly<Record<ToolName, string>> = {
  find_places: 'mcpFindPlaces',
  get_place: 'mcpGetPlace',
  compare_places: 'mcpComparePlaces',
  search_cities: 'mcpSearchCities',
  get_history: 'mcpGetHistory',
  explain: 'mcpExplain',
};

/** The operation of a message: that of the tool that it calls, or of the protocol itself. */
export function operationOf(message: unknown): string {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const name = method === 'tools/call' ? params?.name : undefined;
  return typeof name === 'string' && Object.hasOwn(TOOL_OPERATIONS, name)
    ? TOOL_OPERATIONS[name as ToolName]
    : OPERATION;
}
