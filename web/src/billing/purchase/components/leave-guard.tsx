import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const ConfirmDialog = lazyPart(() => import('../../../ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog));

export interface LeaveGuardProps {
  /** The path of the purchase. Changing between its steps does not count as leaving. */
  base: string;
  /** Leaving would lose choices. */
  isChanged: boolean;
  /** A payment is in progress, so the flow cannot be left. */
  isBusy: boolean;
  /** Called when the user confirmed leaving; the choices are then deleted. */
  onLeave: () => void;
}

/**
 * Asks before any navigation away from a purchase with unfinished choices. A reload or a closed tab loses nothing, so
 * it is blocked only during a payment.
 */
export function LeaveGuard({ base, isChanged, isBusy, onLeave }: LeaveGuardProps) {
  const root = base.toLowerCase();
  const isOutside = (pathname: string) => !`${pathname.toLowerCase()}/`.startsWith(`${root}/`);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => isBusy || (isChanged && isOutside(next.pathname)),
    enableBeforeUnload: () => isBusy,
    withResolver: true,
  });
  const isAsked = status === 'blocked' && !isBusy;
  useEffect(() => {
    if (status === 'blocked' && isBusy) reset();
  }, [status, isBusy, reset]);
  useEffect(() => {
    if (isChanged) ConfirmDialog.warmUp.onFocus();
  }, [isChanged]);
  // Whether the dialog could not be loaded. The next navigation retries.
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed && status === 'idle') setHasFailed(false);
  const stay = () => {
    setHasFailed(true);
    reset?.();
  };
  return (
    <PartBoundary onFailure={stay}>
      {isAsked && !hasFailed && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && reset()}
          title={<Trans>Leave without finishing?</Trans>}
          description={<Trans>What you have chosen and typed here will be lost. Nothing was charged.</Trans>}
          confirmLabel={<Trans>Leave</Trans>}
          cancelLabel={<Trans>Stay here</Trans>}
          onConfirm={() => {
            onLeave();
            proceed();
          }}
        />
      )}
    </PartBoundary>
  );
}
