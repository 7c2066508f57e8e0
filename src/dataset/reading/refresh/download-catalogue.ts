import { number, recordTable, text, texts, word } from '../../building/files/records.ts';
import { wdiIndicators } from '../sources/world-bank-wdi.ts';
import { CONVERSIONS } from './conversion.ts';

/** The formats of publishers' files. Content of another format, such as an error page, is refused. */
const FORMATS = ['zip', 'workbook', 'csv', 'text', 'json', 'page'] as const;
export type Format = (typeof FORMATS)[number];
const CONVERSION_WORDS = Object.keys(CONVERSIONS) as (keyof typeof CONVERSIONS)[];

/** A file that a reader expects, below the directory given to `data read --from`. */
export type StagedFile = ReturnType<typeof stagedFiles>[number];

/** Where operators can get a publisher's key. */
export const KEY_ADDRESS = { census: 'https://api.census.gov/data/key_signup.html' } as const;

const DOWNLOADS = recordTable('readers/downloads', {
  ...texts('reader', 'file', 'url'),
  /** Name of the file among those kept between refreshes. */
  id: text,
  format: word(FORMATS),
  /** About four times its current size: anything larger is not this file. */
  max_kb: number,
  /** The publisher requires registration. The key is added to the address and used nowhere else. */
  key: word(['', 'census']),
  convert: word(CONVERSION_WORDS),
  detail: text,
});
/** One file at a publisher's own address. */
export type Download = ReturnType<typeof DOWNLOADS.read>[number];

/**
 * Every file that a refresh can download, by data/readers/downloads.tsv: one row per download. The World Bank packs each indicator
 * into an archive of its own, with descriptions: `{code}` stands for each of the indicators that are read.
 */
export function stagedFiles(dataDirectory: string) {
  const codes = [...wdiIndicators(dataDirectory).keys()];
  const rows = DOWNLOADS.read(dataDirectory).flatMap((row): Download[] => {
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
      Download,
      ...Download[],
    ];
    const { reader: source, convert, detail } = first;
    /** `source` is the step of `data read` that reads it. */
    return { source, file: staged, from: [first, ...others], convert, detail };
  });
}
