import type { Guide } from './guides.ts';

export interface PageInput {
  title: string;
  /** HTML between the header and the footer. */
  body: string;
  /** The relative path from the page to /docs/. Addresses are relative so that a proxy can serve the site below any path. */
  toDocs: '' | 'docs/';
  guides: readonly Guide[];
  /** The name of the guide on this page; undefined for the reference. */
  current?: string;
}

/** A complete page with the shared navigation. */
export function htmlPage({ title, body, toDocs, guides, current }: PageInput): string {
  const toReference = toDocs === '' ? '../docs' : 'docs';
  const toStart = toDocs === '' ? '../' : './';
  const links = [
    link(toReference, 'API reference', current === undefined),
    ...guides.flatMap(({ name, label }) =>
      label === undefined ? [] : [link(`guides/${name}`, label, name === current)],
    ),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${toDocs}style.css">
</head>
<body>
<header class="site"><a class="name" href="${toStart}">${PIN}<span>Location Data Service</span></a><nav aria-label="Documentation">${links.join('')}</nav><div class="aside"><a href="${toStart}keys">API keys</a></div></header>
${body}
</body>
</html>
`;
}

function link(href: string, label: string, isCurrent: boolean): string {
  return `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${label}</a>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const PIN_PATH =
  'M8 0a5.5 5.5 0 0 0-5.5 5.5C2.5 9.6 8 16 8 16s5.5-6.4 5.5-10.5A5.5 5.5 0 0 0 8 0zm0 7.8a2.3 2.3 0 1 1 0-4.6 2.3 2.3 0 0 1 0 4.6z';

/** A map pin, in the colour of the theme. */
const PIN = `<svg class="pin" viewBox="0 0 16 16" aria-hidden="true"><path d="${PIN_PATH}"/></svg>`;

const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0c6b5a" d="${PIN_PATH}"/></svg>`,
)}`;
