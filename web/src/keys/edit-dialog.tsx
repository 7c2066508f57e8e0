import type { Key } from '../../../src/dashboard/interface.ts';
import { changeKey } from '../dashboard.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { GUARD_PROBLEMS, GuardFields, guardsIn } from './guard-fields.tsx';
import { KEY_NAME_PROBLEMS, KeyNameField } from './new-key-form.tsx';

interface EditDialogProps {
  apiKey: Key;
  close: () => void;
  edited: (key: Key) => void;
}

export function EditDialog({ apiKey, close, edited }: EditDialogProps) {
  return (
    <Dialog title="Edit key" close={close}>
      <Form
        submit={async (field) =>
          edited(await changeKey(apiKey.id, { name: field('name').trim(), ...guardsIn(field) }))
        }
        problems={{ name: KEY_NAME_PROBLEMS, ...GUARD_PROBLEMS }}
        fieldOf={{ invalid_request: 'addresses' }}
      >
        <KeyNameField defaultValue={apiKey.name} />
        <GuardFields addresses={apiKey.addresses} idleDays={apiKey.idle_days} />
        <Submit>Save</Submit>
      </Form>
    </Dialog>
  );
}
