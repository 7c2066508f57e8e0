import type { Key } from '../../../src/dashboard/interface.ts';
import type { Issued } from '../session.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

export type KeyAction = 'edit' | 'rotate' | 'revoke';

/** An action on a key, while its dialog is open. */
export interface OpenKeyDialog {
  action: KeyAction;
  apiKey: Key;
}

interface KeyDialogProps extends OpenKeyDialog {
  close: () => void;
  showIssued: (issued: Issued) => void;
  /** @param message shown on the page */
  showChanged: (changed: Key, message: string) => void;
}

export function KeyDialog({ action, apiKey, close, showIssued, showChanged }: KeyDialogProps) {
  const shared = { apiKey, close };
  switch (action) {
    case 'edit':
      return <EditDialog {...shared} edited={(key) => showChanged(key, `Key “${key.name}” saved.`)} />;
    case 'rotate':
      return <RotateDialog {...shared} rotated={showIssued} />;
    case 'revoke':
      return <RevokeDialog {...shared} revoked={(key) => showChanged(key, `Key “${key.name}” revoked.`)} />;
  }
}
