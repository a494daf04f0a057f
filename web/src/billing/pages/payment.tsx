import { Trans } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { useFormat } from '../../lib/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { CardExpiry, CardNumber } from '../cards/components/card-face.tsx';
import { PaymentDetails } from '../payments/components/payment-details.tsx';
import { PaymentStatus } from '../payments/components/payment-status.tsx';
import { usePayment } from '../payments/payments.api.ts';

/** One payment. */
export function PaymentPage() {
  const { money } = useFormat();
  const { id } = useParams({ from: '/Billing/Payments/$id/Details' });
  const query = usePayment(id);
  const payment = query.data;
  const amount = payment && money(payment.amount, payment.currency);
  return (
    <>
      <PageHeader
        title={amount && <Trans>Payment of {amount}</Trans>}
        tags={payment && <PaymentStatus status={payment.status} />}
      />
      <QueryView query={query} missing={<Trans>This payment was not found</Trans>} skeletonClassName="h-96">
        {(found) => (
          <PaymentDetails
            payment={found}
            card={
              found.card && (
                <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
                  <CardNumber brand={found.card.brand} last4={found.card.last4} isNamed />
                  <span className="font-normal text-muted">
                    <CardExpiry card={found.card} />
                  </span>
                </span>
              )
            }
          />
        )}
      </QueryView>
    </>
  );
}
