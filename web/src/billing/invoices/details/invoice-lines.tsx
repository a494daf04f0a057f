import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoiceDetail } from '@portico/contract';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Pager } from '../../../ui/data-table/pager.tsx';
import type { LinesPlace } from '../invoices.api.ts';

interface InvoiceLinesProps {
  invoice: InvoiceDetail;
  onPlaceChange: (place: LinesPlace) => void;
}

/** The lines of an invoice and its total. */
export function InvoiceLines({ invoice, onPlaceChange }: InvoiceLinesProps) {
  const { t } = useLingui();
  const { lines, currency } = invoice;
  const head = 'px-4 py-2.5 text-sm font-medium text-muted sm:px-6';
  return (
    <Card className="overflow-hidden">
      <CardHeader className="px-4 sm:px-6" title={<Trans>What it is for</Trans>} />
      <table className="w-full border-collapse">
        <caption className="sr-only">
          <Trans>Lines of the invoice</Trans>
        </caption>
        <thead>
          <tr className="border-y border-line bg-canvas text-left">
            <th scope="col" className={head}>
              <Trans>Description</Trans>
            </th>
            <th scope="col" className={cn(head, 'text-right max-sm:hidden')}>
              <Trans>Quantity</Trans>
            </th>
            <th scope="col" className={cn(head, 'text-right max-sm:hidden')}>
              <Trans>Unit price</Trans>
            </th>
            <th scope="col" className={cn(head, 'text-right')}>
              <Trans>Amount</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.items.map((line) => (
            <Line key={line.stripeId} line={line} currency={currency} />
          ))}
        </tbody>
      </table>
      {lines.totalPages > 1 && (
        <Pager
          caption={t`Lines of the invoice`}
          total={lines.total}
          totalPages={lines.totalPages}
          search={{ page: lines.page, pageSize: lines.pageSize, sortField: '', order: 'asc' }}
          onSearchChange={({ page = 1, pageSize = lines.pageSize }) => onPlaceChange({ page, pageSize })}
        />
      )}
      <Amounts invoice={invoice} />
    </Card>
  );
}

type InvoiceLine = InvoiceDetail['lines']['items'][number];

function Line({ line, currency }: { line: InvoiceLine; currency: string }) {
  const { money, number, date } = useFormat();
  const { quantity, unitPrice, periodStart, periodEnd } = line;
  const [from, to] = [date(periodStart), date(periodEnd)];
  const cell = 'px-4 py-3 align-top tabular-nums sm:px-6';
  const count = quantity === null ? '–' : number(quantity);
  const each = unitPrice === null ? '–' : money(unitPrice, currency);
  return (
    <tr className="border-b border-line">
      <td className={cn(cell, 'wrap-anywhere')}>
        {line.description}
        <span
          title={`${date(periodStart, 'exact')} – ${date(periodEnd, 'exact')}`}
          className="mt-0.5 block text-sm text-muted"
        >
          {from === to ? from : `${from} – ${to}`}
        </span>
        {quantity !== null && (
          <span className="block text-sm text-muted sm:hidden">
            {count} × {each}
          </span>
        )}
      </td>
      <td className={cn(cell, 'text-right max-sm:hidden')}>{count}</td>
      <td className={cn(cell, 'text-right whitespace-nowrap max-sm:hidden')}>{each}</td>
      <td className={cn(cell, 'text-right whitespace-nowrap')}>{money(line.amount, currency)}</td>
    </tr>
  );
}

/** From the sum of the lines to the remaining amount. */
function Amounts({ invoice }: { invoice: InvoiceDetail }) {
  const { money } = useFormat();
  const { currency, subtotal, discounts, taxes, total, amountDue, amountPaid, amountRemaining } = invoice;
  const { creditApplied, owedBefore, carriedOver } = invoice;
  const amount = (cents: number) => money(cents, currency);
  return (
    <dl className="ml-auto flex w-full flex-col gap-2 px-4 py-4 sm:w-80 sm:px-6">
      <Sum label={<Trans>Subtotal</Trans>}>{amount(subtotal)}</Sum>
      {discounts.map((discount, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two discounts of one coupon differ by their place alone
        <Sum key={index} label={<DiscountName discount={discount} currency={currency} />} isGood>
          {amount(-discount.amount)}
        </Sum>
      ))}
      {taxes.map((tax, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: taxes whose names are not known differ by their place alone
        <Sum key={index} label={tax.description}>
          {amount(tax.amount)}
        </Sum>
      ))}
      <Sum label={<Trans>Total</Trans>} isStrong>
        {amount(total)}
      </Sum>
      {creditApplied > 0 && (
        <Sum label={<Trans>Credit applied</Trans>} isGood>
          {amount(-creditApplied)}
        </Sum>
      )}
      {creditApplied < 0 && <Sum label={<Trans>Added to your credit</Trans>}>{amount(-creditApplied)}</Sum>}
      {owedBefore > 0 && <Sum label={<Trans>Owed from before</Trans>}>{amount(owedBefore)}</Sum>}
      {carriedOver > 0 && (
        <Sum label={<Trans>Too little to be charged alone: added to your next invoice</Trans>}>
          {amount(-carriedOver)}
        </Sum>
      )}
      <Sum label={<Trans>Amount due</Trans>} isStrong>
        {amount(amountDue)}
      </Sum>
      {amountPaid !== 0 && <Sum label={<Trans context="invoice amount">Paid</Trans>}>{amount(-amountPaid)}</Sum>}
      {amountPaid !== 0 && (
        <Sum label={<Trans>Remaining</Trans>} isStrong>
          {amount(amountRemaining)}
        </Sum>
      )}
    </dl>
  );
}

/** The coupon of a discount (INV-29). */
function DiscountName({
  discount: { name, percentOff, amountOff },
  currency,
}: {
  discount: InvoiceDetail['discounts'][number];
  currency: string;
}) {
  const { t } = useLingui();
  const { money, number } = useFormat();
  if (name === null) return <Trans>Discount</Trans>;
  if (percentOff === null && amountOff === null) return <Trans>Discount {name}</Trans>;
  const saved = number(percentOff ?? 0);
  const off = percentOff === null ? money(amountOff ?? 0, currency) : t`${saved}%`;
  return (
    <Trans>
      Discount {name} ({off} off)
    </Trans>
  );
}

interface SumProps {
  label: ReactNode;
  isStrong?: boolean;
  isGood?: boolean;
  children: ReactNode;
}

function Sum({ label, isStrong = false, isGood = false, children }: SumProps) {
  return (
    <div className={cn('flex justify-between gap-4', isStrong ? 'font-semibold' : isGood ? 'text-ok' : 'text-muted')}>
      <dt>{label}</dt>
      <dd className="whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  );
}
