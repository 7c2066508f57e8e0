import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

/** The name for pip. In names of files it has an underscore. */
export const PYTHON_PACKAGE = 'location-data';
export const PYTHON_REQUIRED = '>=3.9';
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const IMPORTED = 'location_data';
/** What every file in the archive is dated, so that the same code makes the same bytes: the earliest date of ZIP archives. */
const DATED = new Date(1980, 0, 1);

export interface PackageFile {
  name: string;
  bytes: Buffer;
  /** In hexadecimal digits. */
  sha256: string;
}

/**
 * The client for Python of this version as a wheel, which pip installs without building anything
 * (packaging.python.org/specifications/binary-distribution-format).
 */
export function pythonWheel(): PackageFile {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const source = join(ROOT, 'client/python');
  const about = `${IMPORTED}-${version}.dist-info`;
  const files = new Map<string, Buffer>();
  // With slashes on Windows, too.
  const modules = globSync(`${IMPORTED}/{*.py,py.typed}`, { cwd: source }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  for (const file of modules.sort()) files.set(file, readFileSync(join(source, file)));
  files.set(`${about}/licenses/LICENSE`, readFileSync(join(ROOT, 'LICENSE')));
  files.set(
    `${about}/METADATA`,
    lines(
      'Metadata-Version: 2.1',
      `Name: ${PYTHON_PACKAGE}`,
      `Version: ${version}`,
      'Summary: Client of the Location Data Service: places, cost of living and quality of life, with the source of every figure.',
      'License: MIT',
      `Requires-Python: ${PYTHON_REQUIRED}`,
    ),
  );
  files.set(
    `${about}/WHEEL`,
    lines(
      'Wheel-Version: 1.0',
      `Generator: location-data-service (${version})`,
      'Root-Is-Purelib: true',
      'Tag: py3-none-any',
    ),
  );
  const record = `${about}/RECORD`;
  const hashes = [...files].map(
    ([name, bytes]) => `${name},sha256=${hash(bytes, 'base64url')},${bytes.length}`,
  );
  files.set(record, lines(...hashes, `${record},,`));
  const bytes = Buffer.from(zipSync(Object.fromEntries(files), { mtime: DATED }));
  return { name: `${IMPORTED}-${version}-py3-none-any.whl`, bytes, sha256: hash(bytes, 'hex') };
}

function hash(bytes: Buffer, encoding: 'hex' | 'base64url'): string {
  return createHash('sha256').update(bytes).digest(encoding);
}

function lines(...texts: string[]): Buffer {
  return Buffer.from(`${texts.join('\n')}\n`);
}
