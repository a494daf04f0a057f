import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@portico/contract';
import { Link } from '@tanstack/react-router';
import { ArrowRight, ChevronRight } from 'lucide-react';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { useUnits } from '../../../lib/units.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSubscriptions } from '../subscriptions.api.ts';
import { NoSubscriptions } from './no-subscriptions.tsx';
import { NextStepText, StatusTags, useAmountText } from './subscription-text.tsx';

/** The maximum number of subscriptions on the dashboard (UI-15). */
const shown = 5;

const rowClasses =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-t border-line px-5 py-3 @min-[640px]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_16px]';

/** The subscriptions on the dashboard, overdue ones first and ended ones last, each linked to its details. */
export function SubscriptionsCard() {
  const query = useSubscriptions({ page: 1, pageSize: shown, sortField: 'status', order: 'asc' });
  const rows = useRememberedCount('subscriptions', query.data?.items.length ?? null, 2, shown);
  const hasSubscriptions = (query.data?.items.length ?? 0) > 0;
  return (
    <Card className="@container min-w-0">
      <CardHeader
        className="min-h-14 px-5 py-3"
        title={<Trans>Subscriptions</Trans>}
        description={hasSubscriptions && <Trans>Prices are before tax.</Trans>}
        action={
          hasSubscriptions && (
            <TextLink to="/Billing/Subscriptions">
              <Trans>View all</Trans> <ArrowRight aria-hidden="true" />
            </TextLink>
          )
        }
      />
      {query.data && hasSubscriptions && (
        <ul>
          {query.data.items.map((subscription) => (
            <li key={subscription.id}>
              <Row subscription={subscription} />
            </li>
          ))}
        </ul>
      )}
      {query.data && !hasSubscriptions && <NoSubscriptions className="pt-4 pb-8" />}
      {query.isPending && <SkeletonRows count={rows} />}
      {query.error && !query.data && (
        <ErrorState
          className="pt-4 pb-8"
          error={query.error}
          title={<Trans>The subscriptions could not be loaded</Trans>}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
    </Card>
  );
}

function Row({ subscription }: { subscription: Subscription }) {
  const amountText = useAmountText();
  const units = useUnits();
  const { quantity, unit } = subscription;
  return (
    <Link
      {...subscriptionLink(subscription.productId, subscription.id)}
      className={`${rowClasses} outline-offset-[-2px] hover:bg-surface-hover`}
    >
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{subscription.productName}</span>
        <span className="block truncate text-sm text-muted">
          {subscription.subscriptionPlanName}
          {' · '}
          {units.count(unit, quantity)}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-1.5 @max-[640px]:order-3 @max-[640px]:col-span-2">
        <StatusTags subscription={subscription} />
        <span className="text-sm text-muted @max-[640px]:w-full @min-[640px]:hidden">
          <NextStepText subscription={subscription} />
        </span>
      </span>
      <span className="text-right whitespace-nowrap @max-[640px]:self-start">
        <span className="block font-medium tabular-nums">{amountText(subscription)}</span>
        <span className="block text-sm text-muted @max-[640px]:hidden">
          <NextStepText subscription={subscription} />
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 text-muted @max-[640px]:hidden" />
    </Link>
  );
}

function SkeletonRows({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={rowClasses}>
          <span className="flex h-[38.5px] flex-col justify-around">
            <Skeleton className="w-32" />
            <Skeleton className="w-40" />
          </span>
          <span className="flex flex-wrap gap-1.5 @max-[640px]:order-3 @max-[640px]:col-span-2">
            <Skeleton className="h-[22px] w-14" />
            <Skeleton className="h-[22px] w-20" />
            <span className="flex h-5 w-full items-center @min-[640px]:hidden">
              <Skeleton className="w-36" />
            </span>
          </span>
          <span className="flex h-[38.5px] flex-col items-end justify-around">
            <Skeleton className="w-28" />
            <Skeleton className="w-24 @max-[640px]:invisible" />
          </span>
          <span className="@max-[640px]:hidden" />
        </div>
      ))}
    </div>
  );
}
