import { GUIDES } from '../engine/guides/guides.ts';
import { isApiProblemCode } from '../engine/problems.ts';

/** Guides link to each other by file name, `errors.md#invalid_token`, which works on GitHub. On the site, each has a page. */
export function guideAddress(href: string): string {
  const [, name, anchor = ''] = /^([a-z-]+)\.md(?:#(.*))?$/.exec(href) ?? [];
  const guide = GUIDES.find((each) => each.name === name);
  if (guide === undefined) return href;
  if (name === 'errors' && isApiProblemCode(anchor)) return `/errors/${anchor}`;
  return anchor === '' ? guide.to : `${guide.to}#${anchor}`;
}
