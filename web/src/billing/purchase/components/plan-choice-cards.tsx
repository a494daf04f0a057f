import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { radioCardClasses, radioClasses } from '../../../ui/radio-card.ts';
import { startingPricePlan } from '../model/plan.ts';
import { useFlow } from './flow-context.ts';
import { PlanPrice } from './plan-price.tsx';

/** The plans that a change may lead to; nothing if the plan is fixed. */
export function PlanChoiceCards() {
  const name = useId();
  const { plan, state, held, planChoice, product } = useFlow();
  if (!planChoice || planChoice.plans.length < 2) return null;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">
        <Trans>Plan</Trans>
      </legend>
      {planChoice.plans.map((offered) => (
        <label key={offered.id} className={`${radioCardClasses} flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3`}>
          <input
            type="radio"
            name={name}
            value={offered.id}
            checked={offered.id === plan.id}
            onChange={() => planChoice.onChoose(offered.id, state.quantity)}
            className={radioClasses}
          />
          <span className="font-medium">{offered.name}</span>
          {held?.subscriptionPlanId === offered.id && (
            <Badge tone="neutral">
              <Trans>Current</Trans>
            </Badge>
          )}
          {offered.pricePlans.length > 0 && (
            <span className="ml-auto text-sm text-muted tabular-nums">
              <PlanPrice plan={offered} pricePlan={startingPricePlan(offered, held)} unit={product.unit} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
