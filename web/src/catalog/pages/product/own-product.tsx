import { Trans } from '@lingui/react/macro';
import type { Application, License, Subscription, SubscriptionPlan } from '@portico/contract';
import { type ReactNode, Suspense } from 'react';
import { KeepSubscription } from '../../../billing/subscriptions/components/keep-subscription.tsx';
import { isLive } from '../../../billing/subscriptions/subscription-rules.ts';
import { useUpcomingInvoice } from '../../../billing/subscriptions/subscriptions.api.ts';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { can } from '../../../lib/permissions.ts';
import { ProductNeeds } from '../../../notices/attention/components/needs.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { LoadingCard } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Buyers } from '../../components/buyers.tsx';
import { SeatsInUse } from '../../components/seats-in-use.tsx';
import { useOwnLicenses } from '../../own-products.ts';
import { PlanSummary } from './plan-summary.tsx';

const NextInvoice = lazyPartWith(['subscriptions'], () =>
  import('../../../billing/subscriptions/components/next-invoice-card.tsx').then((module) => module.NextInvoice),
);
const ProductUsageCard = lazyPartWith(['product-dashboard'], () =>
  import('../../../licensing/product-dashboards/components/product-usage-card.tsx').then(
    (module) => module.ProductUsageCard,
  ),
);
const LicenseSummary = lazyPartWith(['licenses'], () =>
  import('../../../licensing/licenses/components/license-summary.tsx').then((module) => module.LicenseSummary),
);
const LatestDevices = lazyPartWith(['licenses'], () =>
  import('../../../licensing/devices/components/latest-devices.tsx').then((module) => module.LatestDevices),
);

interface OwnProductProps {
  product: Application;
  /** The live subscriptions. */
  subscriptions: readonly Subscription[];
  plans: readonly SubscriptionPlan[];
  /** Notices about a coupon and an unsettled purchase. */
  notices: ReactNode;
  /** The button of the current plan. */
  renderPlanAction: (plan: SubscriptionPlan) => ReactNode;
  /** Whether the plans are shown below the current one. */
  showsPlans: boolean;
  onShowPlans: (isShown: boolean) => void;
  children: ReactNode;
}

/** A product of the account: what needs attention, seats, use and plan, with next charge and license beside them. */
export function OwnProduct(props: OwnProductProps) {
  const { product, subscriptions, plans, notices, renderPlanAction, showsPlans, onShowPlans, children } = props;
  const { only: license } = useOwnLicenses(product.id);
  return (
    <>
      {notices}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex min-w-0 flex-col gap-4">
          <ProductNeeds
            productId={product.id}
            renderKeep={(item, variant) => (
              <KeepSubscription id={item.subscriptionId} productName={item.productName} variant={variant} />
            )}
          />
          {product.holding && product.holding.inUse !== null && (
            <Card className="overflow-hidden">
              <div className="p-4 sm:px-6 sm:py-5">
                <SeatsInUse product={product} holding={product.holding} isLarge />
              </div>
              {license && (
                <Part height="h-28">
                  <LatestDevices licenseId={license.id} productId={product.id} />
                </Part>
              )}
            </Card>
          )}
          {can('productDashboards.view') && (
            <Part height="h-72">
              <ProductUsageCard productId={product.id} isLicensed={product.licensingType !== 'None'} />
            </Part>
          )}
          {subscriptions.map((subscription) => (
            <PlanSummary
              key={subscription.id}
              subscription={subscription}
              plan={plans.find(({ id }) => id === subscription.subscriptionPlanId)}
              renderAction={renderPlanAction}
              showsPlans={showsPlans}
              onShowPlans={onShowPlans}
            />
          ))}
          {subscriptions.length === 0 && children}
        </div>
        <Rail product={product} subscriptions={subscriptions} license={license} />
      </div>
      {subscriptions.length > 0 && showsPlans && (
        <section id="plans" className="mt-6">
          {children}
        </section>
      )}
    </>
  );
}

interface RailProps extends Pick<OwnProductProps, 'product' | 'subscriptions'> {
  license: License | undefined;
}

function Rail({ product, subscriptions, license }: RailProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {subscriptions.filter(isLive).map((subscription) => (
        <NextCharge key={subscription.id} subscription={subscription} />
      ))}
      {license && (
        <Part height="h-40">
          <LicenseSummary license={license} productId={product.id} />
        </Part>
      )}
      {!can('purchase.buy') && <WhoCanHelp />}
    </div>
  );
}

/** A part that loads after the page. If it fails, the rest of the page still works. */
function Part({ height, children }: { height: string; children: ReactNode }) {
  return (
    <PartBoundary onFailure={() => {}} fallback={<Skeleton className={`w-full rounded-card ${height}`} />}>
      {children}
    </PartBoundary>
  );
}

function NextCharge({ subscription }: { subscription: Subscription }) {
  const query = useUpcomingInvoice(subscription);
  if (!can('invoices.view') || query.data === null) return null;
  return (
    <Suspense fallback={<LoadingCard skeletonClassName="h-56" />}>
      <NextInvoice query={query} unit={subscription.unit} />
    </Suspense>
  );
}

function WhoCanHelp() {
  return (
    <Card>
      <CardHeader className="sm:px-6" title={<Trans>Who can help</Trans>} />
      <Buyers className="px-5 pb-4 text-muted sm:px-6" />
    </Card>
  );
}
