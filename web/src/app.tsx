import { Component, lazy, type ReactNode, Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { BASE } from './base.ts';
import { NotFound } from './not-found.tsx';
import { SessionProvider, SignedInOnly } from './session.tsx';
import { SignIn } from './sign-in/sign-in.tsx';
import { SignUp } from './sign-in/sign-up.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { Notices } from './ui/notices.tsx';
import { Page } from './ui/page.tsx';
import { Skeleton } from './ui/skeleton.tsx';

const Recover = lazy(() => import('./sign-in/recover.tsx'));
const Reset = lazy(() => import('./sign-in/reset.tsx'));
const Verify = lazy(() => import('./sign-in/verify.tsx'));
const NewEmail = lazy(() => import('./account/new-email.tsx'));
const Keys = lazy(() => import('./keys/keys.tsx'));
const KeyPage = lazy(() => import('./keys/key-page.tsx'));
const Usage = lazy(() => import('./usage/usage.tsx'));
const Account = lazy(() => import('./account/account.tsx'));
const Connect = lazy(() => import('./connect.tsx'));
const FoundKey = lazy(() => import('./found-key.tsx'));

/** Header, page and footer. The pages are those of `PAGES` in src/site/pages.ts. */
export function App() {
  return (
    <Router base={BASE}>
      <SessionProvider>
        <Notices>
          <a className="skip" href="#main">
            Skip to content
          </a>
          <SiteHeader />
          <main id="main">
            <Unexpected>
              <Suspense fallback={<Skeleton label="Loading" lines={6} />}>
                <Pages />
              </Suspense>
            </Unexpected>
          </main>
          <SiteFooter />
        </Notices>
      </SessionProvider>
    </Router>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/sign-up" component={SignUp} />
      <Route path="/sign-in" component={SignIn} />
      <Route path="/recover" component={Recover} />
      <Route path="/reset" component={Reset} />
      <Route path="/verify" component={Verify} />
      <Route path="/new-email" component={NewEmail} />
      <Route path="/found-key" component={FoundKey} />
      <Route path="/connect" component={Connect} />
      <Route path="/keys">
        <SignedInOnly page={(signedIn) => <Keys {...signedIn} />} />
      </Route>
      <Route path="/key">
        <SignedInOnly page={() => <KeyPage />} />
      </Route>
      <Route path="/usage">
        <SignedInOnly page={() => <Usage />} />
      </Route>
      <Route path="/account">
        <SignedInOnly page={(signedIn) => <Account {...signedIn} />} />
      </Route>
      <Route component={NotFound} />
    </Switch>
  );
}

/** Shown when a page fails to render, or when a newer version has replaced its script. */
class Unexpected extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Page title="We couldn’t show this page" narrow>
        <p>Either we can’t reach the service, or it was updated while this page was open.</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </Page>
    );
  }
}
