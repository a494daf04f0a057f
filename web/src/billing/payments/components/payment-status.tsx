import { Trans } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';
import { paymentTone, providersWord } from '../payment-rules.ts';

/** A payment's status as a colored word (PAY-7). */
export function PaymentStatus({ status }: { status: string }) {
  return (
    <Badge tone={paymentTone(status)}>
      <StatusWord status={status} />
    </Badge>
  );
}

function StatusWord({ status }: { status: string }) {
  switch (status) {
    case 'succeeded':
      return <Trans context="payment status">Succeeded</Trans>;
    case 'processing':
      return <Trans context="payment status">Processing</Trans>;
    case 'requires_action':
    case 'requires_confirmation':
      return <Trans context="payment status">To be confirmed</Trans>;
    case 'requires_capture':
      return <Trans context="payment status">Authorized</Trans>;
    case 'requires_payment_method':
      return <Trans context="payment status">Not paid</Trans>;
    case 'canceled':
      return <Trans context="payment status">Canceled</Trans>;
    default:
      return providersWord(status);
  }
}
