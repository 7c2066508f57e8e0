import { guideText } from '../engine/guides/guides.ts';
import { html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import type { SitePage } from './site-page.ts';

/** What the service stores, for operators who have not set their own privacy notice. The table is that of the security guide. */
export function privacyPage(): SitePage {
  return { path: '/privacy', render };
}

function render() {
  return {
    title: 'Privacy',
    description: 'What this service stores about you, for how long, and how to delete it.',
    main: html`<article class="prose">
<h1>Privacy</h1>
<p>You can read this site without an account. It sets no cookies until you sign in, loads nothing from other servers, and doesn’t record who looked at which page or place.</p>
<p>To limit how many requests one client may send, the service counts them by IP address, in memory, for a minute. The server’s log contains no IP address, no URL and no key.</p>
<h2>What is stored when you have an account</h2>
${storedTable()}
<p>Usage is counted by key, day, endpoint and outcome. The list of your newest requests has the endpoint too, and neither says which places you asked for, nor from which address.</p>
<h2>Cookies</h2>
<p>Signing in sets cookies for the session, for the second factor, and for the accounts that this browser has signed in to before. We set no other cookies.</p>
<h2>Your choices</h2>
<p>On the <a href="/account">Account</a> page you can download everything that is stored about you, and delete your account with all of it.</p>
<h2>What this page does not cover</h2>
<p>This page describes the software. The operator of this installation may run a proxy in front of it that keeps its own logs, and may send email through another company.</p>
</article>`,
  };
}

/** The table of the security guide, which tests compare with the code. */
function storedTable() {
  const section = guideText({ name: 'security' })
    .split(/^## /m)
    .find((part) => part.startsWith('Privacy\n'));
  const table = section?.match(/^\|.*\|$/gm)?.join('\n') ?? '';
  return renderMarkdown(table, (href) => href).content;
}
