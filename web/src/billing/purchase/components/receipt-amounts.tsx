import { Trans, useLingui } from '@lingui/react/macro';
import type { AppliedDiscount, InvoicePreview } from '@portico/contract';
import { findSettlement } from '@portico/contract/dues';
import { Tag, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { useUnits } from '../../../lib/units.ts';
import { storeCoupon } from '../model/coupon-storage.ts';
import { type Price, type ReceiptLine, receiptLines } from '../model/receipt.ts';
import { selectedPricePlan } from '../model/selection.ts';
import type { Estimate, PurchaseTotals } from '../purchase.api.ts';
import { AmountRow } from './amount-row.tsx';
import { useBillingIntervalText } from './billing-interval-text.ts';
import { useFlow } from './flow-context.ts';

function useMoney(): (cents: number) => string {
  const { plan, state } = useFlow();
  const { money } = useFormat();
  const { currency } = selectedPricePlan(plan, state);
  return (cents) => money(cents, currency);
}

/** The chosen items, each for one interval and before discounts and tax. */
export function SelectionLines() {
  const { plan, state } = useFlow();
  const money = useMoney();
  return (
    <dl className="mt-4 flex flex-col gap-2.5">
      {receiptLines(plan, state).map((line) => (
        <AmountRow key={line.id} label={line.name} note={<LineNote line={line} />} amount={money(line.amount)} />
      ))}
    </dl>
  );
}

/**
 * The heading of a change's lines, so that they are not added to what is due today. It has their sum, unless a discount
 * makes the later payments smaller.
 */
export function LaterHeading({ estimate }: { estimate: Estimate }) {
  const { plan, state } = useFlow();
  const { date } = useFormat();
  const { per } = useBillingIntervalText();
  const money = useMoney();
  const amount = money(receiptLines(plan, state).reduce((sum, line) => sum + line.amount, 0));
  const interval = per(selectedPricePlan(plan, state));
  const { nextPaymentDate: at, recurringInvoiceDetails } = estimate;
  const day = at && date(at);
  if (recurringInvoiceDetails.discount !== 0) {
    return (
      <h3 className="mt-4 font-semibold">
        <Trans>Before discounts and tax, {interval}</Trans>
      </h3>
    );
  }
  return (
    <h3 className="mt-4 font-semibold">
      {day ? (
        <Trans>
          From {day}: {amount} {interval}, before tax
        </Trans>
      ) : (
        <Trans>
          {amount} {interval}, before tax
        </Trans>
      )}
    </h3>
  );
}

/** '3 workstations × $49.00', or the caption of an add-on's price. */
function LineNote({ line }: { line: ReceiptLine }): ReactNode {
  const { product } = useFlow();
  const { number } = useFormat();
  const { count } = useUnits();
  const money = useMoney();
  const { kind, quantity, unitPrice, caption } = line;
  const units = kind === 'base' ? count(product.unit, quantity) : number(quantity);
  const product_ = quantity === 1 && kind !== 'base' ? null : quantity === 1 ? units : `${units} × ${money(unitPrice)}`;
  return [caption, product_].filter(Boolean).join(', ') || null;
}

/** The amount due now and its parts: discounts, tax, credit (PUR-31). */
export function EstimatedAmounts({ price }: { price: Extract<Price, { kind: 'estimate' }> }) {
  const { isChange } = useFlow();
  const money = useMoney();
  const invoice = price.estimate.subscriptionUpdateInvoiceDetails;
  const hasBreakdown = invoice.discount !== 0 || invoice.taxAmounts.length > 0 || invoice.amountDue !== invoice.total;
  return (
    <>
      {(isChange || hasBreakdown) && (
        <>
          {isChange && (
            <h3 className="mt-4 border-t border-line pt-4 font-semibold">
              <Trans>Today</Trans>
            </h3>
          )}
          <dl className={cn('mt-4 flex flex-col gap-2.5', !isChange && 'border-t border-line pt-4')}>
            {isChange && <ProrationLines invoice={invoice} />}
            {hasBreakdown && (
              <AmountRow
                label={isChange ? <Trans>Subtotal today</Trans> : <Trans>Subtotal</Trans>}
                amount={money(invoice.subtotal)}
                className="text-muted"
                amountClassName="text-ink"
              />
            )}
            <Discounts invoice={invoice} />
            {invoice.taxAmounts.map((tax) => (
              <AmountRow
                key={tax.description}
                label={tax.description}
                note={price.isExact ? null : <Trans>Estimated</Trans>}
                amount={money(tax.amount)}
                className="text-muted"
                amountClassName="text-ink"
              />
            ))}
            <Settled invoice={invoice} />
          </dl>
        </>
      )}
      <dl className="mt-4 border-t border-line pt-4">
        <AmountRow
          label={<span className="text-lg leading-9 font-semibold">{<Trans>Due today</Trans>}</span>}
          amount={money(invoice.amountDue)}
          amountClassName="text-price leading-9 font-semibold tracking-tight"
        />
      </dl>
      {!price.includesTax && (
        <p className="mt-1 text-sm text-muted">
          <Trans>Before tax. Tax is added when your address is known.</Trans>
        </p>
      )}
    </>
  );
}

/** What a change credits and charges for the rest of the period. */
function ProrationLines({ invoice }: { invoice: InvoicePreview }) {
  const money = useMoney();
  const seen = new Map<string, number>();
  return invoice.lines.map(({ description, amount }) => {
    const count = (seen.get(description) ?? 0) + 1;
    seen.set(description, count);
    return (
      <AmountRow
        key={`${description} ${count}`}
        label={<span className="text-sm">{description}</span>}
        amount={money(amount)}
      />
    );
  });
}

function Discounts({ invoice: { discount, discounts } }: { invoice: InvoicePreview }) {
  const money = useMoney();
  const isListed = discounts.length > 0 && discounts.reduce((sum, { amount }) => sum + amount, 0) === discount;
  if (isListed) return discounts.map((entry) => <Discount key={entry.code ?? entry.name} discount={entry} />);
  // Below zero if discounted time is credited at the price that was paid.
  if (discount === 0) return null;
  return <AmountRow label={<Trans>Discount</Trans>} amount={money(-discount)} amountClassName="text-ok" />;
}

function Discount({ discount: { name, code, amount, until } }: { discount: AppliedDiscount }) {
  const { state, dispatch } = useFlow();
  const { t } = useLingui();
  const { date } = useFormat();
  const money = useMoney();
  const end = until && date(until);
  const isOwn = code !== null && code.toLowerCase() === state.coupon?.toLowerCase();
  return (
    <AmountRow
      label={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          {name}
          {code && (
            <span className="inline-flex h-[22px] items-center gap-1 rounded-md bg-neutral-soft pl-2 text-xs font-medium text-ink [&_svg]:size-3">
              <Tag aria-hidden="true" />
              {code}
              {isOwn ? (
                <button
                  type="button"
                  aria-label={t`Remove coupon ${code}`}
                  title={t`Remove coupon ${code}`}
                  className="grid size-[22px] place-items-center rounded-md text-muted hover:text-ink"
                  onClick={() => {
                    storeCoupon(null);
                    dispatch({ type: 'couponRemoved' });
                  }}
                >
                  <X aria-hidden="true" />
                </button>
              ) : (
                <span className="w-1" />
              )}
            </span>
          )}
        </span>
      }
      note={end && <Trans>until {end}</Trans>}
      amount={money(-amount)}
      amountClassName="text-ok"
    />
  );
}

/** From the total to the amount due: amounts credited, credit used with the rest, and amounts carried over. */
function Settled({ invoice }: { invoice: InvoicePreview }) {
  const money = useMoney();
  const { owedBefore, carriedOver } = findSettlement(invoice);
  return (
    <>
      <Credit invoice={invoice} />
      {owedBefore > 0 && (
        <AmountRow
          label={<span className="text-muted">{<Trans>Owed from before</Trans>}</span>}
          amount={money(owedBefore)}
        />
      )}
      {carriedOver > 0 && (
        <AmountRow
          label={
            <span className="text-muted">
              {<Trans>Too little to be charged alone: added to your next invoice</Trans>}
            </span>
          }
          amount={money(-carriedOver)}
        />
      )}
    </>
  );
}

function Credit({ invoice }: { invoice: InvoicePreview }) {
  const money = useMoney();
  const { fromCredit } = findSettlement(invoice);
  const left = money(invoice.creditAfter);
  if (invoice.total < 0) {
    return (
      <AmountRow
        label={<Trans>Credited to your account</Trans>}
        note={<Trans>Your credit is then {left}</Trans>}
        amount={money(-invoice.total)}
        amountClassName="text-ok"
      />
    );
  }
  if (fromCredit === 0) return null;
  return (
    <AmountRow
      label={<span className="text-muted">{<Trans>Your credit</Trans>}</span>}
      note={<Trans>{left} is left after it</Trans>}
      amount={money(-fromCredit)}
      amountClassName="text-ok"
    />
  );
}

/** The catalog's totals before tax, if there is no estimate. */
export function TotalAmounts({ totals }: { totals: PurchaseTotals }) {
  const { coupon } = useFlow().state;
  const money = useMoney();
  const { completePurchaseSubtotal: subtotal, completePurchaseTotal: total } = totals;
  const discount = subtotal.amount - total.amount;
  return (
    <dl className="mt-4 flex flex-col gap-2.5 border-t border-line pt-4">
      <AmountRow
        label={subtotal.label}
        amount={money(subtotal.amount)}
        className="text-muted"
        amountClassName="text-ink"
      />
      {discount > 0 && (
        <AmountRow
          label={coupon ? <Trans>Discount {coupon}</Trans> : <Trans>Discount</Trans>}
          amount={money(-discount)}
          amountClassName="text-ok"
        />
      )}
      <AmountRow
        label={<span className="text-lg leading-9 font-semibold">{total.label}</span>}
        note={total.note}
        amount={money(total.amount)}
        amountClassName="text-price leading-9 font-semibold tracking-tight"
      />
    </dl>
  );
}
