import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@portico/contract';
import { Link } from '@tanstack/react-router';
import { ArrowRight, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
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

const rowClasses = 'flex min-h-13 items-center gap-3 border-t border-line px-pad py-1 sm:min-h-15 sm:py-1.5';

interface SubscriptionsCardProps {
  renderLogo: (subscription: Subscription) => ReactNode;
}

/**
 * The subscriptions on the dashboard, overdue ones first, each linked to its details. Ended ones are hidden unless all
 * have ended.
 */
export function SubscriptionsCard({ renderLogo }: SubscriptionsCardProps) {
  const query = useSubscriptions({ page: 1, pageSize: shown, sortField: 'status', order: 'asc' });
  const all = query.data?.items ?? [];
  const live = all.filter(({ status }) => status !== 4);
  const items = live.length > 0 ? live : all;
  const rows = useRememberedCount('subscriptions', query.data ? items.length : null, 2, shown);
  return (
    <Card className="min-w-0 overflow-hidden">
      <CardHeader
        className="min-h-14 px-pad py-2 max-sm:min-h-11"
        title={
          <>
            <Trans>Subscriptions</Trans>
            {items.length > 0 && (
              <small className="ml-2 text-sm font-normal text-muted">
                <Trans>before tax</Trans>
              </small>
            )}
          </>
        }
        action={
          items.length > 0 && (
            <TextLink to="/Billing/Subscriptions" className="touch-area">
              <Trans>View all</Trans> <ArrowRight aria-hidden="true" />
            </TextLink>
          )
        }
      />
      {items.length > 0 && (
        <ul>
          {items.map((subscription) => (
            <li key={subscription.id}>
              <Row subscription={subscription} logo={renderLogo(subscription)} />
            </li>
          ))}
        </ul>
      )}
      {query.data && items.length === 0 && <NoSubscriptions className="pt-4 pb-8" />}
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

function Row({ subscription, logo }: { subscription: Subscription; logo: ReactNode }) {
  const amountText = useAmountText();
  const units = useUnits();
  const { quantity, unit } = subscription;
  return (
    <Link
      {...subscriptionLink(subscription.productId, subscription.id)}
      className={`${rowClasses} outline-offset-[-2px] hover:bg-surface-hover`}
    >
      {logo}
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-x-3">
          <span className="flex min-w-0 items-center gap-x-2">
            <span className="truncate font-medium">{subscription.productName}</span>
            <span className="max-sm:hidden">
              <StatusTags subscription={subscription} />
            </span>
          </span>
          <span className="text-right font-medium whitespace-nowrap tabular-nums">{amountText(subscription)}</span>
        </span>
        <span className="flex items-center justify-between gap-x-3 text-sm text-muted">
          <span className="truncate max-sm:hidden">
            {subscription.subscriptionPlanName}
            {' · '}
            {units.count(unit, quantity)}
          </span>
          <span className="h-[22px] min-w-0 overflow-hidden sm:hidden">
            <StatusTags subscription={subscription} />
          </span>
          <span className="text-right whitespace-nowrap">
            <NextStepText subscription={subscription} isShort />
          </span>
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted max-sm:hidden" />
    </Link>
  );
}

function SkeletonRows({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={rowClasses}>
          <Skeleton className="size-9" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="w-32" />
            <Skeleton className="w-24" />
          </span>
          <Skeleton className="w-24" />
        </div>
      ))}
    </div>
  );
}
