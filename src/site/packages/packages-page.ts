import { codeBlock } from '../field-markup.ts';
import { html } from '../html.ts';
import type { PageRequest, PageView, SitePage } from '../site-page.ts';
import type { OfferedPackage } from './offered-package.ts';
import { type OfferedPackages, PACKAGES, SIMPLE_INDEX } from './packages.ts';
import { PYTHON_PACKAGE } from './python-package.ts';

/** The packages that this service offers, each with the line that installs it and its hash. */
export function packagesPage(offered: OfferedPackages): SitePage {
  return { path: '/packages', render: (request) => page(request, offered) };
}

function page({ publicUrl, messages }: PageRequest, { wheel, sdist, npm, r }: OfferedPackages): PageView {
  const { packages: words, frame } = messages;
  const section = (
    language: keyof typeof words.languages,
    anchor: string,
  ) => html`<h2 id="${language}">${words.languages[language]}</h2>
<p>${words.needs[language]} <a href="/guides/clients${anchor}">${words.how}</a></p>`;
  const files = (offered: readonly OfferedPackage[]) =>
    html`<ul>${offered.map(
      ({ name, bytes, sha256 }) =>
        html`<li>${words.file(html`<a href="${PACKAGES}${name}">${name}</a>`, bytes.length, html`<code>${sha256}</code>`)}</li>`,
    )}</ul>`;
  return {
    title: frame.links.packages,
    description: words.about,
    main: html`<article class="prose"><h1>${frame.links.packages}</h1>
<p class="lead">${words.lead}</p>
${section('python', '#python')}
${codeBlock(`pip install --index-url ${publicUrl}${SIMPLE_INDEX} ${PYTHON_PACKAGE}`)}
<p>${words.verified}</p>
${files([wheel, sdist])}
${
  npm === undefined
    ? ''
    : html`${section('javascript', '')}
${codeBlock(`npm install ${publicUrl}${PACKAGES}${npm.name}`)}
${files([npm])}`
}
${section('r', '#r')}
${codeBlock(`install.packages("${publicUrl}${PACKAGES}${r.name}", repos = NULL, type = "source")`)}
${files([r])}
</article>`,
  };
}
