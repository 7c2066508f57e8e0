import { guideText } from '../engine/guides/guides.ts';
import { html } from './html.ts';
import { documented } from './markdown.ts';
import type { PageRequest, PageView, SitePage } from './site-page.ts';

/** What the service stores, for operators who have not set their own privacy notice. The table is that of the security guide. */
export const PRIVACY_PAGE: SitePage = { path: '/privacy', render };

function render({ messages }: PageRequest): PageView {
  const { privacy: words, frame } = messages;
  return {
    title: frame.links.privacy,
    description: words.about,
    main: html`<article class="prose">
<h1>${frame.links.privacy}</h1>
<p>${words.lead}</p>
<p>${words.counted}</p>
<h2>${words.stored}</h2>
${documented(storedTable(), messages)}
<p>${words.usage}</p>
<h2>${words.cookies}</h2>
<p>${words.whichCookies}</p>
<h2>${words.choices}</h2>
<p>${words.account}</p>
<h2>${words.notCovered}</h2>
<p>${words.operator}</p>
</article>`,
  };
}

/** The table of the security guide, which tests compare with the code. */
function storedTable(): string {
  const section = guideText({ name: 'security' })
    .split(/^## /m)
    .find((part) => part.startsWith('Privacy\n'));
  return section?.match(/^\|.*\|$/gm)?.join('\n') ?? '';
}
