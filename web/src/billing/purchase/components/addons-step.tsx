import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { radioClasses } from '../../../ui/radio-card.ts';
import { addonQuantity } from '../model/addons.ts';
import type { Addon } from '../model/plan.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { useFlow } from './flow-context.ts';
import { FlowNotice } from './flow-notice.tsx';
import { ContactVendor } from './quantity-fields.tsx';
import { StepHeading } from './step-heading.tsx';
import { UnitPrice } from './unit-price.tsx';

/** The add-ons of the plan, each with its prices and a quantity. */
export function AddonsStep({ error }: { error: string | undefined }) {
  const { plan, state } = useFlow();
  return (
    <>
      <FlowNotice step="addons" />
      <Card className="flex flex-col gap-5 p-6 max-sm:p-4">
        <StepHeading title={<Trans>Choose add-ons</Trans>}>
          <Trans>All of them are optional, and you can change them later.</Trans>
        </StepHeading>
        <ul className="flex flex-col gap-3">
          {selectedPricePlan(plan, state).addons.map((addon) => (
            <AddonCard key={addon.id} addon={addon} />
          ))}
        </ul>
        {error && (
          <div className="flex flex-col gap-3">
            <Alert tone="bad">{error}</Alert>
            <ContactVendor />
          </div>
        )}
      </Card>
    </>
  );
}

function AddonCard({ addon }: { addon: Addon }) {
  const { state, dispatch } = useFlow();
  const choice = state.addons[addon.id];
  return (
    <li
      className={cn(
        'rounded-card border border-line-strong bg-surface p-4',
        choice && 'border-accent outline-1 outline-accent -outline-offset-1',
        !addon.active && 'border-line bg-canvas',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <Checkbox
          label={<span className="font-medium">{addon.caption}</span>}
          hint={addon.description}
          checked={choice !== undefined}
          disabled={!addon.active}
          onChange={() => dispatch({ type: 'addonToggled', addonId: addon.id })}
        />
        {!addon.active && (
          <Badge tone="neutral" className="max-sm:ml-6.5">
            <Trans>Not available yet</Trans>
          </Badge>
        )}
      </div>
      {addon.note && (
        <p className="mt-2 pl-6.5 text-sm text-muted">
          {addon.noteLink ? <ExternalLink href={addon.noteLink}>{addon.note}</ExternalLink> : addon.note}
        </p>
      )}
      {addon.active && addon.prices.length > 0 && (
        <div className="mt-3 flex flex-col gap-4 pl-6.5">
          <AddonPrices addon={addon} />
          {choice && <AddonQuantity addon={addon} quantity={choice.quantity} />}
          {choice && addon.popupMessage && <Alert tone="info">{addon.popupMessage}</Alert>}
        </div>
      )}
    </li>
  );
}

/** The prices of an add-on; choosing one adds the add-on. */
function AddonPrices({ addon }: { addon: Addon }) {
  const name = useId();
  const { plan, state, dispatch } = useFlow();
  const { money } = useFormat();
  const { per } = useBillingIntervalText();
  const pricePlan = selectedPricePlan(plan, state);
  const choice = state.addons[addon.id];
  const { caption } = addon;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">
        <Trans>Price of {caption}</Trans>
      </legend>
      {addon.prices.map((price) => (
        <label key={price.id} className="flex cursor-pointer flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <input
            type="radio"
            name={name}
            value={price.id}
            checked={choice?.priceId === price.id}
            onChange={() => dispatch({ type: 'addonPriceChosen', addonId: addon.id, priceId: price.id })}
            className={radioClasses}
          />
          <span>{price.caption}</span>
          {price.isUsed && (
            <Badge tone="neutral">
              <Trans>Current</Trans>
            </Badge>
          )}
          <span className="ml-auto text-muted">
            <span className="font-medium text-ink tabular-nums">{money(price.amount, pricePlan.currency)}</span>{' '}
            {addon.priceUnitLabel ? (
              <UnitPrice unit={addon.priceUnitLabel} billingInterval={per(pricePlan)} />
            ) : (
              per(pricePlan)
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function AddonQuantity({ addon, quantity }: { addon: Addon; quantity: number }) {
  const { t } = useLingui();
  const { dispatch } = useFlow();
  const { caption } = addon;
  return (
    <Field
      label={
        <>
          {t`Quantity`}
          <span className="sr-only"> {caption}</span>
        </>
      }
    >
      {(control) => (
        <NumberInput
          {...control}
          value={quantity}
          onChange={(next) =>
            next !== null && dispatch({ type: 'addonQuantitySet', addonId: addon.id, quantity: next })
          }
          min={addonQuantity.minimum}
          max={addonQuantity.maximum}
        />
      )}
    </Field>
  );
}
