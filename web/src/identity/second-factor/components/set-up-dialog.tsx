import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { SetUpFlow, type SetUpFlowProps } from './set-up-flow.tsx';

export interface SetUpDialogProps extends Omit<SetUpFlowProps, 'onCancel' | 'onCodes' | 'onDone'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Sets up a method in a dialog. */
export function SetUpDialog({ open, onOpenChange, ...flow }: SetUpDialogProps) {
  const [showsCodes, setShowsCodes] = useState(false);
  const close = () => {
    onOpenChange(false);
    setShowsCodes(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      staysOpen={showsCodes}
      title={flow.isReset ? <Trans>Replace the authenticator</Trans> : <Trans>Set up a method</Trans>}
    >
      <SetUpFlow {...flow} onCancel={close} onCodes={() => setShowsCodes(true)} onDone={close} />
    </Dialog>
  );
}
