import { Trans } from '@lingui/react/macro';
import type { UnitName } from '@portico/contract';
import { ChevronDown } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { Card } from '../../ui/card.tsx';
import { type BillingInterval, findPlanPrice } from '../model/plan-prices.ts';
import { findPlanState } from '../model/plan-state.ts';
import { PlanAction, type PlanActionProps } from './plan-action.tsx';
import { PlanFeatures } from './plan-features.tsx';
import { PlanPriceText } from './plan-price.tsx';
import { PlanTag } from './plan-tags.tsx';

type PlanCardProps = Omit<PlanActionProps, 'isBlock'> & {
  /** The billing interval of the shown prices. */
  billingInterval: BillingInterval;
  footnotes: ReadonlyMap<string, number>;
  /** The product's unit. */
  unit: UnitName;
};

/** A complete plan: name, price, button, features, footnote. */
export function BigPlanCard({ plan, billingInterval, footnotes, unit, ...action }: PlanCardProps) {
  const isCurrent = findPlanState(plan) === 'current';
  return (
    <Card
      className={cn(
        // Common parts of adjacent cards are aligned.
        'flex min-w-0 flex-col p-6 md:row-span-5 md:grid md:grid-rows-subgrid md:gap-y-0',
        isCurrent && 'border-ok',
        !isCurrent && plan.featured && 'border-accent outline-1 outline-accent -outline-offset-1',
      )}
    >
      <div className="flex min-h-7 flex-wrap content-start items-center justify-between gap-x-3 gap-y-1.5">
        <h2 className="text-lg font-semibold tracking-tight">{plan.name}</h2>
        <PlanTag plan={plan} />
      </div>
      <p className="mt-1 text-muted">{plan.description}</p>
      <div className="mt-5 md:min-h-[124px]">
        <PlanPriceText plan={plan} price={findPlanPrice(plan, billingInterval)} unit={unit} />
      </div>
      <div className="mt-4 empty:hidden">
        <PlanAction plan={plan} {...action} isBlock />
      </div>
      <div className="mt-5 flex flex-col border-t border-line pt-4 md:row-start-5">
        <PlanFeatures features={plan.features} footnotes={footnotes} />
        {plan.footnote && <p className="mt-auto pt-4 text-xs text-muted">{plan.footnote}</p>}
      </div>
    </Card>
  );
}

/** A compact plan with expandable features. */
export function SmallPlanCard({ plan, billingInterval, footnotes, unit, ...action }: PlanCardProps) {
  const isCurrent = findPlanState(plan) === 'current';
  return (
    <Card className={cn('flex min-w-0 flex-col gap-3 px-5 py-4', isCurrent && 'border-ok')}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-52 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="font-semibold">{plan.name}</h2>
            <PlanTag plan={plan} />
          </div>
          <p className="mt-0.5 text-muted">{plan.description}</p>
        </div>
        <PlanPriceText plan={plan} price={findPlanPrice(plan, billingInterval)} unit={unit} isSmall />
        <div className="flex min-w-40 justify-end empty:hidden max-sm:w-full max-sm:justify-start">
          <PlanAction plan={plan} {...action} />
        </div>
      </div>
      {(plan.features.length > 0 || plan.footnote) && (
        <details className="group">
          <summary className="inline-flex cursor-pointer list-none items-center gap-1 rounded text-sm font-medium text-muted hover:text-ink">
            <Trans>What is included</Trans>
            <span className="sr-only">{plan.name}</span>
            <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
          </summary>
          <PlanFeatures features={plan.features} footnotes={footnotes} className="mt-2 gap-x-8 sm:columns-2" />
          {plan.footnote && <p className="mt-2 text-xs text-muted">{plan.footnote}</p>}
        </details>
      )}
    </Card>
  );
}
