import { Plural, Trans } from '@lingui/react/macro';
import type { useTotals } from '../api/calculate-totals.ts';
import { quantityProblem } from '../model/quantity.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { ChangeSummary } from './change-summary.tsx';
import { CouponForm } from './coupon-form.tsx';
import { useFlow } from './flow-context.ts';
import { FlowNotice } from './flow-notice.tsx';
import { PricePlanCards } from './price-plan-cards.tsx';
import { QuantityFields } from './quantity-fields.tsx';
import { StepHeading } from './step-heading.tsx';

export function CustomizeStep({ totals, takesFocus }: { totals: ReturnType<typeof useTotals>; takesFocus: boolean }) {
  const { plan, state, isChange, isDirect } = useFlow();
  const { every } = useBillingIntervalText();
  const pricePlan = selectedPricePlan(plan, state);
  const billingInterval = every(pricePlan);
  // Several price plans are a choice, even where one of them is free.
  const isFree = isDirect && plan.pricePlans.every(({ amount }) => amount === 0);
  const notice = state.notice?.reason === 'quantity' ? state.notice.message : undefined;
  return (
    <div>
      <StepHeading
        title={
          plan.isTrial ? (
            <Trans>Try it for free</Trans>
          ) : isFree && !isChange ? (
            <Trans>Use it for free</Trans>
          ) : (
            <Trans>Customize your plan</Trans>
          )
        }
        takesFocus={takesFocus}
      >
        {plan.description}
      </StepHeading>
      <FlowNotice step="customize" />
      <div className="flex flex-col gap-6">
        {plan.isTrial ? (
          <p>
            {plan.trialDays !== null && (
              <Plural
                value={plan.trialDays}
                one="Free for # day, without a card. Nothing is charged when the trial ends."
                other="Free for # days, without a card. Nothing is charged when the trial ends."
              />
            )}
          </p>
        ) : isFree && plan.pricePlans.length === 1 ? (
          <p>
            <Trans>This plan is free: there is nothing to pay, and no card is needed.</Trans>
          </p>
        ) : (
          <div className="flex flex-col gap-2">
            <PricePlanCards />
            {pricePlan.amount > 0 && (
              <p className="text-xs text-muted">
                <Trans>The subscription renews automatically {billingInterval} until you cancel it.</Trans>
              </p>
            )}
          </div>
        )}
        <QuantityFields error={quantityProblem(totals.error) ?? notice} />
        {isDirect ? <ChangeSummary /> : <CouponForm />}
      </div>
    </div>
  );
}
