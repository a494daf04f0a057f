import { Trans } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useLatePayments } from '../late-payments.api.ts';
import { AtStake } from './at-stake.tsx';
import { LateAccount, LateReason, LateTries } from './late-payment-text.tsx';

/** The maximum number of rows in the card; the page lists all late payments. */
const shown = 5;

/** The accounts with late payments, and the total (LATE-8). */
export function LatePaymentsCard() {
  const { data, error, refetch, isFetching } = useLatePayments({ page: 1, pageSize: shown });
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={<Trans>Late payments</Trans>}
        action={
          data &&
          data.total > shown && (
            <TextLink to="/Operator/LatePayments" className="touch-area">
              <Trans>See all</Trans> <ArrowRight aria-hidden="true" />
            </TextLink>
          )
        }
      />
      {data ? (
        <Late data={data} />
      ) : error ? (
        <ErrorState
          className="py-6"
          error={error}
          title={<Trans>The late payments could not be loaded</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <div className="border-t border-line px-5 py-4">
          <Skeleton className="h-24" />
        </div>
      )}
    </Card>
  );
}

function Late({ data }: { data: NonNullable<ReturnType<typeof useLatePayments>['data']> }) {
  const { money } = useFormat();
  if (data.items.length === 0) {
    return (
      <p className="border-t border-line px-5 py-4 text-muted">
        <Trans>No payment is late</Trans>
      </p>
    );
  }
  return (
    <>
      <div className="px-5 pb-4">
        <AtStake totals={data.totals} />
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {data.items.map((payment) => (
          <li key={payment.invoiceId} className="flex items-start justify-between gap-4 px-5 py-3">
            <div className="min-w-0">
              <LateAccount payment={payment} />
              <p className="text-sm text-muted">{payment.product?.name ?? payment.number}</p>
              <div className="text-sm [&>div]:max-sm:text-left">
                <LateReason payment={payment} />
              </div>
            </div>
            <div className="shrink-0 text-right">
              <p className="tabular-nums">{money(payment.amount, payment.currency)}</p>
              <div className="text-sm">
                <LateTries payment={payment} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
