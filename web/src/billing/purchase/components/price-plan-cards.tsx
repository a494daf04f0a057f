import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useUnits } from '../../../lib/units.ts';
import { Badge } from '../../../ui/badge.tsx';
import { radioCardClasses, radioClasses } from '../../../ui/radio-card.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { useFlow } from './flow-context.ts';
import { UnitPrice } from './unit-price.tsx';

/** The billing intervals as cards with native radio buttons. */
export function PricePlanCards() {
  const { t } = useLingui();
  const name = useId();
  const { plan, state, dispatch, product } = useFlow();
  const { money } = useFormat();
  const { word } = useUnits();
  const { per } = useBillingIntervalText();
  return (
    <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <legend className="sr-only">{t`Billing period`}</legend>
      {plan.pricePlans.map((pricePlan) => {
        const units = Math.max(1, state.quantity);
        const savings = money(pricePlan.yearSavings * units, pricePlan.currency);
        const monthly = money(pricePlan.amountPerMonth, pricePlan.currency);
        const unit = word(product.unit, 1);
        const billingInterval = per(pricePlan);
        return (
          <label key={pricePlan.id} className={`${radioCardClasses} flex-col p-4 sm:min-h-[112px]`}>
            <span className="flex items-center gap-2.5">
              <input
                type="radio"
                name={name}
                value={pricePlan.id}
                checked={pricePlan.id === state.pricePlanId}
                onChange={() => dispatch({ type: 'pricePlanChosen', pricePlanId: pricePlan.id })}
                className={radioClasses}
              />
              <span className="font-medium">{pricePlan.nickname}</span>
              {pricePlan.yearSavings > 0 && (
                <Badge tone="ok" className="ml-auto">
                  <Trans>Save {savings} a year</Trans>
                </Badge>
              )}
            </span>
            <span className="mt-auto pt-2.5">
              <span className="text-xl font-semibold tracking-tight tabular-nums">
                {pricePlan.amount > 0 ? money(pricePlan.amount, pricePlan.currency) : t`Free`}
              </span>
              {pricePlan.amount > 0 && (
                <span className="text-muted">
                  {' '}
                  {plan.maxQuantity > 1 ? <UnitPrice unit={unit} billingInterval={billingInterval} /> : billingInterval}
                </span>
              )}
              <span className="block text-sm text-muted sm:min-h-5">
                {pricePlan.amountPerMonth !== pricePlan.amount && <Trans>{monthly} a month</Trans>}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
