export interface NavigationLink {
  /** A path of this site, or the URL of one of the operator’s pages. */
  to: string;
  label: string;
}

/** The links of the header. A page that this installation does not serve is left out. */
export const HEADER_LINKS: readonly NavigationLink[] = [
  { to: '/explore', label: 'Map' },
  { to: '/compare', label: 'Compare' },
  { to: '/find', label: 'Find' },
  { to: '/rankings', label: 'Rankings' },
  { to: '/guides', label: 'Guides' },
  { to: '/reference', label: 'API reference' },
];

export const FOOTER_LINKS: readonly NavigationLink[] = [
  { to: '/sources', label: 'Sources and licences' },
  { to: '/match', label: 'Match a list' },
  { to: '/metrics', label: 'Metrics' },
  { to: '/guides/method', label: 'Method' },
  { to: '/errors', label: 'Errors' },
  { to: '/releases', label: 'Releases' },
  { to: '/status', label: 'Status' },
];

export interface OperatorLinks {
  privacyUrl: string | undefined;
  termsUrl: string | undefined;
  contactUrl: string | undefined;
  sourceUrl: string | undefined;
  statusUrl: string | undefined;
}

/** The operator's links, in the order of the footer. */
export function operatorLinks(links: OperatorLinks): NavigationLink[] {
  const all: [string | undefined, string][] = [
    [links.privacyUrl ?? '/privacy', 'Privacy'],
    [links.termsUrl, 'Terms'],
    [links.contactUrl, 'Contact'],
    [links.sourceUrl, 'Source code'],
    [links.statusUrl, 'Service status'],
  ];
  return all.flatMap(([to, label]) => (to === undefined ? [] : [{ to, label }]));
}
