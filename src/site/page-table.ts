import type { Config } from '../config.ts';
import { guidePages } from './guide-pages.ts';
import { privacyPage } from './privacy-page.ts';
import type { SitePage } from './site-page.ts';

/** Every page for people that the server renders, in one table. docs/adding-a-page.md says how to add one. */
export function pageTable({ explorer }: Pick<Config, 'explorer'>): SitePage[] {
  const pages: SitePage[] = [
    ...guidePages(),
    privacyPage(),
    { path: '/reference', render: () => ({ location: '/docs', status: 302 }) },
  ];
  return explorer ? pages : pages.filter((page) => page.explorer !== true);
}
