import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** While `isChanged`, leaving the page or closing the tab asks first. Put it anywhere inside the form's page. */
export function UnsavedChangesGuard({ isChanged }: { isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={(open) => !open && reset?.()}
      title={<Trans>Leave without saving?</Trans>}
      description={<Trans>Your changes on this page will be lost.</Trans>}
      confirmLabel={<Trans>Leave page</Trans>}
      cancelLabel={<Trans>Keep editing</Trans>}
      onConfirm={() => proceed?.()}
    />
  );
}
