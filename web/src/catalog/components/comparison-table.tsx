import { Trans } from '@lingui/react/macro';
import type { FeatureComparison, SubscriptionPlan, UnitName } from '@portico/contract';
import { useUnits } from '../../lib/units.ts';
import { calculatePlanCost } from '../model/comparison.ts';
import { ComparedValue } from './compared-value.tsx';
import { PlanCostText } from './plan-cost.tsx';
import { PlanFeatures } from './plan-features.tsx';
import { PlanTag } from './plan-tags.tsx';

export interface ComparisonProps {
  plans: readonly SubscriptionPlan[];
  comparison: readonly FeatureComparison[];
  unit: UnitName;
  /** The number of units to pay for. */
  quantity: number;
}

const noFootnotes = new Map<string, number>();
const rowHead = 'px-6 py-3 text-left align-top font-normal text-muted';
const cell = 'px-4 py-3 align-top wrap-anywhere';

/** Plans as columns, prices and features as rows. The first column and the names stay visible. */
export function ComparisonTable({ plans, comparison, unit, quantity }: ComparisonProps) {
  const units = useUnits().count(unit, quantity);
  return (
    <div className="scroll-edges">
      <table className="w-full table-fixed border-collapse" style={{ minWidth: 240 + plans.length * 170 }}>
        <caption className="sr-only">
          <Trans>Plans compared</Trans>
        </caption>
        <thead>
          <tr className="border-b border-line">
            <td className="w-60 px-6 py-4" />
            {plans.map((plan) => (
              <th key={plan.id} scope="col" className="px-4 py-4 text-left align-top font-normal">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="text-lg font-semibold tracking-tight">{plan.name}</span>
                  <PlanTag plan={plan} />
                </span>
                <span className="mt-0.5 block text-sm text-muted">{plan.description}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-line bg-canvas">
            <th scope="row" className={rowHead}>
              <span className="font-medium text-ink">
                <Trans>A year of {units}</Trans>
              </span>
              <span className="block text-xs">
                <Trans>by how often you pay</Trans>
              </span>
            </th>
            {plans.map((plan) => (
              <td key={plan.id} className={cell}>
                <PlanCostText cost={calculatePlanCost(plan, quantity)} unit={unit} />
              </td>
            ))}
          </tr>
          {comparison.map((scope) => (
            <ScopeRows key={scope.caption} scope={scope} plans={plans} />
          ))}
          <tr>
            <th scope="row" className={`${rowHead} pt-5 font-semibold text-ink`}>
              <Trans>In short</Trans>
            </th>
            {plans.map((plan) => (
              <td key={plan.id} className={`${cell} pt-4`}>
                <PlanFeatures features={plan.features} footnotes={noFootnotes} className="text-sm" />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function ScopeRows({ scope, plans }: Pick<ComparisonProps, 'plans'> & { scope: FeatureComparison }) {
  return (
    <>
      <tr className="border-b border-line">
        <th scope="rowgroup" colSpan={plans.length + 1} className="px-6 pt-5 pb-2 text-left font-semibold">
          {scope.caption}
        </th>
      </tr>
      {scope.features.map((feature) => (
        <tr key={feature.caption} className="border-b border-line">
          <th scope="row" className={rowHead}>
            {feature.caption}
            {feature.description && <span className="block text-xs">{feature.description}</span>}
          </th>
          {plans.map((plan) => (
            <td key={plan.id} className={cell}>
              <ComparedValue value={feature.values[plan.id] ?? null} />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}
