import { Trans } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { useUnits } from '../../../lib/units.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ContactLink } from '../../../ui/contact-link.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import type { AdditionalPrice, PricePlan } from '../model/plan.ts';
import { type QuantityRule, quantityRule, withinRule } from '../model/quantity.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { useFlow } from './flow-context.ts';

/** The maximum number of units (SEL-3). A limit this high is not shown. */
const unlimited = 100_000;

/** The number of devices, and the units of each additional price (SEL-2 to SEL-6). */
export function QuantityFields({ error }: { error: string | undefined }) {
  const { product, plan, state, renderDevicesInUse } = useFlow();
  const pricePlan = selectedPricePlan(plan, state);
  const rule = quantityRule(plan, pricePlan, state.additional);
  const isFixed = plan.maxQuantity === 1 && rule.minimum === 1;
  const isHeld = rule.isRestricted || (rule.isMinimumInUse && state.quantity <= rule.minimum);
  // Fewer units than the account has are refused because of devices in use; more need the vendor.
  const isTooFew = isHeld || state.quantity < pricePlan.currentDeviceCount;
  return (
    <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-[repeat(auto-fill,minmax(200px,1fr))]">
      {!isFixed && (
        <div className="flex flex-col gap-3">
          <UnitsField error={error} rule={rule} />
          {error && !isTooFew && <ContactVendor />}
        </div>
      )}
      {isFixed && error && (
        <div className="col-span-full flex flex-col gap-3">
          <Alert tone="bad">{error}</Alert>
          <ContactVendor />
        </div>
      )}
      {rule.isRestricted && (
        <div className="col-span-full">
          <Restriction />
        </div>
      )}
      {(isHeld || (error !== undefined && isTooFew)) && (
        <div className="col-span-full max-w-xl empty:hidden">{renderDevicesInUse?.(product)}</div>
      )}
      {pricePlan.additionalPrices.map((price) => (
        <AdditionalField key={price.id} price={price} pricePlan={pricePlan} />
      ))}
    </div>
  );
}

/** The units of an additional price. */
function AdditionalField({ price, pricePlan }: { price: AdditionalPrice; pricePlan: PricePlan }) {
  const { state, dispatch } = useFlow();
  const { money } = useFormat();
  const { per } = useBillingIntervalText();
  const amount = money(price.amount, pricePlan.currency);
  const billingInterval = per(pricePlan);
  return (
    <Field
      label={price.nickname}
      hint={
        price.amount > 0 ? (
          <Trans>
            {amount} {billingInterval} for each
          </Trans>
        ) : (
          <Trans>Included</Trans>
        )
      }
    >
      {(control) => (
        <NumberInput
          {...control}
          value={state.additional[price.id] ?? 0}
          onChange={(quantity) => quantity !== null && dispatch({ type: 'additionalSet', priceId: price.id, quantity })}
          min={0}
          max={unlimited}
        />
      )}
    </Field>
  );
}

/** The units of the plan itself. */
function UnitsField({ error, rule }: { error: string | undefined; rule: QuantityRule }) {
  const { title } = useUnits();
  const { product, state, dispatch } = useFlow();
  const keep = (quantity: number) => dispatch({ type: 'quantitySet', quantity });
  return (
    <Field label={title(product.unit)} error={error} hint={<QuantityHint onKeep={keep} />}>
      {(control) => (
        <NumberInput
          {...control}
          value={state.quantity}
          onChange={(quantity) => quantity !== null && keep(quantity)}
          min={rule.minimum}
          max={Math.max(rule.minimum, rule.maximum)}
          isMinInUse={rule.isMinimumInUse}
          disabled={rule.isRestricted}
        />
      )}
    </Field>
  );
}

/** A link to the vendor for a quantity that cannot be bought here. */
export function ContactVendor() {
  return (
    <ContactLink href={preloaded().links.contact} size="sm" className="self-start">
      <Trans>Contact us</Trans>
    </ContactLink>
  );
}

/** What the account has and uses now, and the plan's limits. */
function QuantityHint({ onKeep }: { onKeep: (quantity: number) => void }) {
  const { plan, state } = useFlow();
  const { number } = useFormat();
  const pricePlan = selectedPricePlan(plan, state);
  const { currentDeviceCount, usedSubscriptionsCount } = pricePlan;
  const rule = quantityRule(plan, pricePlan, state.additional);
  const used = number(usedSubscriptionsCount);
  const current = number(currentDeviceCount);
  const canKeep = currentDeviceCount !== state.quantity && withinRule(currentDeviceCount, rule) === currentDeviceCount;
  return (
    <>
      {currentDeviceCount > 0 && (
        <>
          <Trans>
            You have {current} now, {used} in use.
          </Trans>{' '}
        </>
      )}
      <Bounds {...rule} />
      {currentDeviceCount > 0 && canKeep && (
        <>
          {' '}
          <button
            type="button"
            className="rounded font-medium text-accent-text underline-offset-4 hover:underline"
            onClick={() => onKeep(currentDeviceCount)}
          >
            <Trans>Keep {current}</Trans>
          </button>
        </>
      )}
    </>
  );
}

/** The allowed range, if it is limited. */
function Bounds({ isRestricted, ...rule }: QuantityRule) {
  const { number } = useFormat();
  const minimum = number(rule.minimum);
  const maximum = number(rule.maximum);
  const hasMinimum = rule.minimum > 1;
  if (isRestricted) return null;
  if (rule.maximum >= unlimited) return hasMinimum ? <Trans>{minimum} at least.</Trans> : null;
  if (!hasMinimum) return <Trans>{maximum} at most.</Trans>;
  return (
    <Trans>
      From {minimum} to {maximum}.
    </Trans>
  );
}

/** More devices are in use than the plan allows (SEL-4). */
function Restriction() {
  const { plan, state, product } = useFlow();
  const { count } = useUnits();
  const allowed = count(product.unit, plan.maxQuantity);
  const used = count(product.unit, selectedPricePlan(plan, state).usedSubscriptionsCount);
  return (
    <Alert tone="warning">
      <Trans>
        This plan cannot have more than {allowed}. In use now: {used}. Reduce devices in use, or choose another plan.
      </Trans>
    </Alert>
  );
}
