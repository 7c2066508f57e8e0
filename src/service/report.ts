/* A reader's report of a wrong figure: what the form asks, and how much of it is kept. */

/** What the link to the form fills in: which figure the report is about. */
export const REFERENCES = ['place', 'metric', 'value', 'source', 'release'] as const;

export const MOST_CHARACTERS = {
  place: 120,
  metric: 120,
  value: 120,
  source: 120,
  release: 40,
  text: 4000,
} as const;

export type TypedReport = Record<keyof typeof MOST_CHARACTERS, string>;

/** The form, and where it leads when the report is stored. */
export const REPORT_PATH = '/report';
export const RECEIVED_PATH = '/report/received';
/** Where the form is sent. */
export const REPORTS_PATH = '/dashboard/reports';

/** @param fields of the form: anything else in it is left out; undefined if nothing was typed */
export function typedReport(fields: Readonly<Record<string, unknown>>): TypedReport | undefined {
  const field = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? printable(value).trim() : '';
  };
  const text = field('text');
  if (text === '') return undefined;
  const references = Object.fromEntries(
    REFERENCES.map((name) => [name, field(name).replaceAll(/\s+/g, ' ')]),
  );
  return { ...(references as Omit<TypedReport, 'text'>), text };
}

/** Without characters that could drive a terminal; browsers send line breaks as CRLF. */
function printable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (character) => (character === '\n' ? character : ''));
}
