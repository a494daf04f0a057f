import { Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** New recovery codes in a dialog. */
export function RecoveryCodesDialog({ codes, open, onOpenChange }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      staysOpen
      title={<Trans>Your new recovery codes</Trans>}
      footer={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          <Trans>I have saved them</Trans>
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
