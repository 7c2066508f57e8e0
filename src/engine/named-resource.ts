import type { Endpoint, Resource, View } from './endpoint.ts';
import { type Selection, selectionOf } from './formats/fields.ts';

/** What a request names, with what its `fields` select of it. */
export interface NamedResource extends Resource {
  /** Undefined for the whole answer. */
  selection: Selection | undefined;
}

/** Resolves a request whose query has been read. @throws Problem as `Endpoint.resolve`, and for `fields` that do not exist */
export function resolveNamed(
  endpoint: Endpoint,
  view: View,
  parameters: Record<string, string | undefined>,
  query: Record<string, unknown>,
): NamedResource {
  const selection =
    query.fields === undefined
      ? undefined
      : selectionOf(String(query.fields), endpoint.response, view.release.metrics);
  const resource = endpoint.resolve(view, parameters, query);
  const key = selection === undefined ? resource.key : `fields=${selection.canonical} ${resource.key}`;
  return { ...resource, key, selection };
}
