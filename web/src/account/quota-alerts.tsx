import { useState } from 'react';
import type { Account } from '../../../src/dashboard/interface.ts';
import { changeAccount } from '../dashboard.ts';
import { useSession } from '../session.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Section } from './section.tsx';

/** Turns mail about the day's quota on and off. */
export function QuotaAlerts({ account }: { account: Account }) {
  const { refresh } = useSession();
  const [on, setOn] = useState(account.quota_alerts);
  return (
    <Section
      title="Quota alerts"
      about="An email when your keys have used 80 % of the day’s quota, and another at 100 %."
    >
      <p className={`state ${on ? 'active' : ''}`}>{on ? 'On' : 'Off'}</p>
      <Form
        submit={async () => {
          await changeAccount({ quota_alerts: !on });
          setOn(!on);
          await refresh();
        }}
      >
        <Submit kind="quiet">{on ? 'Turn off' : 'Turn on'}</Submit>
      </Form>
    </Section>
  );
}
