import { Trans, useLingui } from '@lingui/react/macro';
import type { BillingActivity } from '@portico/contract';
import { Link } from '@tanstack/react-router';
import { ArrowRight, CalendarX2, Check, Gift, type LucideIcon, Repeat, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cardName } from '../../../lib/card-brands.ts';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { useRememberedCount } from '../../../lib/remembered-count.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useActivity } from '../billing-overviews.api.ts';

/** Maximum number of events. */
const shown = 6;

const looks: Readonly<Record<BillingActivity['kind'], { icon: LucideIcon; classes: string }>> = {
  paid: { icon: Check, classes: 'bg-ok-soft text-ok' },
  declined: { icon: X, classes: 'bg-bad-soft text-bad' },
  refunded: { icon: Undo2, classes: 'bg-neutral-soft text-neutral' },
  credited: { icon: Gift, classes: 'bg-accent-soft text-accent-text' },
  debited: { icon: Undo2, classes: 'bg-neutral-soft text-neutral' },
  canceled: { icon: CalendarX2, classes: 'bg-warning-soft text-warning' },
  restored: { icon: Repeat, classes: 'bg-accent-soft text-accent-text' },
};

/** Recent payments, declined cards, refunds, credits and cancellations (BOV-4). */
export function ActivityCard() {
  const { t } = useLingui();
  const query = useActivity();
  const items = query.data?.items;
  const rows = useRememberedCount('activity', items?.length ?? null, shown, shown);
  return (
    <Card className="min-w-0">
      <CardHeader
        className="px-pad"
        title={<Trans>Activity</Trans>}
        action={
          can('payments.view') && (
            <TextLink to="/Billing/Payments" aria-label={t`View all: payments`}>
              <Trans>View all</Trans> <ArrowRight aria-hidden="true" />
            </TextLink>
          )
        }
      />
      {items && items.length > 0 && (
        <ul className="px-pad pb-4">
          {items.map((activity) => (
            <li key={`${activity.kind} ${activity.id}`}>
              <Row activity={activity} />
            </li>
          ))}
        </ul>
      )}
      {items?.length === 0 && (
        <p className="px-pad pb-5 text-muted">
          <Trans>Nothing has happened yet</Trans>
        </p>
      )}
      {query.isPending && (
        <div aria-hidden="true" className="px-pad pb-4">
          {Array.from({ length: rows }, (_, row) => row).map((row) => (
            <div key={row} className="flex h-14 items-center gap-3">
              <Skeleton className="size-8 rounded-control" />
              <Skeleton className="w-40" />
            </div>
          ))}
        </div>
      )}
      {query.error && !items && (
        <ErrorState
          className="pt-2 pb-8"
          error={query.error}
          title={<Trans>The activity could not be loaded</Trans>}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
    </Card>
  );
}

function Row({ activity }: { activity: BillingActivity }) {
  const { date, money } = useFormat();
  const { icon: Icon, classes } = looks[activity.kind];
  const amount = 'amount' in activity ? money(activity.amount, activity.currency) : null;
  return (
    <div className="flex min-h-14 items-center gap-3 py-1">
      <span aria-hidden="true" className={cn('grid size-8 shrink-0 place-items-center rounded-control', classes)}>
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3 font-medium">
          <span className="min-w-0 wrap-anywhere">
            <Title activity={activity} />
          </span>
          {amount && <span className="shrink-0 tabular-nums">{amount}</span>}
        </p>
        <time dateTime={activity.at} title={date(activity.at, 'exact')} className="block text-sm text-muted">
          {date(activity.at, 'dateTime')}
        </time>
      </div>
    </div>
  );
}

/** The event, linked to its details. */
function Title({ activity }: { activity: BillingActivity }) {
  switch (activity.kind) {
    case 'paid': {
      const card = activity.card && cardName(activity.card);
      return (
        <ToPayment id={activity.paymentId}>
          {card ? <Trans>Paid with {card}</Trans> : <Trans context="billing activity">Paid</Trans>}
        </ToPayment>
      );
    }
    case 'declined': {
      const card = activity.card && cardName(activity.card);
      return (
        <ToPayment id={activity.paymentId}>
          {card ? <Trans>{card} declined</Trans> : <Trans>Payment declined</Trans>}
        </ToPayment>
      );
    }
    case 'refunded':
      return (
        <ToPayment id={activity.paymentId}>
          <Trans comment="Something that happened: money was given back">Refund</Trans>
        </ToPayment>
      );
    case 'credited':
      return activity.description ?? <Trans comment="Something that happened: the vendor gave a credit">Credit</Trans>;
    case 'debited':
      return activity.description ?? <Trans>Taken off your credit</Trans>;
    case 'canceled': {
      const product = activity.productName;
      return (
        <ToSubscription of={activity}>
          <Trans>{product} canceled</Trans>
        </ToSubscription>
      );
    }
    case 'restored': {
      const product = activity.productName;
      return (
        <ToSubscription of={activity}>
          <Trans>{product} restored</Trans>
        </ToSubscription>
      );
    }
  }
}

const linkClasses = 'touch-area rounded underline-offset-4 hover:underline';

function ToPayment({ id, children }: { id: string | null; children: ReactNode }) {
  if (id === null || !can('payments.view')) return children;
  return (
    <Link to="/Billing/Payments/$id/Details" params={{ id }} className={linkClasses}>
      {children}
    </Link>
  );
}

function ToSubscription({
  of: { productId, subscriptionId },
  children,
}: {
  of: { productId: string; subscriptionId: number };
  children: ReactNode;
}) {
  return (
    <Link {...subscriptionLink(productId, subscriptionId)} className={linkClasses}>
      {children}
    </Link>
  );
}
