const SECTOR = 512;
const DIRECTORY_ENTRY = 128;
const [TABLE, DIRECTORY, STREAM] = [0, 1, 2];
const [END_OF_CHAIN, SECTOR_OF_TABLE] = [0xfffffffe, 0xfffffffd];

/**
 * A small Excel workbook of 1997 to 2003 with one sheet: texts of Latin letters, and numbers. Every text is cut by the end of a
 * record, as a few are in large workbooks.
 */
export function binaryWorkbook(rows: readonly (readonly (string | number | undefined)[])[]): Buffer {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))];
  const cells = rows.flatMap((row, at) =>
    row.flatMap((cell, column) => {
      if (cell === undefined) return [];
      if (typeof cell === 'number') return number(at, column, cell);
      return record(0xfd, uint16(at), uint16(column), uint16(0), uint32(texts.indexOf(cell)));
    }),
  );
  const end = record(0x0a);
  const boundSheet = (start: number) => record(0x85, uint32(start), Buffer.alloc(4));
  const globals = (start: number) => Buffer.concat([boundSheet(start), ...sharedTexts(texts), end]);
  return compoundFile(Buffer.concat([globals(globals(0).length), ...cells, end]));
}

/** A number with at most two digits after the point takes four bytes, in hundredths; others take eight. */
function number(row: number, column: number, value: number): Buffer {
  const place = [uint16(row), uint16(column), uint16(0)];
  const hundredths = Math.round(value * 100);
  if (hundredths / 100 === value) return record(0x27e, ...place, uint32(((hundredths << 2) | 3) >>> 0));
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return record(0x203, ...place, bytes);
}

function sharedTexts(texts: readonly string[]): Buffer[] {
  const parts: Buffer[][] = [[uint32(texts.length), uint32(texts.length)]];
  for (const text of texts) {
    const half = text.length >> 1;
    const letters = Buffer.from(text, 'latin1');
    parts.at(-1)?.push(uint16(text.length), Buffer.of(0), letters.subarray(0, half));
    // A record that continues a text first repeats how wide its letters are.
    parts.push([Buffer.of(0), letters.subarray(half)]);
  }
  return parts.map((part, at) => record(at === 0 ? 0xfc : 0x3c, ...part));
}

/** With the stream `Workbook` alone. The table of sectors is one sector, which is enough for 63 kB. */
function compoundFile(stream: Buffer): Buffer {
  const header = Buffer.alloc(SECTOR, 0xff);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(Math.log2(SECTOR), 30);
  header.writeUInt32LE(DIRECTORY, 48);
  header.writeUInt32LE(TABLE, 76);
  const entry = Buffer.alloc(DIRECTORY_ENTRY);
  entry.writeUInt16LE(entry.write('Workbook\0', 'utf16le'), 64);
  entry.writeUInt32LE(STREAM, 116);
  entry.writeUInt32LE(stream.length, 120);
  const sectors = Math.ceil(stream.length / SECTOR);
  const table = Buffer.alloc(SECTOR, 0xff);
  table.writeUInt32LE(SECTOR_OF_TABLE, 4 * TABLE);
  table.writeUInt32LE(END_OF_CHAIN, 4 * DIRECTORY);
  for (let at = 0; at < sectors; at++)
    table.writeUInt32LE(at + 1 < sectors ? STREAM + at + 1 : END_OF_CHAIN, 4 * (STREAM + at));
  return Buffer.concat([header, table, padded(entry, SECTOR), padded(stream, sectors * SECTOR)]);
}

function padded(bytes: Buffer, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}

function record(type: number, ...data: Buffer[]): Buffer {
  const content = Buffer.concat(data);
  return Buffer.concat([uint16(type), uint16(content.length), content]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
