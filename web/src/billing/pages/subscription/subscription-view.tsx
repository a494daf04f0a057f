import { Suspense } from 'react';
import { usePlans } from '../../../catalog/catalog.api.ts';
import { ProductTabs } from '../../../catalog/pages/product/tabs.tsx';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { lazyPart, usePreload } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { warmUpStripe } from '../../../lib/stripe.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import type { ListSearch } from '../../../ui/data-table/search.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CardNumber } from '../../cards/components/card-face.tsx';
import { OperationNotice } from '../../operations/operation-notice.tsx';
import { useProductOperations } from '../../operations/unsettled-operations.ts';
import { changeableSubjects } from '../../purchase/change/changeable.ts';
import type { RowSubject } from '../../subscriptions/components/plan-card.tsx';
import { SubscriptionPage } from '../../subscriptions/components/subscription-page.tsx';
import type { SubscriptionDetail } from '../../subscriptions/subscriptions.api.ts';
import type { invoiceSearch } from '../search.ts';
import { PayButton } from './pay-button.tsx';

const ChangeSlot = lazyPartWith(['purchase'], () => import('./change-slot.tsx').then((module) => module.ChangeSlot));

const MissingCardAlerts = lazyPart(() =>
  import('../../../notices/attention/components/missing-card-alerts.tsx').then((module) => module.MissingCardAlerts),
);

/** Below the first view, so it loads together with the subscription. */
const SubscriptionInvoices = lazyPart(() =>
  import('../../invoices/components/subscription-invoices.tsx').then((module) => module.SubscriptionInvoices),
);

interface SubscriptionViewProps {
  /** As in the address. */
  id: string;
  productId: string;
  search: ReturnType<typeof invoiceSearch>;
  onSearchChange: (change: Partial<ListSearch>) => void;
}

/** A subscription with its card, its changes and its invoices. */
export function SubscriptionView({ id, productId, search, onSearchChange }: SubscriptionViewProps) {
  const title = usePageTitle();
  usePreload(SubscriptionInvoices);
  const { data } = usePlans(productId);
  const plans = data?.items;
  return (
    <SubscriptionPage
      id={Number(id)}
      productId={productId}
      title={title}
      unbought={data && !data.product.isBought ? data.product : undefined}
      renderCard={(card) => <CardNumber isNamed brand={card.brand} last4={card.last4} />}
      changeableOf={(subscription) => changeableRows(subscription, plans)}
      renderChange={(subscription, subject, controls) => (
        <PartBoundary key={subject} onFailure={controls.onClose} fallback={<RowSkeleton />}>
          <ChangeSlot subscription={subscription} subject={subject} {...controls} />
        </PartBoundary>
      )}
      warmUp={(subject) => {
        ChangeSlot.warmUp.onFocus();
        if (subject === 'card') warmUpStripe();
      }}
      renderPay={(unpaid) => <PayButton unpaid={unpaid} />}
      renderNeeds={({ paymentMethod, amount, productId: ofProduct }) =>
        // Needed only if the subscription is charged and has no card.
        paymentMethod === null &&
        amount > 0 && (
          <Suspense>
            <MissingCardAlerts productId={ofProduct} />
          </Suspense>
        )
      }
      operations={useProductOperations()}
      renderUnsettled={(purchase, name) => <OperationNotice operation={purchase} name={name} />}
      tabs={<ProductTabs productId={productId} current="subscription" />}
      invoices={
        <Suspense fallback={<RowSkeleton />}>
          <SubscriptionInvoices subscriptionId={Number(id)} search={search} onSearchChange={onSearchChange} />
        </Suspense>
      }
    />
  );
}

/** The rows that can be changed, if the user may change them. */
function changeableRows(
  subscription: SubscriptionDetail,
  plans: Parameters<typeof changeableSubjects>[0] | undefined,
): ReadonlySet<RowSubject> {
  const rows = new Set<RowSubject>(can('purchase.buy') && plans ? changeableSubjects(plans, subscription) : []);
  if (can('cards.manage') && subscription.paymentMethodUpdateAllowed) rows.add('card');
  return rows;
}

function RowSkeleton() {
  return <Skeleton className="h-40 w-full rounded-card" />;
}
