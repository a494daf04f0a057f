import { Trans } from '@lingui/react/macro';
import { Dialog } from '../../../ui/dialog.tsx';
import { SetUpFlow, type SetUpFlowProps } from './set-up-flow.tsx';

export interface SetUpDialogProps extends Omit<SetUpFlowProps, 'onCancel' | 'onDone'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Sets a method up over the page. */
export function SetUpDialog({ open, onOpenChange, ...flow }: SetUpDialogProps) {
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={flow.isReset ? <Trans>Replace the authenticator</Trans> : <Trans>Set up a method</Trans>}
    >
      <SetUpFlow {...flow} onCancel={close} onDone={close} />
    </Dialog>
  );
}
