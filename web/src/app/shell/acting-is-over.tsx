import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { paths } from '../paths.ts';

/**
 * Announces that acting as a user has ended. The page can still be read and copied; the server redirects the next
 * request.
 */
export function ActingIsOver({ operatorName }: { operatorName: string }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      tone="primary"
      title={<Trans>Your 60 minutes in this name are over</Trans>}
      description={
        <Trans>
          Nothing more can be saved here. You can still read and copy what is on this page before you go back.
        </Trans>
      }
      cancelLabel={<Trans>Stay on this page</Trans>}
      confirmLabel={operatorName ? <Trans>Go on as {operatorName}</Trans> : <Trans>Go back</Trans>}
      onConfirm={() => location.assign(paths.home)}
    />
  );
}
