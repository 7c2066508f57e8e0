import { html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import type { PageView, SitePage } from '../site-page.ts';
import { PACKAGES, SIMPLE_INDEX } from './packages.ts';
import { type PackageFile, PYTHON_PACKAGE } from './python-package.ts';

/** The packages that this service offers, each with the line that installs it and its hash. */
export function packagesPage(wheel: PackageFile): SitePage {
  return { path: '/packages', render: (request) => page(request, wheel) };
}

function page({ publicUrl }: PageRequest, { name, sha256, bytes }: PackageFile): PageView {
  return {
    title: 'Packages',
    description: 'The clients of this service, of its own version, with their hashes.',
    main: html`<article class="prose"><h1>Packages</h1>
<p class="lead">This service offers its client for Python, of its own version. No public registry is needed.</p>
<h2 id="python">Python</h2>
<p>Python 3.9 or newer; no other packages. With pandas installed, tables are data frames. <a href="/guides/clients#python">How to use it</a></p>
<div class="code-block"><pre tabindex="0"><code>pip install --index-url ${publicUrl}${SIMPLE_INDEX} ${PYTHON_PACKAGE}</code></pre></div>
<p>It installs <a href="${PACKAGES}${name}">${name}</a>, ${bytes.length.toLocaleString('en')} bytes. Its SHA-256, which pip verifies:</p>
<div class="code-block"><pre tabindex="0"><code>${sha256}</code></pre></div>
</article>`,
  };
}
