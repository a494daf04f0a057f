import { Plural, Trans } from '@lingui/react/macro';
import type { SubscriptionPlan, UnitName } from '@portico/contract';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { useFormat } from '../../lib/format.ts';
import { useIntervalWords } from '../../lib/interval-words.ts';
import { useUnits } from '../../lib/units.ts';
import { minimumPrice, type PlanPrice, type PricePlan } from '../model/plan-prices.ts';

interface PlanPriceProps {
  plan: SubscriptionPlan;
  price: PlanPrice;
  /** The product's unit. */
  unit: UnitName;
  isSmall?: boolean;
}

/**
 * A plan's price with its unit and the minimum payment (UI-42). It keeps its height when the billing interval
 * changes.
 */
export function PlanPriceText({ plan, price, unit, isSmall = false }: PlanPriceProps) {
  const { money } = useFormat();
  const text = (figure: ReactNode, note: ReactNode, more?: ReactNode) => (
    <div className={cn(isSmall && 'max-sm:w-full')}>
      <p className={cn('font-semibold tracking-tight tabular-nums', isSmall ? 'text-lg' : 'text-price leading-9')}>
        {figure}
      </p>
      <p className={cn('text-sm text-muted', !isSmall && 'min-h-5')}>{note}</p>
      {more}
    </div>
  );
  switch (price.kind) {
    case 'trial':
      return text(
        <Trans>Free</Trans>,
        price.days !== null && <Plural value={price.days} one="for # day" other="for # days" />,
      );
    case 'free':
      return text(<Trans>Free</Trans>, <Trans>as long as you like</Trans>);
    case 'onRequest':
      return text(<Trans>Price on request</Trans>, <Trans>we make you an offer</Trans>);
    case 'priced':
      return text(
        money(price.pricePlan.amount, price.pricePlan.currency),
        <PerUnit plan={plan} unit={unit} billingInterval={price.pricePlan} />,
        <AtLeast plan={plan} pricePlan={price.pricePlan} unit={unit} />,
      );
  }
}

interface PerUnitProps {
  plan: SubscriptionPlan;
  unit: UnitName;
  billingInterval: Pick<PricePlan, 'interval' | 'intervalCount'>;
}

/** 'per seat, a month'; without the unit if there can be only one. */
function PerUnit({ plan, unit, billingInterval }: PerUnitProps) {
  const interval = useIntervalWords().each(billingInterval);
  const one = unit.one;
  if (plan.maxQuantity === 1) return interval;
  return (
    <Trans comment="Under the price of a plan: per seat, a month">
      per {one}, {interval}
    </Trans>
  );
}

/** The payment for the minimum quantity, the monthly amount of a longer interval, and the saving. */
function AtLeast({ plan, pricePlan, unit }: { plan: SubscriptionPlan; pricePlan: PricePlan; unit: UnitName }) {
  const { money } = useFormat();
  const { count } = useUnits();
  const interval = useIntervalWords().each(pricePlan);
  const { quantity, amount, yearSavings } = minimumPrice(plan, pricePlan);
  const total = money(amount, pricePlan.currency);
  const units = count(unit, quantity);
  const perMonth = money(pricePlan.amountPerMonth, pricePlan.currency);
  const savings = money(yearSavings, pricePlan.currency);
  const isLonger = pricePlan.interval === 'Year' || (pricePlan.interval === 'Month' && pricePlan.intervalCount > 1);
  return (
    <div className="mt-1 text-sm text-muted">
      {quantity > 1 && (
        <p>
          <Trans>
            from <span className="font-medium text-ink tabular-nums">{total}</span> {interval} for {units}
          </Trans>
        </p>
      )}
      {isLonger && (
        <p>
          {plan.maxQuantity === 1 ? (
            <Trans>that is {perMonth} a month</Trans>
          ) : (
            <Trans>that is {perMonth} a month each</Trans>
          )}
        </p>
      )}
      {yearSavings > 0 && (
        <p className="font-medium text-ok">
          {plan.maxQuantity === 1 ? (
            <Trans>saves {savings} a year</Trans>
          ) : (
            <Trans>
              saves {savings} a year for {units}
            </Trans>
          )}
        </p>
      )}
    </div>
  );
}
