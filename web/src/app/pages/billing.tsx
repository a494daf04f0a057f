import { useLingui } from '@lingui/react';
import { Suspense } from 'react';
import { AttentionBanner, useAttention } from '../../features/attention/index.ts';
import { useProducts } from '../../features/catalog/api/list-products.ts';
import { OperationNotice, useCardsNotice, useProductOperations } from '../../features/operations/index.ts';
import { SubscriptionsCard } from '../../features/subscriptions/index.ts';
import { cn } from '../../lib/cn.ts';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard } from '../../ui/query-view.tsx';
import { MoneyFacts } from '../billing/money-facts.tsx';
import { titles } from '../titles.ts';

/** The tables below the first view: loaded while the rest is read. */
const CardsCard = lazyPart(() =>
  import('../../features/cards/components/cards-card.tsx').then((module) => module.CardsCard),
);
const InvoicesCard = lazyPart(() =>
  import('../../features/invoices/components/invoices-card.tsx').then((module) => module.InvoicesCard),
);

/** The billing dashboard (UI-15): what is owed, paid next and left as credit, subscriptions, saved cards, the newest invoices. */
export function BillingPage() {
  const { i18n } = useLingui();
  usePreload(CardsCard);
  usePreload(InvoicesCard);
  // What is said above must not be seen to push the rest down.
  const isKnown = !useAttention().isLoading;
  return (
    <>
      <PageHeader title={i18n._(titles.billing)} />
      <div className={cn('flex flex-col gap-5', !isKnown && 'invisible')}>
        <AttentionBanner />
        <Unsettled />
        <MoneyFacts />
        <SubscriptionsCard />
        <Suspense fallback={<LoadingCard />}>
          <CardsCard unsettledNotice={useCardsNotice()} />
          <InvoicesCard />
        </Suspense>
      </div>
    </>
  );
}

/** What of products is being confirmed, each with its way on. */
function Unsettled() {
  const operations = useProductOperations();
  const { data: products, isPending } = useProducts({ enabled: operations.length > 0 });
  // Nothing is called by its id for a moment.
  if (isPending) return null;
  return operations.map((operation) => (
    <OperationNotice
      key={operation.id}
      operation={operation}
      name={products?.items.find(({ id }) => id === operation.productId)?.displayName ?? operation.productId}
    />
  ));
}
