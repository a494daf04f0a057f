import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Timeline } from '../../../ui/timeline.tsx';
import { useInvoiceEvents } from '../invoices.api.ts';

/** The events of an invoice and its payments (INV-11). */
export function InvoiceTimeline({ id }: { id: string }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const query = useInvoiceEvents(id);
  return (
    <Card className="px-4 py-4 sm:px-6 sm:py-5">
      <h2 className="text-lg font-semibold tracking-tight">
        <Trans>Timeline</Trans>
      </h2>
      <p className="mt-0.5 mb-4 text-sm text-muted">
        <Trans>Up to 30 days</Trans>
      </p>
      {query.data ? (
        query.data.items.length === 0 ? (
          <p className="text-muted">
            <Trans>Nothing is known of these days.</Trans>
          </p>
        ) : (
          <Timeline
            isVertical
            label={t`Timeline`}
            today=""
            moments={query.data.items.map(({ stripeId, created, typeDescription }) => ({
              key: stripeId,
              at: created,
              day: date(created, 'exact'),
              title: typeDescription,
              isAhead: false,
            }))}
          />
        )
      ) : query.error ? (
        <ErrorState
          className="py-2"
          error={query.error}
          title={<Trans>The timeline could not be loaded</Trans>}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <div aria-hidden="true" className="flex flex-col gap-4">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
    </Card>
  );
}
