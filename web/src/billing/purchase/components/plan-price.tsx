import { Trans } from '@lingui/react/macro';
import type { UnitName } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { useIntervalWords } from '../../../lib/interval-words.ts';
import { useUnits } from '../../../lib/units.ts';
import type { PricePlan, SubscriptionPlan } from '../model/plan.ts';

interface PlanPriceProps {
  plan: SubscriptionPlan;
  pricePlan: PricePlan;
  /** What the product counts. */
  unit: UnitName;
}

/**
 * The price of a plan in a choice of plans: per unit, or for the smallest quantity if that is more than one (UI-42).
 */
export function PlanPrice({ plan, pricePlan, unit }: PlanPriceProps) {
  const { money } = useFormat();
  const { each } = useIntervalWords();
  const { word, count } = useUnits();
  const { amount, currency } = pricePlan;
  const price = `${money(amount, currency)} ${each(pricePlan)}`;
  const least = `${money(amount * plan.minQuantity, currency)} ${each(pricePlan)}`;
  const units = count(unit, plan.minQuantity);
  const one = word(unit, 1);
  if (amount === 0) return <Trans>Free</Trans>;
  if (plan.maxQuantity === 1) return price;
  if (plan.minQuantity > 1) {
    return (
      <Trans>
        from {least} for {units}
      </Trans>
    );
  }
  return (
    <Trans>
      {price} per {one}
    </Trans>
  );
}
