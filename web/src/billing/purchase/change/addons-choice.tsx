import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { useIntervalWords } from '../../../lib/interval-words.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { addonQuantity } from '../model/addons.ts';
import type { Addon, PricePlan } from '../model/plan.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { getPlan } from './change-state.ts';
import type { ChoiceProps } from './choices.tsx';

/** The add-ons of the plan, each optional and at one of its prices. */
export function AddonsChoice(props: ChoiceProps) {
  const { plans, state } = props;
  const pricePlan = selectedPricePlan(getPlan(plans, state.planId), state.flow);
  return (
    <ul className="flex flex-col divide-y divide-line">
      {pricePlan.addons.map((addon) => (
        <li key={addon.id} className="py-3.5 first:pt-0 last:pb-0">
          <AddonChoice {...props} addon={addon} pricePlan={pricePlan} />
        </li>
      ))}
    </ul>
  );
}

type AddonProps = ChoiceProps & { addon: Addon; pricePlan: PricePlan };

function AddonChoice({ addon, pricePlan, state, dispatch, disabled }: AddonProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const { each } = useIntervalWords();
  const choice = state.flow.addons[addon.id];
  const [only, ...others] = addon.prices;
  const price = (amount: number) => `${money(amount, pricePlan.currency)} ${each(pricePlan)}`;
  const { caption } = addon;
  const lowest = price(Math.min(...addon.prices.map(({ amount }) => amount)));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <Checkbox
          label={<span className="font-medium">{caption}</span>}
          hint={addon.description}
          checked={choice !== undefined}
          disabled={disabled || !addon.active}
          onChange={() => dispatch({ type: 'addonToggled', addonId: addon.id })}
        />
        {!addon.active ? (
          <Badge tone="neutral" className="max-sm:ml-6.5">
            <Trans>Not available yet</Trans>
          </Badge>
        ) : (
          only &&
          !(choice && others.length > 0) && (
            <span className="tabular-nums">
              {others.length > 0 ? <Trans comment="The lowest price of an add-on">From {lowest}</Trans> : lowest}
            </span>
          )
        )}
      </div>
      {addon.note && (
        <p className="pl-6.5 text-sm text-muted">
          {addon.noteLink ? <ExternalLink href={addon.noteLink}>{addon.note}</ExternalLink> : addon.note}
        </p>
      )}
      {choice && others.length > 0 && (
        <RadioList
          className="pl-6.5"
          label={t`Price of ${caption}`}
          value={choice.priceId}
          disabled={disabled}
          onChange={(priceId) => dispatch({ type: 'addonPriceChosen', addonId: addon.id, priceId })}
          options={addon.prices.map(({ id, caption: label, amount }) => ({ value: id, label, end: price(amount) }))}
        />
      )}
      {choice && addon.priceUnitLabel !== null && (
        <AddonQuantity {...{ addon, dispatch, disabled }} quantity={choice.quantity} />
      )}
      {choice && addon.popupMessage && (
        <Alert tone="info" className="ml-6.5">
          {addon.popupMessage}
        </Alert>
      )}
    </div>
  );
}

type AddonQuantityProps = Pick<AddonProps, 'addon' | 'dispatch' | 'disabled'> & { quantity: number };

function AddonQuantity({ addon, dispatch, disabled, quantity: chosen }: AddonQuantityProps) {
  const { t } = useLingui();
  const { caption, priceUnitLabel: unit } = addon;
  return (
    <div className="flex items-center justify-between gap-4 pl-6.5">
      <span className="text-sm text-muted">
        <Trans>Quantity (per {unit})</Trans>
      </span>
      <NumberInput
        aria-label={t`Quantity of ${caption}`}
        className="w-36"
        value={chosen}
        min={addonQuantity.minimum}
        max={addonQuantity.maximum}
        disabled={disabled}
        onChange={(quantity) =>
          quantity !== null && dispatch({ type: 'addonQuantitySet', addonId: addon.id, quantity })
        }
      />
    </div>
  );
}
