import { Trans } from '@lingui/react/macro';
import { Alert } from '../../../ui/alert.tsx';
import { ShownAlert } from '../../../ui/shown-alert.tsx';
import type { Step } from '../model/flow.ts';
import { useFlow } from './flow-context.ts';

/** Why the user is back at this step, or why the purchase was not made. Errors of a field appear at the field. */
export function FlowNotice({ step }: { step: Step }) {
  const { state, isDirect } = useFlow();
  const { notice } = state;
  if (!notice || notice.step !== step) return null;
  switch (notice.reason) {
    case 'quantity':
      return null;
    case 'coupon':
      return step === 'customize' ? null : <Alert tone="warning">{notice.message}</Alert>;
    case 'price':
      return <Alert tone="warning">{notice.message}</Alert>;
    case 'abandoned':
      return <ShownAlert tone="info">{notice.message}</ShownAlert>;
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
    case 'card':
      return (
        <ShownAlert>
          <strong className="font-semibold">{notice.message}</strong>
          <br />
          {state.coupon === null ? (
            <Trans>
              Nothing was bought. Choose another card or enter a new one, then continue. Your bank can tell you why.
            </Trans>
          ) : (
            // A coupon, not the bank, can be the cause (CPN-13).
            <Trans>Nothing was bought. Choose another card or enter a new one, then continue.</Trans>
          )}
        </ShownAlert>
      );
    default:
      return <ShownAlert>{notice.message}</ShownAlert>;
  }
}
