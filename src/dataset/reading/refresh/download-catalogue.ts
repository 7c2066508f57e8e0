import { number, recordTable, text, word } from '../../building/files/records.ts';
import { wdiIndicators } from '../sources/world-bank-wdi-editions.ts';
import type { Conversion } from './conversion.ts';

/** The formats of publishers' files. Content of another format, such as an error page, is refused. */
const FORMATS = ['zip', 'workbook', 'csv', 'text', 'json', 'page'] as const;
export type Format = (typeof FORMATS)[number];
const CONVERSIONS = [
  'as it is',
  'first sheet',
  'allowance pages',
  'archive member',
  'to UTF-8',
  'census answer',
] as const;

/** One file at a publisher's own address. */
export interface Download {
  /** Name of the file among those kept between refreshes. */
  id: string;
  url: string;
  format: Format;
  /** About four times its current size: anything larger is not this file. */
  maxBytes: number;
  /** The publisher requires registration. The key is added to the address and used nowhere else. */
  needsKey?: 'census';
}

/** A file that a reader expects, below the directory given to `data read --from`. */
export type StagedFile = ReturnType<typeof stagedFiles>[number];

/** Where operators can get a publisher's key. */
export const KEY_ADDRESS = { census: 'https://api.census.gov/data/key_signup.html' } as const;

const DOWNLOADS = recordTable('readers/downloads', {
  reader: text,
  file: text,
  url: text,
  id: text,
  format: word(FORMATS),
  max_kb: number,
  key: word(['', 'census']),
  convert: word(CONVERSIONS),
  /** The form of the archive member's name, the publisher's encoding, or the columns of the file (ours = the publisher's). */
  detail: text,
});
type Row = ReturnType<typeof DOWNLOADS.read>[number];

/**
 * Every file that a refresh can download, by data/readers/downloads.tsv: one row per download. The World Bank packs each indicator
 * into an archive of its own, with descriptions: `{code}` stands for each of the indicators that are read.
 */
export function stagedFiles(dataDirectory: string) {
  const codes = [...wdiIndicators(dataDirectory).keys()];
  const rows = DOWNLOADS.read(dataDirectory).flatMap((row): Row[] => {
    const of = (code: string, cell: string) => cell.replace('{code}', code);
    const each = (code: string) => ({
      ...row,
      file: of(code, row.file),
      url: of(code, row.url),
      id: of(code, row.id),
    });
    return row.file.includes('{code}') ? codes.map(each) : [row];
  });
  return [...Map.groupBy(rows, (row) => row.file)].map(([staged, parts]) => {
    const [first, ...others] = parts.toSorted((left, right) => (left.detail < right.detail ? -1 : 1)) as [
      Row,
      ...Row[],
    ];
    return {
      /** The step of `data read` that reads it. */
      source: first.reader,
      file: staged,
      from: [first, ...others].map(
        ({ id, url, format, max_kb, key }): Download => ({
          id,
          url,
          format,
          maxBytes: 1024 * max_kb,
          ...(key !== '' && { needsKey: key }),
        }),
      ),
      convert: conversionOf(first),
    };
  });
}

function conversionOf({ convert: kind, detail }: Row): Conversion {
  if (kind === 'archive member') return { kind, name: new RegExp(detail) };
  if (kind === 'to UTF-8') return { kind, published: detail };
  if (kind === 'census answer')
    return { kind, columns: Object.fromEntries(detail.split('; ').map((column) => column.split('='))) };
  return { kind };
}
