import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { negotiateType } from '../../service/http/negotiation.ts';
import { fieldLine } from '../../service/http/response-head.ts';
import { VERSION } from '../../service/version.ts';
import type { Renderable } from '../entry.ts';
import { HTML_LINE, POLICY_LINES, REVALIDATE_LINE, SHORTLY_LINE } from '../page-lines.ts';
import { gzippedTar } from './archives.ts';
import { filesOf, OfferedPackage, ROOT } from './offered-package.ts';
import { PYTHON_PACKAGE, PYTHON_REQUIRED, pythonSource, pythonWheel } from './python-package.ts';

export const PACKAGES = '/packages/';
/** The index for pip, in the form of packaging.python.org/specifications/simple-repository-api. */
export const SIMPLE_INDEX = `${PACKAGES}simple/`;
const PROJECT = `${SIMPLE_INDEX}${PYTHON_PACKAGE}/`;

const ZIP_LINE = fieldLine('Content-Type', 'application/zip');
const GZIP_LINE = fieldLine('Content-Type', 'application/gzip');
/** pip prefers JSON; people and older versions of pip get HTML. */
const INDEX_TYPES = [
  'text/html',
  'application/vnd.pypi.simple.v1+html',
  'application/vnd.pypi.simple.v1+json',
];
const VARY_LINE = fieldLine('Vary', 'Accept, Accept-Encoding');
const META = { 'api-version': '1.0' };

export type OfferedPackages = ReturnType<typeof offeredPackages>;

/** The clients of this version. */
export function offeredPackages() {
  const tarball = `location-data-client-${VERSION}.tgz`;
  const path = join(ROOT, 'client', tarball);
  const r = () =>
    gzippedTar('locationdata', filesOf('client/r', '{DESCRIPTION,NAMESPACE,LICENSE,R/*.R,man/*.Rd}'));
  return {
    wheel: pythonWheel(),
    sdist: pythonSource(),
    r: new OfferedPackage(`locationdata_${VERSION}.tar.gz`, r),
    // Undefined where `npm run client` did not build it.
    npm: existsSync(path) ? new OfferedPackage(tarball, () => readFileSync(path)) : undefined,
  };
}

/** The packages, and the index in which pip finds its own. Links are relative, because a proxy may publish it below any path. */
export function packageFiles({ wheel, sdist, r, npm }: OfferedPackages): Renderable[] {
  const python = [wheel, sdist];
  return [
    index(
      SIMPLE_INDEX,
      () => `<a href="${PYTHON_PACKAGE}/">${PYTHON_PACKAGE}</a>`,
      () => ({ meta: META, projects: [{ name: PYTHON_PACKAGE }] }),
    ),
    index(
      PROJECT,
      () => python.map(anchor).join('<br>'),
      () => ({ meta: META, name: PYTHON_PACKAGE, files: python.map(listed) }),
    ),
    ...[wheel, sdist, r, ...(npm === undefined ? [] : [npm])].map(
      (offered): Renderable => ({
        path: `${PACKAGES}${offered.name}`,
        limited: true,
        isCompressed: true,
        headerLines: () => '',
        render: () => ({
          body: offered.bytes,
          typeLine: offered === wheel ? ZIP_LINE : GZIP_LINE,
          cacheLine: SHORTLY_LINE,
        }),
      }),
    ),
  ];
}

function anchor({ name, sha256 }: OfferedPackage): string {
  const required = PYTHON_REQUIRED.replace('>', '&gt;');
  return `<a href="../../${name}#sha256=${sha256}" data-requires-python="${required}">${name}</a>`;
}

function listed({ name, sha256 }: OfferedPackage): object {
  return {
    filename: name,
    url: `../../${name}`,
    hashes: { sha256 },
    'requires-python': PYTHON_REQUIRED,
  };
}

/** @param links for HTML @param value for JSON */
function index(path: string, links: () => string, value: () => object): Renderable {
  const head = `<!doctype html><html lang="en"><head><meta name="pypi:repository-version" content="1.0"><title>${path}</title></head>`;
  const inType = (type: string): Renderable => ({
    path,
    limited: true,
    version: () => type,
    headerLines: () => VARY_LINE + POLICY_LINES,
    render: () => ({
      body: type.endsWith('json') ? JSON.stringify(value()) : `${head}<body>${links()}</body></html>`,
      typeLine: type === 'text/html' ? HTML_LINE : fieldLine('Content-Type', type),
      cacheLine: REVALIDATE_LINE,
    }),
  });
  const [html, ...others] = INDEX_TYPES.map((type) => ({ type, entry: inType(type) }));
  return {
    ...inType('text/html'),
    variant: (accept) => {
      const type = negotiateType(accept, INDEX_TYPES);
      return (others.find((each) => each.type === type) ?? html)?.entry;
    },
  };
}
