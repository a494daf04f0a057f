import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import type { Step } from '../model/flow.ts';
import { useFlow } from './flow-context.ts';

/** Why one is at this step again, or why the purchase was not made. What belongs to a field is shown there. */
export function FlowNotice({ step }: { step: Step }) {
  const { state, isDirect } = useFlow();
  const { notice } = state;
  if (!notice || notice.step !== step) return null;
  switch (notice.reason) {
    case 'quantity':
      return null;
    case 'coupon':
      return step === 'customize' ? null : (
        <Alert tone="warning" className="mb-5">
          {notice.message}
        </Alert>
      );
    case 'price':
      return (
        <Alert tone="warning" className="mb-5">
          {notice.message}
        </Alert>
      );
    case 'failed':
      return (
        <ShownAlert>
          <strong className="font-semibold">
            {isDirect ? <Trans>The subscription was not made</Trans> : <Trans>Purchase error</Trans>}
          </strong>
          <br />
          {notice.message}
          {step === 'confirmation' && (
            <>
              <br />
              <Trans>You can try again without being charged twice.</Trans>
            </>
          )}
        </ShownAlert>
      );
    default:
      return <ShownAlert>{notice.message}</ShownAlert>;
  }
}

/** Why money did not move: brought into view, as on a phone one may be at the other end of a long step. */
function ShownAlert({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the step's heading has taken the focus, which scrolls too.
    const timer = setTimeout(() => place.current?.scrollIntoView?.({ block: 'center' }));
    return () => clearTimeout(timer);
  }, []);
  return (
    <div ref={place}>
      <Alert tone="bad" className="mb-5">
        {children}
      </Alert>
    </div>
  );
}
