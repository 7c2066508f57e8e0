import { type Html, html } from '../html.ts';
import type { PageRequest } from '../page-request.ts';
import type { PageView, SitePage } from '../site-page.ts';
import type { OfferedPackage } from './offered-package.ts';
import { type OfferedPackages, PACKAGES, SIMPLE_INDEX } from './packages.ts';
import { PYTHON_PACKAGE } from './python-package.ts';

/** The packages that this service offers, each with the line that installs it and its hash. */
export function packagesPage(offered: OfferedPackages): SitePage {
  return { path: '/packages', render: (request) => page(request, offered) };
}

function page({ publicUrl }: PageRequest, { wheel, sdist, npm, r }: OfferedPackages): PageView {
  return {
    title: 'Packages',
    description: 'The clients of this service, of its own version, with their hashes.',
    main: html`<article class="prose"><h1>Packages</h1>
<p class="lead">This service offers its clients, of its own version. No public registry is needed.</p>
<h2 id="python">Python</h2>
<p>Python 3.9 or newer; no other packages. With pandas installed, tables are data frames. <a href="/guides/clients#python">How to use it</a></p>
${command(`pip install --index-url ${publicUrl}${SIMPLE_INDEX} ${PYTHON_PACKAGE}`)}
<p>pip verifies the hash.</p>
${files([wheel, sdist])}
${
  npm === undefined
    ? ''
    : html`<h2 id="javascript">JavaScript and TypeScript</h2>
<p>Node.js 20 or newer; no other packages. <a href="/guides/clients">How to use it</a></p>
${command(`npm install ${publicUrl}${PACKAGES}${npm.name}`)}
${files([npm])}`
}
<h2 id="r">R</h2>
<p>R 4 or newer with jsonlite, and the program curl. <a href="/guides/clients#r">How to use it</a></p>
${command(`install.packages("${publicUrl}${PACKAGES}${r.name}", repos = NULL, type = "source")`)}
${files([r])}
</article>`,
  };
}

function command(line: string): Html {
  return html`<div class="code-block"><pre tabindex="0"><code>${line}</code></pre></div>`;
}

function files(offered: readonly OfferedPackage[]): Html {
  return html`<ul>${offered.map(
    ({ name, bytes, sha256 }) =>
      html`<li><a href="${PACKAGES}${name}">${name}</a>, ${bytes.length.toLocaleString('en')} bytes, SHA-256 <code>${sha256}</code></li>`,
  )}</ul>`;
}
