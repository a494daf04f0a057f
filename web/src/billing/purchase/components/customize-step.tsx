import { Plural, Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { selectedPricePlan } from '../model/selection.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { ChangeSummary } from './change-summary.tsx';
import { CouponForm } from './coupon-form.tsx';
import { useFlow } from './flow-context.ts';
import { FlowNotice } from './flow-notice.tsx';
import { PlanChoiceCards } from './plan-choice-cards.tsx';
import { PricePlanCards } from './price-plan-cards.tsx';
import { QuantityFields } from './quantity-fields.tsx';
import { StepHeading } from './step-heading.tsx';

interface CustomizeStepProps {
  /** Why the quantity cannot be bought. */
  error: string | undefined;
  /** Set if choices of an earlier visit were restored; starts over. */
  onStartOver: (() => void) | undefined;
}

export function CustomizeStep({ error, onStartOver }: CustomizeStepProps) {
  const { plan, state, isChange, isDirect } = useFlow();
  // Several price plans are a choice, even if one of them is free.
  const isFree = isDirect && plan.pricePlans.every(({ amount }) => amount === 0);
  const notice = state.notice?.reason === 'quantity' ? state.notice.message : undefined;
  return (
    <>
      <FlowNotice step="customize" />
      {onStartOver && <RestoredNote onStartOver={onStartOver} />}
      <Card className="flex flex-col gap-6 p-6 max-sm:p-4">
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
        >
          {plan.description}
        </StepHeading>
        <PlanChoiceCards />
        <HowOnePays isFree={isFree} />
        <QuantityFields error={error ?? notice} />
        {isDirect && <ChangeSummary consequences={null} />}
      </Card>
      {!isDirect && (
        <Card className="p-6 max-sm:p-4">
          <CouponForm />
        </Card>
      )}
    </>
  );
}

function HowOnePays({ isFree }: { isFree: boolean }) {
  const { plan, state } = useFlow();
  const { every } = useBillingIntervalText();
  const pricePlan = selectedPricePlan(plan, state);
  const billingInterval = every(pricePlan);
  if (plan.isTrial) {
    return plan.trialDays === null ? null : (
      <p>
        <Plural
          value={plan.trialDays}
          one="Free for # day, without a card. Nothing is charged when the trial ends."
          other="Free for # days, without a card. Nothing is charged when the trial ends."
        />
      </p>
    );
  }
  if (isFree && plan.pricePlans.length === 1) {
    return (
      <p>
        <Trans>This plan is free: there is nothing to pay, and no card is needed.</Trans>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <PricePlanCards />
      <DroppedAddons />
      {pricePlan.amount > 0 && (
        <p className="text-sm text-muted">
          <Trans>The subscription renews automatically {billingInterval} until you cancel it.</Trans>
        </p>
      )}
    </div>
  );
}

/** The add-ons that the other price plan does not sell. */
function DroppedAddons() {
  const { dropped } = useFlow().state;
  const names = dropped.join(', ');
  if (dropped.length === 0) return null;
  return (
    <p role="status" className="text-sm text-warning">
      <Trans>Not carried over: {names}. You can choose add-ons in the next step.</Trans>
    </p>
  );
}

function RestoredNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-6 py-3 text-muted max-sm:px-4">
      <p>
        <Trans>These are your choices from before.</Trans>
      </p>
      <Button size="sm" variant="quiet" className="-mr-3" onClick={onStartOver}>
        <Trans>Start over</Trans>
      </Button>
    </div>
  );
}
