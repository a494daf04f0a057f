import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { usePaymentEvents } from '../payments.api.ts';

/** Events shown before all are requested. */
const shown = 20;
/** Maximum number of events that the server returns in one answer. */
const most = 400;

/**
 * The events of a payment, and of its charges, refunds and invoice, from the last 30 days, the newest first (INV-11).
 */
export function PaymentTimeline({ id }: { id: string }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const [pageSize, setPageSize] = useState(shown);
  const query = usePaymentEvents(id, pageSize);
  const { data } = query;
  const hidden = data ? Math.min(data.total, most) - data.items.length : 0;
  return (
    <Card>
      <CardHeader title={<Trans>Timeline</Trans>} description={<Trans>Up to 30 days</Trans>} />
      <div className="border-t border-line px-5 py-5">
        {data && data.items.length > 0 && (
          <Timeline
            label={t`Timeline`}
            isVertical
            today=""
            moments={data.items.map(({ stripeId, created, typeDescription }) => ({
              key: stripeId,
              at: created,
              day: date(created, 'dateTime'),
              exact: date(created, 'exact'),
              title: typeDescription,
              isAhead: false,
            }))}
          />
        )}
        {data?.items.length === 0 && (
          <p className="text-muted">
            <Trans>Nothing happened in the latest 30 days.</Trans>
          </p>
        )}
        {hidden > 0 && (
          <Button size="sm" className="mt-4" pending={query.isFetching} onClick={() => setPageSize(most)}>
            <Plural value={hidden} one="Show # more" other="Show # more" />
          </Button>
        )}
        {query.isPending && <SkeletonText lines={4} />}
        {query.error && !data && (
          <ErrorState
            className="py-2"
            error={query.error}
            title={<Trans>The timeline could not be loaded</Trans>}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
      </div>
    </Card>
  );
}
