import { Link } from 'wouter';
import { BASE } from './base.ts';
import { Page } from './ui/page.tsx';

export function NotFound() {
  return (
    <Page title="Page not found" narrow>
      <p className="lead">We couldn’t find that page.</p>
      <p>
        <a href={`${BASE}/`}>Start page</a> · <Link href="/keys">API keys</Link> ·{' '}
        <a href={`${BASE}/guides/using-the-api`}>Using the API</a>
      </p>
    </Page>
  );
}
