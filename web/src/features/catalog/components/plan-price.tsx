import { Plural, Trans } from '@lingui/react/macro';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import type { PlanPrice, PricePlan } from '../model/plan-prices.ts';

export type PriceUnit = 'device' | 'unit' | 'plan';

interface PlanPriceProps {
  price: PlanPrice;
  /** What the price is for: each device, each unit where the product has no licenses, or the whole plan. */
  unit: PriceUnit;
  isSmall?: boolean;
}

/** What a plan costs: the figure, what it is for, and how it is paid. Keeps its height when the billing interval is switched. */
export function PlanPriceText({ price, unit, isSmall = false }: PlanPriceProps) {
  const { money } = useFormat();
  const figure = cn('font-semibold tracking-tight tabular-nums', isSmall ? 'text-lg' : 'text-price leading-9');
  const note = cn('text-sm text-muted', !isSmall && 'min-h-5');
  switch (price.kind) {
    case 'trial':
    case 'free':
      return (
        <div>
          <p className={figure}>
            <Trans>Free</Trans>
          </p>
          <p className={note}>
            {price.kind === 'free' ? (
              <Trans>as long as you like</Trans>
            ) : (
              price.days !== null && <Plural value={price.days} one="for # day" other="for # days" />
            )}
          </p>
        </div>
      );
    case 'onRequest':
      return (
        <div>
          <p className={figure}>
            <Trans>Price on request</Trans>
          </p>
          <p className={note}>
            <Trans>we make you an offer</Trans>
          </p>
        </div>
      );
    case 'from': {
      const amount = money(price.amountPerMonth, price.currency);
      return (
        <div>
          <p className={figure}>
            <Trans>
              <span className="text-base font-normal text-muted">from</span> {amount}
            </Trans>
          </p>
          <p className={note}>
            <PerMonth unit={unit} />
          </p>
        </div>
      );
    }
    case 'priced': {
      const amount = money(price.pricePlan.amountPerMonth, price.pricePlan.currency);
      return (
        <div>
          <p className={figure}>{amount}</p>
          <p className={note}>
            <PerMonth unit={unit} />
          </p>
          <BillingNote pricePlan={price.pricePlan} />
        </div>
      );
    }
  }
}

function PerMonth({ unit }: { unit: PriceUnit }) {
  if (unit === 'device') return <Trans>per device, per month</Trans>;
  return unit === 'unit' ? <Trans>each, per month</Trans> : <Trans>per month</Trans>;
}

/** How a price is paid, and what it saves against paying by the month. */
function BillingNote({ pricePlan }: { pricePlan: PricePlan }) {
  const { money } = useFormat();
  const amount = money(pricePlan.amount, pricePlan.currency);
  const savings = money(pricePlan.yearSavings, pricePlan.currency);
  const { intervalCount } = pricePlan;
  return (
    <p className="mt-1 text-sm text-muted">
      {pricePlan.interval === 'Year' ? (
        <Plural value={intervalCount} one={`${amount} paid once a year`} other={`${amount} paid every # years`} />
      ) : pricePlan.interval === 'Month' ? (
        <Plural value={intervalCount} one="paid each month" other={`${amount} paid every # months`} />
      ) : (
        <Plural value={intervalCount} one={`${amount} paid each day`} other={`${amount} paid every # days`} />
      )}
      {pricePlan.yearSavings > 0 && (
        <span className="block font-medium text-ok">
          <Trans>saves {savings} a year</Trans>
        </span>
      )}
    </p>
  );
}
