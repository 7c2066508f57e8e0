import Type, { type Static } from 'typebox';

/* A publisher's data set: the one place that spells its columns, for data/sources.json, releases and the API. */

const words = (description: string) => Type.String({ pattern: '\\S', description });
const ADDRESS = { format: 'uri', pattern: '^https?://' };

/** Where the files were read, if they did not come from the publisher. */
export const READ_FROM = Type.Unsafe<string | null>({
  pattern: '\\S',
  type: ['string', 'null'],
  description:
    'Whose copy, extract, transcription or compilation of the publisher\u2019s data we read; null if we read the publisher\u2019s own file.',
});

/** For sources whose terms leave open a use that others allow. */
export const TERMS_UNCLEAR = Type.Unsafe<string | null>({
  pattern: '\\S',
  type: ['string', 'null'],
  description:
    'Uses on which the terms are unclear, such as commercial use: ask the publisher first. Null if we know of none.',
});

/** In the order of the columns, which counts for the content hash. */
export const SOURCE_PROPERTIES = {
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
  read_from: Type.Optional(READ_FROM),
  terms_unclear: Type.Optional(TERMS_UNCLEAR),
};

/** Who published figures, and on which terms they may be used again. A source without terms is refused. */
export const Source = Type.Object(SOURCE_PROPERTIES, { additionalProperties: false });
export type Source = Static<typeof Source>;
/** As a release has it: every column, null if empty. */
export type SourceRecord = Source & { read_from: string | null; terms_unclear: string | null };

export function toSourceRecord(source: Source): SourceRecord {
  return { read_from: null, terms_unclear: null, ...source };
}

/** The columns that may be empty. */
export const OPTIONAL_SOURCE_COLUMNS: ReadonlySet<string> = new Set([
  'licence_url',
  'read_from',
  'terms_unclear',
]);
export const SOURCE_COLUMNS = Object.keys(SOURCE_PROPERTIES) as (keyof Source)[];
