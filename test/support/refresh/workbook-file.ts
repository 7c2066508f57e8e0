import { zip } from './publishers.ts';

const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The smallest Excel workbook with these sheets: numbers as numbers, texts inline, empty cells left out. */
export function workbook(...sheets: (readonly (string | number | null)[])[][]): Uint8Array {
  const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${content}`;
  const rowXml = (cells: readonly (string | number | null)[], row: number) => {
    const inner = cells.map((cell, column) => {
      const reference = `${String.fromCharCode(65 + column)}${row + 1}`;
      if (cell === null) return '';
      if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
      return `<c r="${reference}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;')}</t></is></c>`;
    });
    return `<row r="${row + 1}">${inner.join('')}</row>`;
  };
  const each = (xmlOf: (number: number) => string) => sheets.map((_, index) => xmlOf(index + 1)).join('');
  return zip({
    '[Content_Types].xml': xml(
      `<Types xmlns="${CONTENT_TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${PART}.worksheet+xml"/>`)}</Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets>${each((number) => `<sheet name="Sheet ${number}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${RELATIONSHIPS}">${each((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}</Relationships>`,
    ),
    ...Object.fromEntries(
      sheets.map((rows, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        xml(`<worksheet xmlns="${SHEETS}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`),
      ]),
    ),
  });
}
