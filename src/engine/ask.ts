import { type Answer, type Endpoint, LongList, permissionsOf, type Resource, type View } from './endpoint.ts';
import { type Selection, selectionOf } from './formats/fields.ts';
import { type Format, isMarked } from './formats/formats.ts';
import { write } from './formats/writers.ts';
import { type Body, ENDPOINT_AT, type Path } from './operations.ts';
import { queryReaderOf } from './parameters/answer-parameters.ts';
import { checkScopes } from './permissions.ts';
import { languageNamed, named } from './places/country-names.ts';
import { releaseNotFound } from './problems.ts';

/** What a question is about, with what its `fields` select of the answer, and names in its `lang`. */
export interface Resolved extends Resource {
  /** Undefined for the whole answer. */
  selection: Selection | undefined;
}

export interface Question {
  /** The place in the path, by id, code or name. */
  place?: string;
  /** Texts as in a URL, or values; lists are joined by commas, and those that are undefined are left out. */
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /** The permissions of who asks; all if absent. */
  permissions?: ReadonlySet<string>;
}

/** An answer as values. */
export interface Asked<Content> extends Omit<Answer, 'body'> {
  /** As the response schema says; with `fields` in the query, only the selected ones. */
  body: Content;
  /** Version of the data release. */
  release: string;
  /** If the question used an alias: the canonical path, below the base address. */
  contentLocation: string | undefined;
  /** The answer as `/v1` sends it. @throws Problem for `fields` that the format cannot show */
  text(format: Format): string;
}

/**
 * Answers a question: the one way to an answer, for the site, agents, the command line and offline clients. `/v1` takes the
 * same steps one by one (query reader, `resolve`, `answer`), because it keeps what it has resolved and written.
 *
 * @throws Problem for a query that the endpoint does not have, a missing permission, and a place that does not exist
 */
export function ask<At extends Path>(view: View, path: At, question: Question = {}): Asked<Body<At>> {
  const endpoint: Endpoint = ENDPOINT_AT[path];
  const given: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(question.query ?? {}))
    if (value !== undefined) given[name] = typeof value === 'object' ? value.join() : value;
  const query = queryReaderOf(endpoint)(given);
  if (question.permissions !== undefined) checkScopes(question.permissions, permissionsOf(endpoint, query));
  const { selection, contentLocation, answer } = resolve(
    view,
    endpoint,
    placeIn(path, question.place),
    query,
  );
  const { body, ...about } = answer();
  const whole = body instanceof LongList ? body.slice(0, body.length) : body;
  const { release } = view;
  return {
    ...about,
    // The compiler checks each endpoint's answer against its schema, but cannot follow which endpoint is at the path.
    body: (selection === undefined ? whole : selection.of(whole)) as Body<At>,
    release: release.version,
    contentLocation,
    text: (format) =>
      write(format, { endpoint, release, selection, body: whole, marked: isMarked(format, query.bom) }),
  };
}

/** The parameter in a path: no path has more than one. */
function placeIn(path: Path, place = ''): Record<string, string> {
  const [, name] = /\{(\w+)\}/.exec(path) ?? [];
  return name === undefined ? {} : { [name]: place };
}

/**
 * Resolves a question whose query has been read.
 *
 * @throws Problem as `Endpoint.resolve`, for `fields` that do not exist, and for another `release` than that of the view
 */
export function resolve(
  view: View,
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string | undefined>>,
  query: Record<string, unknown>,
): Resolved {
  const { version } = view.release;
  if (query.release !== undefined && query.release !== version)
    throw releaseNotFound(String(query.release), [version]);
  const selection =
    query.fields === undefined ? undefined : selectionOf(query, endpoint, view.release.metrics);
  const resource = endpoint.resolve(view, parameters, query);
  const lang = query.lang === undefined ? view.lang : languageNamed(view.release, String(query.lang));
  const ofFields = selection === undefined ? '' : `fields=${selection.canonical} `;
  if (lang === undefined) return { ...resource, identity: ofFields + resource.identity, selection };
  const answer = () => named(view.release, lang, endpoint.response, resource.answer());
  return { ...resource, answer, identity: `lang=${lang} ${ofFields}${resource.identity}`, selection };
}
