import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@portico/contract';
import { NextStepText, StatusTags, useAmountText } from '../../features/subscriptions/components/subscription-text.tsx';
import { useFormat } from '../../lib/format.ts';
import { can } from '../../lib/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { paths } from '../paths.ts';

/** What the account has of a product now: plan, quantity, price, and the date on which something happens. */
export function CurrentSubscription({ subscription }: { subscription: Subscription }) {
  const { number } = useFormat();
  const amount = useAmountText()(subscription);
  const { id, productId, subscriptionPlanName } = subscription;
  const quantity = number(subscription.quantity);
  return (
    <Card className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg font-semibold tracking-tight">{subscriptionPlanName}</h2>
          <StatusTags subscription={subscription} />
        </div>
        <p className="mt-1 flex flex-wrap gap-x-4 text-muted">
          <span className="tabular-nums">{amount}</span>
          <span>
            <Trans>Quantity {quantity}</Trans>
          </span>
          <span>
            <NextStepText subscription={subscription} />
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {can('productTokens.view') && (
          <ButtonLink to={paths.productDashboard} params={{ id: productId }}>
            <Trans>Dashboard</Trans>
          </ButtonLink>
        )}
        {can('subscriptions.view') && (
          <ButtonLink to={paths.productSubscriptionDetails} params={{ id: productId, subscriptionId: String(id) }}>
            <Trans>Details</Trans>
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
