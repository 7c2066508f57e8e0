import { Link } from 'wouter';
import type { Service } from '../../src/dashboard/interface.ts';
import { BASE } from './base.ts';
import { useSession } from './session.tsx';

export function SiteFooter() {
  const service = useSession().state?.service;
  return (
    <footer className="foot">
      <nav aria-label="More">
        {service?.navigation.footer.map(({ to, label }) =>
          to === '/found-key' ? (
            <Link key={to} href={to}>
              {label}
            </Link>
          ) : (
            <a key={to} href={to.startsWith('/') ? BASE + to : to}>
              {label}
            </a>
          ),
        )}
      </nav>
      <p>{service === undefined ? ' ' : releaseLine(service)}</p>
    </footer>
  );
}

function releaseLine({ release }: Service): string {
  return release === null ? 'The data release is being prepared' : `Data release ${release.version}`;
}
