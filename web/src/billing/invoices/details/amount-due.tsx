import { Trans } from '@lingui/react/macro';
import type { InvoiceDetail } from '@portico/contract';
import { type ReactNode, useId, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';

/**
 * The key figure (INV-24). Its tooltip, which also opens on a press and is read by screen readers, has the paid and
 * remaining amounts.
 */
export function AmountDue({ invoice }: { invoice: InvoiceDetail }) {
  const { money } = useFormat();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { currency } = invoice;
  return (
    <div
      className="group relative w-fit"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setIsOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setIsOpen(false)}
    >
      <p className="text-sm text-muted">
        {invoice.paid && invoice.amountRemaining === 0 ? (
          <Trans context="invoice amount">Paid</Trans>
        ) : (
          <Trans>Amount due</Trans>
        )}
      </p>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="min-h-11 rounded text-[28px] leading-9 font-semibold tracking-tight tabular-nums underline decoration-line-strong decoration-dotted decoration-2 underline-offset-8"
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}
      >
        {money(invoice.amountDue, currency)}
      </button>
      <dl
        id={id}
        className={cn(
          'absolute top-full left-0 z-20 min-w-52 rounded-card border border-line bg-surface px-4 py-3 shadow-popup',
          !isOpen && 'hidden',
        )}
      >
        <Part label={<Trans context="invoice amount">Paid</Trans>}>{money(invoice.amountPaid, currency)}</Part>
        <Part label={<Trans>Remaining</Trans>}>{money(invoice.amountRemaining, currency)}</Part>
      </dl>
    </div>
  );
}

function Part({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 py-0.5">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}
