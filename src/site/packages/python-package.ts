import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../service/version.ts';
import { type Files, gzippedTar, zipped } from './archives.ts';
import { filesOf, OfferedPackage, ROOT } from './offered-package.ts';

/** The name for pip. In names of files it has an underscore. */
export const PYTHON_PACKAGE = 'location-data';
export const PYTHON_REQUIRED = '>=3.9';
const SOURCE = 'client/python';
const STEM = `location_data-${VERSION}`;

/**
 * The client for Python as a wheel, which pip installs without building anything
 * (packaging.python.org/specifications/binary-distribution-format).
 */
export function pythonWheel(): OfferedPackage {
  return new OfferedPackage(`${STEM}-py3-none-any.whl`, () => zipped(installed()));
}

/** The same as a source distribution. Its build needs nothing but Python: all files of the wheel are in it. */
export function pythonSource(): OfferedPackage {
  return new OfferedPackage(`${STEM}.tar.gz`, () => {
    const builder = filesOf(SOURCE, '{pyproject.toml,build_wheel.py}');
    return gzippedTar(STEM, new Map([['PKG-INFO', metadata()], ...builder, ...installed()]));
  });
}

/** What pip puts into a folder of packages. */
function installed(): Files {
  const about = `${STEM}.dist-info`;
  const files = filesOf(SOURCE, 'location_data/{*.py,py.typed}');
  files.set(`${about}/licenses/LICENSE`, readFileSync(join(ROOT, 'LICENSE')));
  files.set(`${about}/METADATA`, metadata());
  files.set(
    `${about}/WHEEL`,
    lines(
      'Wheel-Version: 1.0',
      `Generator: location-data-service (${VERSION})`,
      'Root-Is-Purelib: true',
      'Tag: py3-none-any',
    ),
  );
  const record = `${about}/RECORD`;
  const hashes = [...files].map(
    ([name, bytes]) =>
      `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`,
  );
  files.set(record, lines(...hashes, `${record},,`));
  return files;
}

function metadata(): Buffer {
  return lines(
    'Metadata-Version: 2.1',
    `Name: ${PYTHON_PACKAGE}`,
    `Version: ${VERSION}`,
    'Summary: Client of the Location Data Service: places, cost of living and quality of life, with the source of every figure.',
    'License: MIT',
    `Requires-Python: ${PYTHON_REQUIRED}`,
  );
}

function lines(...texts: string[]): Buffer {
  return Buffer.from(`${texts.join('\n')}\n`);
}
