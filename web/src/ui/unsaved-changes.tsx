import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../lib/lazy.tsx';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

/** While `isChanged`, leaving the page or closing the tab asks first. Put it anywhere inside the form's page. */
export function UnsavedChangesGuard({ isChanged }: { isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  useEffect(() => {
    if (isChanged) ConfirmDialog.warmUp.onFocus();
  }, [isChanged]);
  if (!isChanged) return null;
  return (
    <Suspense>
      <ConfirmDialog
        open={status === 'blocked'}
        onOpenChange={(open) => !open && reset?.()}
        title={<Trans>Leave without saving?</Trans>}
        description={<Trans>Your changes on this page will be lost.</Trans>}
        confirmLabel={<Trans>Leave page</Trans>}
        cancelLabel={<Trans>Keep editing</Trans>}
        onConfirm={() => proceed?.()}
      />
    </Suspense>
  );
}
