import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { useFlow } from './flow-context.ts';

/** How often one pays, as cards to choose from. Native radio buttons underneath. */
export function PricePlanCards() {
  const { t } = useLingui();
  const name = useId();
  const { plan, state, dispatch } = useFlow();
  const { money } = useFormat();
  const { per } = useBillingIntervalText();
  return (
    <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <legend className="sr-only">{t`Payment interval`}</legend>
      {plan.pricePlans.map((pricePlan) => {
        const savings = money(pricePlan.yearSavings, pricePlan.currency);
        const monthly = money(pricePlan.amountPerMonth, pricePlan.currency);
        return (
          <label
            key={pricePlan.id}
            className="relative flex sm:min-h-[112px] cursor-pointer flex-col rounded-card border border-line-strong bg-surface p-4 transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:outline-1 has-checked:outline-accent has-checked:-outline-offset-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-1"
          >
            <span className="flex items-center gap-2.5">
              <input
                type="radio"
                name={name}
                value={pricePlan.id}
                checked={pricePlan.id === state.pricePlanId}
                onChange={() => dispatch({ type: 'pricePlanChosen', pricePlanId: pricePlan.id })}
                className="size-4 shrink-0 appearance-none rounded-full border border-muted outline-none checked:border-[5px] checked:border-accent"
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
              {pricePlan.amount > 0 && <span className="text-muted"> {per(pricePlan)}</span>}
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
