import type { Key } from '../../../src/dashboard/interface.ts';
import { adoptKey } from '../dashboard.ts';
import { Form, Submit } from '../ui/form.tsx';
import { KEY_FIELD_PROBLEMS, KeyField } from './key-field.tsx';

/** Adds a key that was made without an account: by the first start, or on the command line. */
export function AdoptKey({ adopted }: { adopted: (key: Key) => void }) {
  return (
    <details className="adopt">
      <summary>Add a key that you already have</summary>
      <p>
        The first key of an installation and keys made on the command line belong to no account. Paste one to
        add it to yours: you can then rename, rotate and revoke it here, and see its usage. It shares your
        account’s limits from then on, and is revoked if you delete your account.
      </p>
      <Form
        submit={async (field) => adopted(await adoptKey(field('token').trim()))}
        problems={KEY_FIELD_PROBLEMS}
      >
        <KeyField />
        <Submit>Add key</Submit>
      </Form>
    </details>
  );
}
