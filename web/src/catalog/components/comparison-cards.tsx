import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useUnits } from '../../lib/units.ts';
import { calculatePlanCost } from '../model/comparison.ts';
import { ComparedValue } from './compared-value.tsx';
import type { ComparisonProps } from './comparison-table.tsx';
import { PlanCostText } from './plan-cost.tsx';
import { PlanFeatures } from './plan-features.tsx';
import { PlanTag } from './plan-tags.tsx';

const noFootnotes = new Map<string, number>();

/** The comparison for narrow screens: one plan below the other, with expandable features. */
export function ComparisonCards({ plans, comparison, unit, quantity }: ComparisonProps) {
  const units = useUnits().count(unit, quantity);
  return (
    <ul>
      {plans.map((plan) => (
        <li key={plan.id} className="border-t border-line px-4 py-4 first:border-t-0 sm:px-6">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="text-lg font-semibold tracking-tight">{plan.name}</h3>
            <PlanTag plan={plan} />
          </div>
          <p className="text-muted">{plan.description}</p>
          <p className="mt-3 mb-1 text-sm font-medium">
            <Trans>A year of {units}</Trans>
          </p>
          <PlanCostText cost={calculatePlanCost(plan, quantity)} unit={unit} />
          <details className="group mt-3">
            <summary className="inline-flex min-h-10 cursor-pointer list-none items-center gap-1 rounded font-medium text-muted hover:text-ink">
              <Trans>What is included</Trans>
              <span className="sr-only">{plan.name}</span>
              <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
            </summary>
            {comparison.map((scope) => (
              <div key={scope.caption} className="mt-2">
                <p className="text-sm font-semibold">{scope.caption}</p>
                <dl>
                  {scope.features.map((feature) => (
                    <div key={feature.caption} className="flex items-start justify-between gap-4 py-1.5">
                      <dt className="text-muted">{feature.caption}</dt>
                      <dd className="max-w-1/2 text-right">
                        <ComparedValue value={feature.values[plan.id] ?? null} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </div>
            ))}
            <PlanFeatures features={plan.features} footnotes={noFootnotes} className="mt-2" />
          </details>
        </li>
      ))}
    </ul>
  );
}
