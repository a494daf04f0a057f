import { Trans } from '@lingui/react/macro';
import type { Subscription, UpcomingInvoice } from '@portico/contract';
import { paths } from '../../../app/paths.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { useUnits } from '../../../lib/units.ts';
import { Card } from '../../../ui/card.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { NextStepText, StatusTags, useAmountText } from '../../subscriptions/components/subscription-text.tsx';
import { useUpcomingInvoice } from '../../subscriptions/subscriptions.api.ts';

/** The account's current subscription of a product: plan, units, price, next date and next charge. */
export function CurrentSubscription({ subscription }: { subscription: Subscription }) {
  const { count } = useUnits();
  const amount = useAmountText()(subscription);
  const { data: charge } = useUpcomingInvoice(subscription);
  const { id, productId, subscriptionPlanName } = subscription;
  return (
    <Card className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg font-semibold tracking-tight">{subscriptionPlanName}</h2>
          <StatusTags subscription={subscription} />
        </div>
        <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
          <span>{count(subscription.unit, subscription.quantity)}</span>
          <span className="tabular-nums">{subscription.amount > 0 ? <Trans>{amount} before tax</Trans> : amount}</span>
          <span>
            <NextStepText subscription={subscription} />
          </span>
          {charge && !charge.isEstimate && <NextCharge charge={charge} />}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {can('productTokens.view') && (
          <ButtonLink to={paths.productDashboard} params={{ id: productId }}>
            <Trans>Dashboard</Trans>
          </ButtonLink>
        )}
        {can('subscriptions.view') && (
          <ButtonLink {...subscriptionLink(productId, id)}>
            <Trans>Details</Trans>
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

/** The next charge, with tax and after credit, and when a discount ends. */
function NextCharge({ charge: { amountDue, currency, recurringCharges } }: { charge: UpcomingInvoice }) {
  const { money, date } = useFormat();
  const [first, later] = recurringCharges;
  const due = money(amountDue, currency);
  const now = first && money(first.total, currency);
  const until = first?.until && date(first.until);
  const then = later && money(later.total, currency);
  return (
    <>
      <span className="tabular-nums">
        <Trans>Next charge: {due}</Trans>
      </span>
      {until && then && (
        <span className="tabular-nums">
          <Trans>
            {now} until {until}, then {then}, with tax
          </Trans>
        </span>
      )}
    </>
  );
}
