import { Trans } from '@lingui/react/macro';
import type { InvoicePreview as Preview } from '@portico/contract';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';

interface InvoicePreviewProps {
  preview: Preview;
  currency: string;
  /** What the last line is: 'Due today'. */
  totalLabel: ReactNode;
}

/** An invoice that would be made: lines, discount, tax, total (PUR-31). */
export function InvoicePreview({ preview, currency, totalLabel }: InvoicePreviewProps) {
  const { money, number } = useFormat();
  const { lines, subtotal, discount, taxAmounts, total, amountDue } = preview;
  const creditUsed = Math.max(0, total) - amountDue;
  const hasBreakdown = lines.length > 1 || discount !== 0 || taxAmounts.length > 0;
  const hasRows = hasBreakdown || total < 0 || creditUsed > 0;
  const seen = new Map<string, number>();
  return (
    <div>
      <ul className="flex flex-col gap-3">
        {lines.map((line) => {
          const count = (seen.get(line.description) ?? 0) + 1;
          seen.set(line.description, count);
          const unitPrice = money(line.unitPrice, currency);
          const units = number(line.quantity);
          return (
            <li key={`${line.description} ${count}`} className="flex items-baseline justify-between gap-6">
              <span className="min-w-0">
                {line.description}
                {isMultiplied(line) && (
                  <span className="block text-sm text-muted tabular-nums">
                    {units} × {unitPrice}
                  </span>
                )}
              </span>
              <span className="whitespace-nowrap tabular-nums">{money(line.amount, currency)}</span>
            </li>
          );
        })}
      </ul>
      <dl className="mt-4 flex flex-col gap-1.5 border-t border-line pt-4">
        {hasBreakdown && <Row label={<Trans>Subtotal</Trans>} amount={money(subtotal, currency)} />}
        {/* Below zero where discounted time is given back at what was paid for it. */}
        {discount !== 0 && (
          <Row label={<Trans>Discount</Trans>} amount={money(-discount, currency)} className="text-ok" />
        )}
        {taxAmounts.map((tax) => (
          <Row
            key={tax.description}
            label={tax.description}
            amount={money(tax.amount, currency)}
            className="text-muted"
          />
        ))}
        {total >= 0 && creditUsed > 0 && (
          <Row label={<Trans>Paid from your credit</Trans>} amount={money(-creditUsed, currency)} className="text-ok" />
        )}
        {total < 0 && (
          <Row label={<Trans>Credited to your account</Trans>} amount={money(-total, currency)} className="text-ok" />
        )}
        <Row
          label={totalLabel}
          amount={money(amountDue, currency)}
          className={cn('font-semibold', hasRows && 'mt-1.5 border-t border-line pt-3')}
        />
      </dl>
    </div>
  );
}

/** Whether quantity and unit price make the amount: they do not for a part of a period, nor for time that is given back. */
function isMultiplied({ quantity, unitPrice, amount }: Preview['lines'][number]): boolean {
  return quantity !== 1 && amount > 0 && quantity * unitPrice === amount;
}

function Row({ label, amount, className }: { label: ReactNode; amount: string; className?: string }) {
  return (
    <div className={cn('flex items-baseline justify-between gap-6', className)}>
      <dt>{label}</dt>
      <dd className="whitespace-nowrap tabular-nums">{amount}</dd>
    </div>
  );
}
