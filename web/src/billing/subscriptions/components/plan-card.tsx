import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useIntervalWords } from '../../../lib/interval-words.ts';
import { useRequestedAction } from '../../../lib/requested-action.ts';
import { useShortDate } from '../../../lib/short-date.ts';
import { useUnits } from '../../../lib/units.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import { bestSaving, cardWarning, findBaseItem, needsRestoring } from '../subscription-money.ts';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import { usePaymentOptions } from '../subscriptions.api.ts';
import { PlanRow, type RowProps } from './plan-row.tsx';

/** The parts of a subscription that have a row. */
export type RowSubject = 'plan' | 'quantity' | 'addons' | 'period' | 'card';

export interface RowControls {
  /** Closes the row and focuses its button. */
  onClose: () => void;
  /** Opens the payment method's row instead of this one; null if the card cannot be changed. */
  onChangeCard: (() => void) | null;
}

export interface PlanCardProps {
  subscription: SubscriptionDetail;
  /** The rows that can be changed now. */
  changeable: ReadonlySet<RowSubject>;
  /** The days of the next charges, the nearest first (UTC). */
  charges: readonly string[];
  renderCard: (card: NonNullable<SubscriptionDetail['paymentMethod']>) => ReactNode;
  /** The content of an opened row. */
  renderChange: (subject: RowSubject, controls: RowControls) => ReactNode;
  /** Loads the code of an opened row. */
  warmUp: (subject: RowSubject) => void;
  className?: string;
}

/** The plan, with a row for each part that can be changed. One row is open at a time. */
export function PlanCard({ subscription, changeable, renderChange, warmUp, className, ...payment }: PlanCardProps) {
  const { t } = useLingui();
  const units = useUnits();
  const { name } = useIntervalWords();
  const [open, setOpen] = useState<RowSubject | null>(null);
  const rows = useOpenRequestedRow(subscription.id, changeable, setOpen);
  const end = subscription.cancelAt && <Day at={subscription.cancelAt} />;
  const row = (subject: RowSubject, label: string) => ({
    label,
    subscription,
    isChangeable: changeable.has(subject),
    isOpen: open === subject,
    onToggle: () => setOpen(open === subject ? null : subject),
    warmUp: () => warmUp(subject),
    renderPanel: (onClose: () => void) =>
      renderChange(subject, { onClose, onChangeCard: changeable.has('card') ? () => setOpen('card') : null }),
    onClose: () => setOpen(null),
  });
  return (
    <Card className={className}>
      <CardHeader
        className="px-4 sm:px-6"
        title={<Trans>Your plan</Trans>}
        action={
          // A link to change everything at once in the purchase flow.
          (['plan', 'quantity', 'addons', 'period'] as const).some((subject) => changeable.has(subject)) && (
            <TextLink
              to="/Products/$id/Subscription/$subscriptionId/Purchase"
              params={{ id: subscription.productId, subscriptionId: String(subscription.id) }}
            >
              <Trans>Edit</Trans>
            </TextLink>
          )
        }
        description={
          needsRestoring(subscription) && <Trans>It ends on {end}. Restore it to change anything but its card.</Trans>
        }
      />
      <div ref={rows} className="divide-y divide-line border-t border-line">
        <PlanRow {...row('plan', t`Plan`)} note={subscription.subscriptionPlanDescription}>
          {subscription.subscriptionPlanName}
        </PlanRow>
        <QuantityRow {...row('quantity', units.title(subscription.unit))} />
        <AddonsRow {...row('addons', t`Add-ons`)} />
        <PlanRow {...row('period', t`Billing period`)} note={<Saving subscription={subscription} />}>
          {name(subscription)}
        </PlanRow>
        <PaymentRow {...row('card', t`Payment method`)} {...payment} />
      </div>
    </Card>
  );
}

/**
 * Opens the row that another part of the page requested, or the first changeable one if any change was requested.
 * @returns the ref of the rows
 */
function useOpenRequestedRow(id: number, changeable: ReadonlySet<RowSubject>, open: (subject: RowSubject) => void) {
  const rows = useRef<HTMLDivElement>(null);
  const first = (['quantity', 'plan', 'addons', 'period'] as const).find((subject) => changeable.has(subject));
  const openWhereAllowed = (subject: RowSubject | undefined) => () => {
    if (!subject || !changeable.has(subject)) return;
    open(subject);
    // Moves the focus here, because the request came from another part of the page.
    requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus());
  };
  useRequestedAction('changeCard', id, () => changeable.has('card') && open('card'));
  useRequestedAction('changePlan', id, openWhereAllowed('plan'));
  useRequestedAction('changePeriod', id, openWhereAllowed('period'));
  useRequestedAction('change', id, openWhereAllowed(first));
  return rows;
}

/** The saving of another billing interval. */
function Saving({ subscription }: { subscription: SubscriptionDetail }) {
  const { money } = useFormat();
  const options = usePaymentOptions(subscription.productId, subscription.id);
  const saving = options && bestSaving(options, findBaseItem(subscription)?.quantity ?? subscription.quantity);
  if (!saving) return null;
  const amount = money(saving.amount, subscription.currency);
  const { nickname } = saving;
  return (
    <Trans>
      {nickname} saves {amount} a year, before tax
    </Trans>
  );
}

type PartRowProps = Omit<RowProps, 'children' | 'note' | 'amount'> & Pick<PlanCardProps, 'subscription'>;

/** The units of the plan, and of its additional prices. */
function QuantityRow({ subscription, ...row }: PartRowProps) {
  const { money, number } = useFormat();
  const units = useUnits();
  const { each } = useIntervalWords();
  const { items, currency, unit, quantity } = subscription;
  const base = findBaseItem(subscription);
  const charged = base && base.unitAmount > 0 ? base : null;
  const additional = items.filter(({ kind }) => kind === 'additional');
  const sum = additional.reduce((total, item) => total + item.amount, base?.amount ?? 0);
  const price = money(charged?.unitAmount ?? 0, currency);
  const period = each(subscription);
  return (
    <PlanRow
      {...row}
      note={
        charged && (
          <Trans>
            {price} each {period}
          </Trans>
        )
      }
      amount={sum > 0 ? money(sum, currency) : null}
    >
      {units.count(unit, base?.quantity ?? quantity)}
      {additional.map((item) => (
        <span key={item.caption} className="block font-normal">
          {item.caption} × {number(item.quantity)}
          {item.amount > 0 && <span className="text-muted">, {money(item.amount, currency)}</span>}
        </span>
      ))}
    </PlanRow>
  );
}

function AddonsRow({ subscription, ...row }: PartRowProps) {
  const { money, number } = useFormat();
  const addons = subscription.items.filter(({ kind }) => kind === 'addon' || kind === 'other');
  const sum = addons.reduce((total, addon) => total + addon.amount, 0);
  return (
    <PlanRow {...row} amount={addons.length > 0 ? money(sum, subscription.currency) : null}>
      {addons.length === 0 ? (
        <span className="font-normal text-muted">
          <Trans context="add-ons">None</Trans>
        </span>
      ) : (
        addons.map((addon) => (
          <span key={addon.caption} className="block">
            {addon.quantity > 1 ? `${addon.caption} × ${number(addon.quantity)}` : addon.caption}
          </span>
        ))
      )}
    </PlanRow>
  );
}

type PaymentRowProps = PartRowProps & Pick<PlanCardProps, 'charges' | 'renderCard'>;

/**
 * The card that is charged, marked if it was declined, has expired or soon will. The mark remains if the invoice is
 * paid with another card.
 */
function PaymentRow({ subscription, charges, renderCard, ...row }: PaymentRowProps) {
  const day = useShortDate();
  const { paymentMethod, amount, status, cancelAt } = subscription;
  const warning = paymentMethod && cardWarning(paymentMethod, charges);
  const last = warning && day(warning.lastDay);
  const before = warning?.replaceBefore && day(warning.replaceBefore);
  const declined = status !== 4 && paymentMethod?.declinedAt ? day(paymentMethod.declinedAt) : null;
  return (
    <PlanRow
      {...row}
      note={
        before ? (
          <Trans>Replace it before the charge of {before}</Trans>
        ) : (
          declined && !cancelAt && <Trans>It is charged again next time, unless you choose another card</Trans>
        )
      }
    >
      {paymentMethod ? (
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {renderCard(paymentMethod)}
          {declined && (
            <Badge tone="bad">
              <Trans comment="Of a payment card, with a day">Declined {declined}</Trans>
            </Badge>
          )}
          {warning && (
            <Badge tone={warning.hasExpired ? 'bad' : 'warning'}>
              {warning.hasExpired ? <Trans context="payment card">Expired</Trans> : <Trans>Expires {last}</Trans>}
            </Badge>
          )}
        </span>
      ) : (
        <span className="font-normal text-muted">
          {amount === 0 ? <Trans>None needed</Trans> : <Trans>No card saved</Trans>}
        </span>
      )}
    </PlanRow>
  );
}
