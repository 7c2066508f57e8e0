import { Link, useLocation } from 'wouter';
import { signOut } from './authentication.ts';
import { BASE } from './base.ts';
import { asProblem } from './problem.ts';
import { useSession } from './session.tsx';
import { useNotify } from './ui/notices.tsx';

/** Shares its style with the header of server-rendered pages, web/site/style/header.css. */
export function SiteHeader() {
  const { state } = useSession();
  return (
    <header className="site">
      <a className="name" href={`${BASE}/`} aria-label="Location Data Service">
        <Pin />
        <span>Location Data Service</span>
      </a>
      <search className="search beside-account">
        <form action={`${BASE}/search`}>
          <label className="hidden" htmlFor="site-search">
            Search places and documentation
          </label>
          <input id="site-search" type="search" name="q" placeholder="City, country or topic" />
        </form>
      </search>
      <button className="menu" type="button" popoverTarget="site-menu">
        <Bars />
        <span>Menu</span>
      </button>
      <nav id="site-menu" className="menu-links" aria-label="Main" popover="auto">
        {state?.account != null && (
          <>
            <Tab href="/keys" label="API keys" part="/key" />
            <Tab href="/usage" label="Usage" />
            <Tab href="/account" label="Account" />
          </>
        )}
        {state?.service.navigation.header.map(({ to, label }) => (
          <a key={to} href={BASE + to}>
            {label}
          </a>
        ))}
        {state?.account === null && <Enter />}
        {state?.account != null && <SignOut className="plain" />}
      </nav>
    </header>
  );
}

/** @param part a page that belongs to this one */
function Tab({ href, label, part }: { href: string; label: string; part?: string }) {
  const [path] = useLocation();
  const current = path === href ? 'page' : path === part ? 'true' : undefined;
  return (
    <Link href={href} aria-current={current} onClick={closeMenu}>
      {label}
    </Link>
  );
}

/** On narrow screens, the menu would stay open while the page below it changes. */
function closeMenu() {
  const menu = document.getElementById('site-menu');
  if (menu?.matches(':popover-open')) menu.hidePopover();
}

function Enter() {
  return (
    <>
      <Tab href="/sign-in" label="Sign in" />
      <Link className="button small" href="/sign-up" onClick={closeMenu}>
        Get a key
      </Link>
    </>
  );
}

export function SignOut({ className }: { className: string }) {
  const { refresh, setIssued } = useSession();
  const [, navigate] = useLocation();
  const notify = useNotify();

  async function leave() {
    try {
      await signOut();
      setIssued(undefined);
      // Before this, the sign-in page would redirect, because the app takes the person for signed in.
      await refresh();
      navigate('/sign-in');
      notify('You’re signed out.');
    } catch (error) {
      notify(asProblem(error).message);
    }
  }

  return (
    <button type="button" className={className} onClick={() => void leave()}>
      Sign out
    </button>
  );
}

function Bars() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M2 4h12M2 8h12M2 12h12" />
    </svg>
  );
}

function Pin() {
  return (
    <svg className="pin" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 0a5.5 5.5 0 0 0-5.5 5.5C2.5 9.6 8 16 8 16s5.5-6.4 5.5-10.5A5.5 5.5 0 0 0 8 0zm0 7.8a2.3 2.3 0 1 1 0-4.6 2.3 2.3 0 0 1 0 4.6z" />
    </svg>
  );
}
