import { Trans, useLingui } from '@lingui/react/macro';
import type { UnitName } from '@portico/contract';
import { type Dispatch, type ReactNode, useId } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useIntervalWords } from '../../../lib/interval-words.ts';
import { useUnits } from '../../../lib/units.ts';
import { NumberInput } from '../../../ui/number-input.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { PlanPrice } from '../components/plan-price.tsx';
import type { HeldSubscription } from '../model/changes.ts';
import { type SubscriptionPlan, startingPricePlan } from '../model/plan.ts';
import { quantityRule } from '../model/quantity.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { type ChangeAction, type ChangeState, getPlan } from './change-state.ts';

export interface ChoiceProps {
  plans: readonly SubscriptionPlan[];
  held: HeldSubscription;
  state: ChangeState;
  dispatch: Dispatch<ChangeAction>;
  unit: UnitName;
  /** Disabled while the change is being made. */
  disabled: boolean;
}

/** The plans that the account may change to, including its own. */
function offeredPlans(plans: readonly SubscriptionPlan[], held: HeldSubscription): SubscriptionPlan[] {
  return plans.filter(
    (plan) =>
      plan.pricePlans.length > 0 && (plan.id === held.subscriptionPlanId || (plan.canSubscribe && !plan.isTrial)),
  );
}

export function PlanChoice({ plans, held, state, dispatch, unit, disabled }: ChoiceProps) {
  const { t } = useLingui();
  const own = t`Your plan`;
  return (
    <RadioList
      label={t`Plan`}
      value={state.planId}
      disabled={disabled}
      onChange={(planId) => dispatch({ type: 'planChosen', planId })}
      options={offeredPlans(plans, held).map((plan) => {
        return {
          value: plan.id,
          label: plan.id === held.subscriptionPlanId ? `${plan.name} · ${own}` : plan.name,
          description: plan.description,
          end: <PlanPrice plan={plan} pricePlan={startingPricePlan(plan, held)} unit={unit} />,
        };
      })}
    />
  );
}

export function PeriodChoice({ plans, state, dispatch, unit, disabled }: ChoiceProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const { each, name } = useIntervalWords();
  const { word } = useUnits();
  const plan = getPlan(plans, state.planId);
  const one = word(unit, 1);
  return (
    <RadioList
      label={t`Billing period`}
      value={state.flow.pricePlanId}
      disabled={disabled}
      onChange={(pricePlanId) => dispatch({ type: 'pricePlanChosen', pricePlanId })}
      options={plan.pricePlans.map((pricePlan) => {
        const price = `${money(pricePlan.amount, pricePlan.currency)} ${each(pricePlan)}`;
        return {
          value: pricePlan.id,
          label: name(pricePlan),
          end:
            plan.maxQuantity === 1 ? (
              price
            ) : (
              <Trans>
                {price} per {one}
              </Trans>
            ),
        };
      })}
    />
  );
}

interface QuantityChoiceProps extends ChoiceProps {
  /** The server's error about the quantity. */
  error: string | undefined;
}

/** The units of the plan and of its additional prices. */
export function QuantityChoice({ plans, state, dispatch, unit, disabled, error }: QuantityChoiceProps) {
  const { number, money } = useFormat();
  const { each } = useIntervalWords();
  const units = useUnits();
  const plan = getPlan(plans, state.planId);
  const pricePlan = selectedPricePlan(plan, state.flow);
  const rule = quantityRule(plan, pricePlan, state.flow.additional);
  const used = pricePlan.usedSubscriptionsCount;
  const counted = units.word(unit, 2);
  const [minimum, maximum] = [number(rule.minimum), number(rule.maximum)];
  return (
    <div className="flex flex-col gap-4">
      <Stepper
        label={<Trans>How many {counted}?</Trans>}
        hint={
          <>
            <InUse count={used} />{' '}
            {rule.isRestricted ? (
              <Trans>This plan cannot have more than {maximum}.</Trans>
            ) : (
              <Trans>
                From {minimum} to {maximum}.
              </Trans>
            )}
          </>
        }
        error={error}
        value={state.flow.quantity}
        min={rule.minimum}
        max={Math.max(rule.minimum, rule.maximum)}
        isMinInUse={rule.isMinimumInUse}
        disabled={disabled || rule.isRestricted}
        onChange={(quantity) => dispatch({ type: 'quantitySet', quantity })}
      />
      {pricePlan.additionalPrices.map((price) => {
        const amount = `${money(price.amount, pricePlan.currency)} ${each(pricePlan)}`;
        return (
          <Stepper
            key={price.id}
            label={price.nickname}
            hint={price.amount > 0 ? <Trans>{amount} for each</Trans> : <Trans>Included</Trans>}
            value={state.flow.additional[price.id] ?? 0}
            min={0}
            max={100_000}
            disabled={disabled}
            onChange={(quantity) => dispatch({ type: 'additionalSet', priceId: price.id, quantity })}
          />
        );
      })}
    </div>
  );
}

function InUse({ count }: { count: number }) {
  const { number } = useFormat();
  const used = number(count);
  if (count === 0) return null;
  return count === 1 ? <Trans>1 is in use.</Trans> : <Trans>{used} are in use.</Trans>;
}

interface StepperProps {
  label: ReactNode;
  hint: ReactNode;
  error?: string | undefined;
  value: number;
  min: number;
  max: number;
  isMinInUse?: boolean;
  disabled: boolean;
  onChange: (value: number) => void;
}

/** A label with a number input at the end of the line. */
function Stepper({ label, hint, error, value, min, max, isMinInUse = false, disabled, onChange }: StepperProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
        {error && (
          <p id={`${id}-error`} role="alert" className="text-sm whitespace-pre-line text-bad">
            {error}
          </p>
        )}
      </div>
      <NumberInput
        id={id}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
        className="w-36"
        value={value}
        min={min}
        max={max}
        isMinInUse={isMinInUse}
        disabled={disabled}
        onChange={(next) => next !== null && onChange(next)}
      />
    </div>
  );
}
