import { SourceFileError } from '../../building/files/source-file-error.ts';

/** Tags of a TIFF file (TIFF 6.0, sections 8, 14 and 15). */
const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  predictor: 317,
  tileSide: 322,
  offsets: 324,
  sizes: 325,
};
const LZW = 5;
const CLEAR = 256;
const END = 257;

/**
 * The bytes of a TIFF image of one band of bytes, little-endian, in square tiles with LZW compression: row by row from the
 * top. Refuses every other kind.
 */
export function readTiles(
  file: string,
  bytes: Buffer,
  { width, height }: { width: number; height: number },
): Uint8Array {
  const fault = (text: string) => new SourceFileError(file, 0, '', text);
  if (bytes.toString('latin1', 0, 4) !== 'II*\0') throw fault('no little-endian TIFF file');
  const tags = readTags(bytes);
  const one = (tag: number) => tags.get(tag)?.[0];
  if (one(TAG.width) !== width || one(TAG.height) !== height)
    throw fault(`${one(TAG.width)} by ${one(TAG.height)} cells instead of ${width} by ${height}`);
  if (one(TAG.bits) !== 8 || one(TAG.compression) !== LZW || (one(TAG.predictor) ?? 1) !== 1)
    throw fault('not one byte a cell, compressed by LZW without a predictor');
  const side = one(TAG.tileSide) ?? 0;
  const offsets = tags.get(TAG.offsets) ?? [];
  const sizes = tags.get(TAG.sizes) ?? [];
  const across = Math.ceil(width / side);
  if (side === 0 || offsets.length !== across * Math.ceil(height / side)) throw fault('not in square tiles');
  const image = new Uint8Array(width * height);
  for (const [index, offset] of offsets.entries()) {
    const tile = unpackLzw(bytes.subarray(offset, offset + (sizes[index] ?? 0)), side * side);
    if (tile === undefined) throw fault(`tile ${index} is damaged or truncated`);
    const [top, left] = [Math.floor(index / across) * side, (index % across) * side];
    const columns = Math.min(side, width - left);
    for (let row = 0; row < Math.min(side, height - top); row++)
      image.set(tile.subarray(row * side, row * side + columns), (top + row) * width + left);
  }
  return image;
}

/** The numbers of every tag of the first directory, of the types SHORT and LONG. */
function readTags(bytes: Buffer): Map<number, number[]> {
  const directory = bytes.readUInt32LE(4);
  const tags = new Map<number, number[]>();
  for (let index = 0; index < bytes.readUInt16LE(directory); index++) {
    const entry = directory + 2 + index * 12;
    const [tag, type, count] = [
      bytes.readUInt16LE(entry),
      bytes.readUInt16LE(entry + 2),
      bytes.readUInt32LE(entry + 4),
    ];
    const size = type === 3 ? 2 : type === 4 ? 4 : undefined;
    if (size === undefined) continue;
    const start = count * size <= 4 ? entry + 8 : bytes.readUInt32LE(entry + 8);
    const values = Array.from({ length: count }, (_, position) =>
      bytes.readUIntLE(start + position * size, size),
    );
    tags.set(tag, values);
  }
  return tags;
}

/** TIFF 6.0, section 13: codes of 9 to 12 bits, the highest bit first. Undefined unless the result has this length. */
function unpackLzw(packed: Uint8Array, length: number): Uint8Array | undefined {
  const output = new Uint8Array(length);
  /** Where in the output each string of the table is. */
  const starts = new Int32Array(4096);
  const lengths = new Int32Array(4096);
  let [written, next, width, previous] = [0, END + 1, 9, -1];
  let [buffer, held, position] = [0, 0, 0];
  while (written < length) {
    while (held < width) {
      if (position >= packed.length) return undefined;
      buffer = ((buffer << 8) | (packed[position++] ?? 0)) & 0xffffff;
      held += 8;
    }
    const code = (buffer >> (held - width)) & ((1 << width) - 1);
    held -= width;
    if (code === END) break;
    if (code === CLEAR) {
      [next, width, previous] = [END + 1, 9, -1];
      continue;
    }
    const start = written;
    if (code < CLEAR) output[written++] = code;
    else {
      // The code that is about to be assigned means the previous string followed by that string's first byte.
      const isNew = code === next && previous >= 0;
      const from = isNew ? previous : (starts[code] ?? 0);
      const size = isNew ? start - previous + 1 : (lengths[code] ?? 0);
      if ((!isNew && code >= next) || written + size > length) return undefined;
      for (let index = 0; index < size; index++) output[written++] = output[from + index] ?? 0;
    }
    if (previous >= 0 && next < 4096) {
      starts[next] = previous;
      lengths[next] = start - previous + 1;
      next++;
    }
    previous = start;
    // The encoder widens its codes one code early.
    if (next + 1 >= 1 << width && width < 12) width++;
  }
  return written === length ? output : undefined;
}
