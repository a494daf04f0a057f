import { useLingui } from '@lingui/react';
import { InvoicesCard } from '../../features/billing/index.ts';
import { CardsCard } from '../../features/cards/index.ts';
import { SubscriptionsCard } from '../../features/subscriptions/index.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { titles } from '../titles.ts';

/** The billing dashboard (spec 1 §2): subscriptions, saved cards, the newest invoices. */
export function BillingPage() {
  const { i18n } = useLingui();
  return (
    <>
      <PageHeader title={i18n._(titles.billing)} />
      <div className="flex flex-col gap-5">
        <SubscriptionsCard />
        <CardsCard />
        <InvoicesCard />
      </div>
    </>
  );
}
