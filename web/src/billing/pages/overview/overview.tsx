import { Trans } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart, usePreload } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { useCards } from '../../cards/api/list-cards.ts';
import { AddCardButton } from '../../cards/components/add-card-button.tsx';
import { CardsCard } from '../../cards/components/cards-card.tsx';
import { useCardsNotice } from '../../operations/cards-notice.tsx';
import { SubscriptionsCard } from '../../subscriptions/components/subscriptions-card.tsx';
import { KnownLogo } from './known-logo.tsx';
import { LatestLists } from './latest-cards.tsx';
import { NextChargeCard } from './next-charge-card.tsx';
import { useHasNoHistory } from './overview-data.ts';
import { BilledTo, ComingUp, PaidSoFar } from './rail.tsx';

/** Below the first view, so it loads with the data. */
const PendingCard = lazyPart(() =>
  import('../../invoices/components/pending-card.tsx').then((module) => module.PendingCard),
);

const renderLogo = (productId: string, name: string) => <KnownLogo productId={productId} name={name} size="sm" />;

/**
 * What is charged next, the payment methods, the subscriptions, the newest invoices and payments, and pending items;
 * beside them the next charges, the credit header and the addressee (UI-15).
 */
export function Overview() {
  usePreload(PendingCard);
  const cardsNotice = useCardsNotice();
  const hasCards = (useCards().data?.items.length ?? 0) > 0;
  if (useHasNoHistory()) {
    return hasCards || cardsNotice ? (
      <div className="flex max-w-[760px] flex-col gap-4 max-sm:gap-3">
        <NothingYet />
        <CardsCard unsettledNotice={cardsNotice} />
      </div>
    ) : (
      <NothingYet mayAddCard={can('cards.add')} />
    );
  }
  return (
    <div className="grid items-start gap-4 max-sm:gap-3 lg:grid-cols-[minmax(0,760px)_320px] lg:gap-6">
      <div className="flex min-w-0 flex-col gap-4 max-sm:gap-3">
        <NextChargeCard renderLogo={renderLogo} />
        <CardsCard unsettledNotice={cardsNotice} />
        <SubscriptionsCard
          renderLogo={({ productId, productName }) => <KnownLogo productId={productId} name={productName} size="row" />}
        />
        <LatestLists />
        <Suspense fallback={null}>
          <PendingCard />
        </Suspense>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 [--pad:20px] max-sm:gap-3 max-sm:[--pad:16px] max-lg:sm:grid-cols-2">
        <ComingUp renderLogo={renderLogo} />
        <PaidSoFar />
        {can('billingDetails.view') && <BilledTo />}
      </div>
    </div>
  );
}

/** The only content for an account that never bought anything. */
function NothingYet({ mayAddCard = false }: { mayAddCard?: boolean }) {
  return (
    <Card>
      <EmptyState
        icon={CreditCard}
        title={<Trans>No charges yet</Trans>}
        description={
          <Trans>Once you subscribe to a product, your next charge, cards, invoices and payments are here.</Trans>
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink to="/products" variant="primary">
              <Trans>Browse products</Trans>
            </ButtonLink>
            {mayAddCard && <AddCardButton />}
          </div>
        }
      />
    </Card>
  );
}
