import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { InvoicesCard } from '../../features/billing/index.ts';
import { AddCardButton, CardTable, mayAddCards } from '../../features/cards/index.ts';
import { SubscriptionsCard } from '../../features/subscriptions/index.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { Card, CardHeader } from '../../ui/card.tsx';
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
        <Card>
          <CardHeader
            className="px-4"
            title={<Trans>Payment cards</Trans>}
            action={mayAddCards(preloaded()) && <AddCardButton size="sm" />}
          />
          <CardTable />
        </Card>
        <InvoicesCard />
      </div>
    </>
  );
}
