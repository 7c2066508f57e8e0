import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Account } from '../../../src/dashboard/interface.ts';
import { deleteAccount } from '../authentication.ts';
import { useSession } from '../session.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useNotify } from '../ui/notices.tsx';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';

export function DeleteAccount({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Delete account"
      about="Deletes your account and everything we store about it, immediately and permanently."
    >
      <button type="button" className="button quiet danger" onClick={() => setOpen(true)}>
        Delete account
      </button>
      {open && <DeleteDialog account={account} close={() => setOpen(false)} />}
    </Section>
  );
}

function DeleteDialog({ account, close }: { account: Account; close: () => void }) {
  const { refresh } = useSession();
  const [, navigate] = useLocation();
  const notify = useNotify();
  return (
    <Dialog title={`Delete ${account.email}?`} close={close}>
      <p className="panel bad">
        All keys stop working within a second. Keys, usage, sessions, passkeys and activity are deleted and
        can’t be restored.
      </p>
      <PasswordForm
        action="Delete everything"
        danger
        submit={async (password) => {
          await deleteAccount(password);
          close();
          await refresh();
          navigate('/sign-in');
          notify('Account deleted.');
        }}
      />
    </Dialog>
  );
}
