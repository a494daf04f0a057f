import { Trans } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const ConfirmDialog = lazyPart(() => import('../../../ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog));

export interface LeaveGuardProps {
  /** The path of the purchase: its own steps are no way out. */
  base: string;
  /** Something was chosen that leaving would lose. */
  isChanged: boolean;
  /** Money is moving: it cannot be left now. */
  isBusy: boolean;
  /** Left after the question: what was chosen is forgotten. */
  onLeave: () => void;
}

/**
 * Asks before a purchase with unfinished choices is left, in the same words for every way out. A reload and a closed tab lose nothing, so they are not asked
 * about, unless money is moving.
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
  // The question could not be loaded; until the blocked navigation is let go of, it is not tried again.
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
