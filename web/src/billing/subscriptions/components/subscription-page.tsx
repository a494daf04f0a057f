import { Trans } from '@lingui/react/macro';
import type { LiveOperation } from '@portico/contract';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { lazyPart, usePreload } from '../../../lib/lazy.tsx';
import { useNameProduct } from '../../../lib/page-subject.ts';
import { can } from '../../../lib/permissions.ts';
import { ApiError } from '../../../lib/problem.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { LoadingCard } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isEnding, isLive } from '../subscription-rules.ts';
import { isId, type SubscriptionDetail, useSubscription, useUpcomingInvoice } from '../subscriptions.api.ts';
import { AfterCancellation } from './after-cancellation.tsx';
import { CancellationActions } from './cancellation-actions.tsx';
import { FactsCard } from './facts-card.tsx';
import { NextInvoice } from './next-invoice-card.tsx';
import { PlanCard, type PlanCardProps, type RowSubject } from './plan-card.tsx';
import { SubscriptionHeader } from './subscription-header.tsx';
import { SubscriptionMissing, type UnboughtProduct } from './subscription-missing.tsx';
import { SubscriptionNotices } from './subscription-notices.tsx';
import { SubscriptionPending } from './subscription-pending.tsx';

/** Lazy, because few subscriptions have one. */
const ScheduledChangeNotice = lazyPart(() =>
  import('./scheduled-change.tsx').then((module) => module.ScheduledChangeNotice),
);
const TimelineCard = lazyPart(() => import('./timeline-card.tsx').then((module) => module.TimelineCard));

interface SubscriptionPageProps<Operation> {
  /** Not a number if the address has none. */
  id: number;
  /** The product in the address; a subscription to another product is not found. */
  productId: string;
  /** The title until the subscription's name is known. */
  title: string;
  /** The product, if the account has no active subscription to it. */
  unbought?: UnboughtProduct | undefined;
  /** Renders the card that pays for the subscription. */
  renderCard: PlanCardProps['renderCard'];
  /** The rows that the plan and the user's rights allow to change; empty until the plan is known. */
  changeableOf: (subscription: SubscriptionDetail) => ReadonlySet<RowSubject>;
  renderChange: (
    subscription: SubscriptionDetail,
    ...row: Parameters<PlanCardProps['renderChange']>
  ) => ReturnType<PlanCardProps['renderChange']>;
  warmUp: PlanCardProps['warmUp'];
  /** A button that pays what is owed. */
  renderPay: (unpaid: NonNullable<SubscriptionDetail['unpaid']>) => ReactNode;
  /** Other attention items of the account's billing about this subscription. */
  renderNeeds: (subscription: SubscriptionDetail) => ReactNode;
  /** The unsettled operations of the account's products. */
  operations: readonly Operation[];
  /**
   * The notice of a pending purchase or change of the product. Pending cancellations and restorations are shown in
   * place of their buttons.
   */
  renderUnsettled: (purchase: Operation, productName: string) => ReactNode;
  /** The tabs of the product's page, below the heading. */
  tabs?: ReactNode;
  /** The subscription's invoices, at the end of the page. */
  invoices: ReactNode;
}

/** One subscription: content, costs, all possible changes, and invoices. */
export function SubscriptionPage<Operation extends LiveOperation>({
  id,
  productId,
  title,
  unbought,
  ...slots
}: SubscriptionPageProps<Operation>) {
  const query = useSubscription(id);
  const subscription = query.data;
  usePreload(TimelineCard);
  useNameProduct(subscription?.productId ?? '', subscription?.productName);
  const isMissing =
    !isId(id) ||
    (query.error instanceof ApiError && query.error.code === 'NotFound') ||
    (subscription && subscription.productId !== productId.toLowerCase());
  if (isMissing) return <SubscriptionMissing title={title} product={unbought} />;
  if (subscription) return <Loaded subscription={subscription} {...slots} />;
  return <SubscriptionPending title={title} query={query} />;
}

type LoadedProps<Operation> = { subscription: SubscriptionDetail } & Omit<
  SubscriptionPageProps<Operation>,
  'id' | 'productId' | 'title' | 'unbought'
>;

function Loaded<Operation extends LiveOperation>({ subscription, ...slots }: LoadedProps<Operation>) {
  const upcoming = useUpcomingInvoice(subscription);
  // A row that still shows 'Your change is scheduled' closes with it.
  const [takenBack, setTakenBack] = useState(0);
  const [needsContact, setNeedsContact] = useState<boolean | null>(null);
  const purchase = slots.operations.find(
    ({ kind, productId: ofProduct }) => kind === 'purchase' && ofProduct === subscription.productId,
  );
  const isSettled = subscription.pendingOperationId === null && !purchase;
  const hasNextInvoice = can('invoices.view') && isLive(subscription) && upcoming.data !== null;
  // The price alone includes neither tax nor discounts, so the next payment counts as unknown.
  const isUnknown = upcoming.error !== null || upcoming.data?.isEstimate === true;
  const invoice = isUnknown ? undefined : upcoming.data;
  return (
    <>
      <SubscriptionHeader
        subscription={subscription}
        actions={
          // Canceling abandons a change that waits for its cardholder; a pending one is awaited.
          purchase?.status !== 'pending' && (
            <CancellationActions subscription={subscription} onCanceled={setNeedsContact} />
          )
        }
      />
      {slots.tabs}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_376px]">
        <div className="flex flex-col gap-4 empty:hidden lg:col-span-2">
          <Notices
            {...{ subscription, purchase, isSettled, needsContact, ...slots }}
            onContacted={() => setNeedsContact(null)}
            onTakenBack={() => setTakenBack(takenBack + 1)}
          />
        </div>
        <div className="lg:col-span-2">
          <FactsCard subscription={subscription} upcoming={invoice} isUnknown={isUnknown} />
        </div>
        <div className="max-lg:order-3 lg:col-span-2">
          <Suspense fallback={<LoadingCard skeletonClassName="h-20" />}>
            <TimelineCard subscriptionId={subscription.id} currency={subscription.currency} />
          </Suspense>
        </div>
        <PlanCard
          key={takenBack}
          className={hasNextInvoice ? 'self-start max-lg:order-2' : 'max-lg:order-2 lg:col-span-2'}
          subscription={subscription}
          changeable={isSettled ? slots.changeableOf(subscription) : new Set()}
          charges={invoice ? [invoice.created, ...invoice.following.map(({ created }) => created)] : []}
          renderCard={slots.renderCard}
          renderChange={(subject, controls) => slots.renderChange(subscription, subject, controls)}
          warmUp={slots.warmUp}
        />
        {hasNextInvoice && <NextInvoiceColumn query={upcoming} unit={subscription.unit} />}
        <Card className="max-lg:order-4 lg:col-span-2">
          <CardHeader className="px-4 sm:px-6" title={<Invoices name={subscription.productName} />} />
          {slots.invoices}
        </Card>
      </div>
    </>
  );
}

type NoticesProps<Operation> = LoadedProps<Operation> & {
  purchase: Operation | undefined;
  isSettled: boolean;
  /** Set after a cancellation on this page. */
  needsContact: boolean | null;
  onContacted: () => void;
  onTakenBack: () => void;
};

/** What needs attention: a pending purchase, the contact after a cancellation, debts, a scheduled change. */
function Notices<Operation extends LiveOperation>(props: NoticesProps<Operation>) {
  const { subscription, purchase, isSettled, needsContact, onContacted, onTakenBack, ...slots } = props;
  return (
    <>
      {purchase && slots.renderUnsettled(purchase, subscription.productName)}
      {needsContact !== null && isEnding(subscription) && (
        <AfterCancellation subscriptionId={subscription.id} needsContact={needsContact} onDone={onContacted} />
      )}
      {slots.renderNeeds(subscription)}
      <SubscriptionNotices subscription={subscription} renderPay={slots.renderPay} />
      {subscription.scheduledChange && (
        <Suspense fallback={<Skeleton className="h-16 w-full rounded-control" />}>
          <ScheduledChangeNotice
            subscription={subscription}
            isSettled={isSettled}
            onTakenBack={onTakenBack}
            isChangeable={[...slots.changeableOf(subscription)].some((subject) => subject !== 'card')}
          />
        </Suspense>
      )}
    </>
  );
}

function NextInvoiceColumn(props: ComponentProps<typeof NextInvoice>) {
  return (
    // A sticky element stays within its parent; directly in the grid it would cover the invoices.
    <div className="max-lg:order-1">
      <div className="flex flex-col gap-4 lg:sticky lg:top-[calc(var(--header-height)+16px)]">
        <NextInvoice {...props} />
      </div>
    </div>
  );
}

function Invoices({ name }: { name: string }) {
  return <Trans>Invoices of {name}</Trans>;
}
