import { Trans, useLingui } from '@lingui/react/macro';
import type { FirstStep } from '@portico/contract';
import { useEffect, useState } from 'react';
import { useUpcomingInvoices } from '../../billing/invoices/invoices.api.ts';
import { useProductOperations, useUnsettledProducts } from '../../billing/operations/unsettled-operations.ts';
import { KeepSubscription } from '../../billing/subscriptions/components/keep-subscription.tsx';
import { useMyProducts } from '../../catalog/catalog.api.ts';
import { HomeSkeleton } from '../../catalog/components/home-skeleton.tsx';
import { MyProducts } from '../../catalog/components/my-products.tsx';
import { lazyPartWith } from '../../lib/catalogs.ts';
import { isDueLater } from '../../lib/due.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { useSingleLicenses } from '../../licensing/licenses/licenses.api.ts';
import { useAttention, useUsedEnds } from '../../notices/attention/attention.api.ts';
import { Needs } from '../../notices/attention/components/needs.tsx';
import { unpaidIn } from '../../notices/attention/model/attention.ts';
import type { Confirming } from '../../notices/attention/model/needs.ts';
import { useFirstSteps, useRecordOpened } from '../../onboarding/first-steps/first-steps.api.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NextPayment } from './home/next-payment.tsx';

const FirstSteps = lazyPartWith(['first-steps'], () =>
  import('../../onboarding/first-steps/components/first-steps.tsx').then((module) => module.FirstSteps),
);

/** The account's needs, its products, and other products (UI-41). */
export function HomePage() {
  const products = useMyProducts();
  const attention = useAttention();
  const ends = useUsedEnds();
  const firstSteps = useFirstSteps();
  const recordOpened = useRecordOpened();
  usePreloadedFirstSteps();
  const upcoming = useUpcomingInvoices();
  const unsettled = useUnsettledProducts();
  const licenses = useSingleLicenses();
  const confirming = useConfirming(products.data?.items ?? []);
  // An invoice that is due later is listed under 'needs attention'; the product continues to work (ATT-7).
  const unpaid = unpaidIn(attention.data?.items ?? []).filter((item) => !isDueLater(item));
  return (
    <>
      <PageHeader title={<Greeting />} description={<NextPayment upcoming={upcoming} />} />
      {products.isPending || attention.isLoading || ends.isLoading || firstSteps.isLoading ? (
        <HomeSkeleton />
      ) : (
        <>
          <Needs
            confirming={confirming}
            renderKeep={(item, variant) => (
              <KeepSubscription id={item.subscriptionId} productName={item.productName} variant={variant} />
            )}
          />
          <FirstStepsPart steps={firstSteps.data?.items ?? []} />
          <MyProducts
            products={products}
            onOpen={recordOpened}
            unsettled={unsettled}
            licenses={licenses}
            charges={
              upcoming.isLoading
                ? 'pending'
                : new Map(upcoming.data?.items.map((charge) => [charge.subscriptionId, charge]))
            }
            owed={
              new Map(
                unpaid.flatMap(({ amount, currency, subscription }) =>
                  subscription
                    ? [[subscription.productId, { amount, currency, worksUntil: subscription.worksUntil }]]
                    : [],
                ),
              )
            }
          />
        </>
      )}
    </>
  );
}

/** Pending changes of products, with the products' names. */
function useConfirming(products: readonly { id: string; displayName: string }[]): Confirming[] {
  return useProductOperations().map(({ id, productId, status }) => ({
    id,
    productId,
    name: products.find((product) => product.id === productId)?.displayName ?? productId,
    needsCardholder: status === 'requiresAction',
  }));
}

/** 'Good morning, Ann', by the user's clock. */
function Greeting() {
  const { t } = useLingui();
  const user = preloaded().user;
  const name = user?.firstName || user?.name;
  const hour = new Date().getHours();
  if (!name) return <Trans>My products</Trans>;
  if (hour >= 5 && hour < 12) return t`Good morning, ${name}`;
  return hour >= 12 && hour < 18 ? t`Good afternoon, ${name}` : t`Good evening, ${name}`;
}

/** The first steps of a new account; other accounts do not load them. */
function FirstStepsPart({ steps }: { steps: readonly FirstStep[] }) {
  const [hasFailed, setHasFailed] = useState(false);
  if (steps.length === 0 || hasFailed) return null;
  return (
    <PartBoundary fallback={<Skeleton className="mb-8 h-72 rounded-card" />} onFailure={() => setHasFailed(true)}>
      <FirstSteps steps={steps} />
    </PartBoundary>
  );
}

/** Preloads the first steps while the page's data is loading. */
function usePreloadedFirstSteps(): void {
  useEffect(() => {
    // Ignored here, because the rendered part reports the failure.
    if (preloaded().hasFirstSteps) FirstSteps.preload().catch(() => {});
  }, []);
}
