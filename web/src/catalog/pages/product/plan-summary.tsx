import { Trans } from '@lingui/react/macro';
import type { Subscription, SubscriptionPlan } from '@portico/contract';
import type { ReactNode } from 'react';
import { useAmountText } from '../../../billing/subscriptions/components/subscription-text.tsx';
import { can } from '../../../lib/permissions.ts';
import { useUnits } from '../../../lib/units.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PlanFeatures } from '../../components/plan-features.tsx';

interface PlanSummaryProps {
  subscription: Subscription;
  /** Undefined if it is not known. */
  plan: SubscriptionPlan | undefined;
  renderAction: (plan: SubscriptionPlan) => ReactNode;
  showsPlans: boolean;
  onShowPlans: (isShown: boolean) => void;
}

const noFootnotes: ReadonlyMap<string, number> = new Map();

/** The current plan, with buttons to change it and to show all plans. */
export function PlanSummary({ subscription, plan, renderAction, showsPlans, onShowPlans }: PlanSummaryProps) {
  const { count } = useUnits();
  const seesMoney = can('subscriptions.view');
  const amount = useAmountText()(subscription);
  const { subscriptionPlanName: name, unit, quantity } = subscription;
  return (
    <Card className="p-4 sm:px-6 sm:py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold tracking-tight">
            <Trans>{name} plan</Trans>
          </h2>
          <p className="mt-0.5 text-muted tabular-nums">
            {count(unit, quantity)}
            {seesMoney && <> · {subscription.amount > 0 ? <Trans>{amount} before tax</Trans> : amount}</>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1">
          {seesMoney && (
            <Button aria-expanded={showsPlans} aria-controls="plans" onClick={() => onShowPlans(!showsPlans)}>
              <Trans>Compare plans</Trans>
            </Button>
          )}
          {/* If the plans are shown below, they have this button. */}
          {plan && !showsPlans && renderAction(plan)}
        </div>
      </div>
      {plan && plan.features.length > 0 && (
        <PlanFeatures
          // Footnotes appear only below the full list of plans.
          features={plan.features.map(({ caption }) => ({ caption, footnote: null }))}
          footnotes={noFootnotes}
          className="mt-3 grid grid-cols-1 gap-x-6 md:grid-cols-2"
        />
      )}
    </Card>
  );
}
