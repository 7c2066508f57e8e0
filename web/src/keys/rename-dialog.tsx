import type { Key } from '../../../src/dashboard/interface.ts';
import { renameKey } from '../dashboard.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { KEY_NAME_PROBLEMS, KeyNameField } from './new-key-form.tsx';

interface RenameDialogProps {
  apiKey: Key;
  close: () => void;
  renamed: (key: Key) => void;
}

export function RenameDialog({ apiKey: { id, name }, close, renamed }: RenameDialogProps) {
  return (
    <Dialog title="Rename key" close={close}>
      <Form
        submit={async (field) => renamed(await renameKey(id, field('name').trim()))}
        problems={{ name: KEY_NAME_PROBLEMS }}
      >
        <KeyNameField defaultValue={name} />
        <Submit>Rename</Submit>
      </Form>
    </Dialog>
  );
}
