import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy.tsx';
import { PartBoundary } from './part-boundary.tsx';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog));

/**
 * While `isChanged`, asks before the user leaves the page or closes the tab. If the confirmation dialog cannot be
 * loaded, the user stays. Put this component anywhere inside the form's page.
 */
export function UnsavedChangesGuard({ isChanged }: { isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  useEffect(() => {
    if (isChanged) ConfirmDialog.warmUp.onFocus();
  }, [isChanged]);
  // Whether the dialog could not be loaded. The next navigation retries.
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed && status === 'idle') setHasFailed(false);
  if (!isChanged) return null;
  const stay = () => {
    setHasFailed(true);
    reset?.();
  };
  return (
    <PartBoundary onFailure={stay}>
      {status === 'blocked' && !hasFailed && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && reset()}
          title={<Trans>Leave without saving?</Trans>}
          description={<Trans>Your changes on this page will be lost.</Trans>}
          confirmLabel={<Trans>Leave page</Trans>}
          cancelLabel={<Trans>Keep editing</Trans>}
          onConfirm={() => proceed()}
        />
      )}
    </PartBoundary>
  );
}
