import { fieldLine } from '../../service/http/response-head.ts';
import type { Renderable } from '../entry.ts';
import { HTML_LINE, POLICY_LINES, REVALIDATE_LINE, VARY_LINE } from '../page-lines.ts';
import { type PackageFile, PYTHON_PACKAGE, PYTHON_REQUIRED } from './python-package.ts';

export const PACKAGES = '/packages/';
/** The index for pip, in the form of packaging.python.org/specifications/simple-repository-api. */
export const SIMPLE_INDEX = `${PACKAGES}simple/`;

const ZIP_LINE = fieldLine('Content-Type', 'application/zip');

/** The packages, and the index in which pip finds them. Links are relative, because a proxy may publish it below any path. */
export function packageFiles({ name, sha256, bytes }: PackageFile): Renderable[] {
  const project = `${SIMPLE_INDEX}${PYTHON_PACKAGE}/`;
  return [
    index(SIMPLE_INDEX, () => `<a href="${PYTHON_PACKAGE}/">${PYTHON_PACKAGE}</a>`),
    index(project, () => {
      const required = PYTHON_REQUIRED.replace('>', '&gt;');
      const href = `../../${name}#sha256=${sha256}`;
      return `<a href="${href}" data-requires-python="${required}">${name}</a>`;
    }),
    {
      path: `${PACKAGES}${name}`,
      limited: true,
      headerLines: () => VARY_LINE,
      render: () => ({ body: bytes, typeLine: ZIP_LINE, cacheLine: REVALIDATE_LINE }),
    },
  ];
}

function index(path: string, links: () => string): Renderable {
  const head = `<!doctype html><html lang="en"><head><meta name="pypi:repository-version" content="1.0"><title>${path}</title></head>`;
  return {
    path,
    limited: true,
    headerLines: () => VARY_LINE + POLICY_LINES,
    render: () => ({
      body: `${head}<body>${links()}</body></html>`,
      typeLine: HTML_LINE,
      cacheLine: REVALIDATE_LINE,
    }),
  };
}
