import type { Config } from '../service/config.ts';
import type { Messages } from './languages/english.ts';

export interface NavigationLink {
  /** A path of this site, or the URL of one of the operator’s pages. */
  to: string;
  label: string;
}

/** A link of the frame, named by a message. */
export interface FrameLink extends NavigationLink {
  label: keyof Messages['frame']['links'];
}

/** The links of the header. A page that this installation does not serve is left out. */
export const HEADER_LINKS: readonly FrameLink[] = [
  { to: '/explore', label: 'map' },
  { to: '/compare', label: 'compare' },
  { to: '/find', label: 'find' },
  { to: '/rankings', label: 'rankings' },
  { to: '/guides', label: 'guides' },
  { to: '/reference', label: 'reference' },
];

export const FOOTER_LINKS: readonly FrameLink[] = [
  { to: '/sources', label: 'sources' },
  { to: '/match', label: 'match' },
  { to: '/packages', label: 'packages' },
  { to: '/metrics', label: 'metrics' },
  { to: '/guides/method', label: 'method' },
  { to: '/errors', label: 'errors' },
  { to: '/releases', label: 'releases' },
  { to: '/status', label: 'status' },
];

/** Pages that only other pages and the search lead to. */
export const OTHER_LINKS: readonly FrameLink[] = [
  { to: '/privacy', label: 'privacy' },
  { to: '/places', label: 'cityField' },
];

type OperatorLinks = Pick<Config, 'privacyUrl' | 'termsUrl' | 'contactUrl' | 'sourceUrl' | 'statusUrl'>;

/** The operator's links, in the order of the footer. */
export function operatorLinks(links: OperatorLinks): FrameLink[] {
  const all: [string | undefined, FrameLink['label']][] = [
    [links.privacyUrl ?? '/privacy', 'privacy'],
    [links.termsUrl, 'terms'],
    [links.contactUrl, 'contact'],
    [links.sourceUrl, 'sourceCode'],
    [links.statusUrl, 'serviceStatus'],
  ];
  return all.flatMap(([to, label]) => (to === undefined ? [] : [{ to, label }]));
}
