import Type, { type Static } from 'typebox';

/* A publisher's data set: the one place that spells its columns, for data/sources.json, releases and the API. */

const words = (description: string) => Type.String({ pattern: '\\S', description });
const ADDRESS = { format: 'uri', pattern: '^https?://' };

const wordsOrNull = (description: string) =>
  Type.Unsafe<string | null>({ pattern: '\\S', type: ['string', 'null'], description });
const oneOfOrNull = <const Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value | null>({ type: ['string', 'null'], enum: [...values, null], description });

/** Who says that the licence is what we state. */
export const STATED_BY = ['publisher', 'law', 'copy', 'understood'] as const;
export const REFRESHED = ['automatic', 'by_hand', 'frozen'] as const;

/** What every response says of a source that it cites, beside who published it and on which terms. */
export const CITED_LATER = {
  /** Where the files were read, if they did not come from the publisher. */
  read_from: wordsOrNull(
    'Whose copy, extract, transcription or compilation of the publisher\u2019s data we read; null if we read the publisher\u2019s own file.',
  ),
  /** For sources whose terms leave open a use that others allow. */
  terms_unclear: wordsOrNull(
    'Uses on which the terms are unclear, such as commercial use: ask the publisher first. Null if we know of none.',
  ),
};

/** What only lists of sources say: who states the terms, and how a source is refreshed. */
export const LISTED_LATER = {
  terms_stated_by: oneOfOrNull(
    STATED_BY,
    'Who states the licence: `publisher`; `law`, which exempts official works from copyright; `copy`, the copy that we read quotes it; `understood`, nobody that we read does, and it is our understanding. Null if the operator did not say.',
  ),
  terms_stated_where: wordsOrNull('Where it is stated; for our understanding, the reason.'),
  refresh: oneOfOrNull(
    REFRESHED,
    'How a newer edition gets here: `automatic`, by a command that downloads it; `by_hand`, a person has to fetch it; `frozen`, not at all. Null if the operator did not say.',
  ),
  refresh_how: wordsOrNull(
    'The command that downloads it; the address, the reason and the step for a person; or why the source is frozen.',
  ),
};

/** What every release says of a source. */
export const CITED_PROPERTIES = {
  /** One id per edition: all figures of a source have the same vintage. */
  id: Type.String({
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    description: 'Id that figures list in `sources`.',
  }),
  publisher: words('Who published the data set.'),
  title: words('Title of the data set.'),
  url: Type.String({ ...ADDRESS, description: 'The publisher\u2019s page about the data set.' }),
  licence: words('Licence or terms of reuse.'),
  licence_url: Type.Unsafe<string | null>({
    ...ADDRESS,
    type: ['string', 'null'],
    description: 'Page with the text of the licence or terms; null if there is none.',
  }),
  attribution: words('The credit line to print when you reuse the figures.'),
  vintage: words('Date or edition of the file that we read.'),
};

const LATER = { ...CITED_LATER, ...LISTED_LATER };

/** In the order of the columns, which counts for the content hash. */
export const SOURCE_PROPERTIES = { ...CITED_PROPERTIES, ...Type.Partial(Type.Object(LATER)).properties };

/** Who published figures, and on which terms they may be used again. A source without terms is refused. */
export const Source = Type.Object(SOURCE_PROPERTIES, { additionalProperties: false });
export type Source = Static<typeof Source>;
/** As a release has it: every column, null if empty. */
export type SourceRecord = Required<Source>;

export function toSourceRecord(source: Source): SourceRecord {
  return { ...NOTHING_LATER, ...source };
}

const NOTHING_LATER = Object.fromEntries(Object.keys(LATER).map((column) => [column, null])) as Record<
  keyof typeof LATER,
  null
>;

/** The columns that may be empty. */
export const OPTIONAL_SOURCE_COLUMNS: ReadonlySet<string> = new Set(['licence_url', ...Object.keys(LATER)]);
export const SOURCE_COLUMNS = Object.keys(SOURCE_PROPERTIES) as (keyof Source)[];
export const SOURCE_DESCRIPTIONS = Object.fromEntries(
  Object.entries(SOURCE_PROPERTIES).map(([column, schema]) => [column, Object(schema).description]),
) as Readonly<Record<keyof Source, string>>;
