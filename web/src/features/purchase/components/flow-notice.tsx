import { Trans } from '@lingui/react/macro';
import { Alert } from '../../../ui/alert.tsx';
import { ShownAlert } from '../../../ui/shown-alert.tsx';
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
    case 'abandoned':
      return (
        <ShownAlert tone="info" className="mb-5">
          {notice.message}
        </ShownAlert>
      );
    case 'failed':
      return (
        <ShownAlert className="mb-5">
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
      return <ShownAlert className="mb-5">{notice.message}</ShownAlert>;
  }
}
