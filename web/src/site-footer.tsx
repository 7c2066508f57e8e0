import { Link } from 'wouter';
import { BASE } from './base.ts';
import { useSession } from './session.tsx';

export function SiteFooter() {
  const release = useSession().state?.service.release.version;
  return (
    <footer className="foot">
      <nav aria-label="More">
        <a href={`${BASE}/sources`}>Sources and licences</a>
        <a href={`${BASE}/guides/method`}>Method</a>
        <a href={`${BASE}/errors`}>Errors</a>
        <Link href="/found-key">Found a key?</Link>
      </nav>
      <p>{release === undefined ? ' ' : `Data release ${release}`}</p>
    </footer>
  );
}
