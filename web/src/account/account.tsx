import { BASE } from '../base.ts';
import './account.css';
import type { SignedIn } from '../session.tsx';
import { SignOut } from '../site-header.tsx';
import { Page } from '../ui/page.tsx';
import { Day } from '../ui/time.tsx';
import { ActivityLog } from './activity-log.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { EmailAddress } from './email-address.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { QuotaAlerts } from './quota-alerts.tsx';
import { Section } from './section.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

export default function Account({ account, service }: SignedIn) {
  return (
    <Page title="Account" aside={<SignOut className="button quiet where-narrow" />}>
      <p className="lead">
        {account.email}
        {service.sends_mail && (
          <span className="tag">{account.email_verified ? 'confirmed' : 'not confirmed'}</span>
        )}
        , joined <Day at={account.created_at} />
      </p>
      <EmailAddress service={service} />
      <Password />
      <TwoFactor account={account} />
      <Passkeys />
      <Sessions key={account.session_id} />
      {service.sends_mail && <QuotaAlerts account={account} />}
      <ActivityLog />
      <Section title="Your data" about="Everything we store about this account, as one JSON file.">
        <a className="button quiet" href={`${BASE}/dashboard/export`} download>
          Download your data
        </a>
      </Section>
      <DeleteAccount account={account} />
    </Page>
  );
}
