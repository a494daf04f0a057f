import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';

interface AmountRowProps {
  label: ReactNode;
  /** Smaller text below the label. */
  note?: ReactNode;
  amount: ReactNode;
  className?: string | undefined;
  amountClassName?: string | undefined;
}

/** A line of a receipt with label and amount, inside a description list. */
export function AmountRow({ label, note, amount, className, amountClassName }: AmountRowProps) {
  return (
    <div className={cn('flex items-start justify-between gap-4', className)}>
      <dt className="min-w-0">
        {label}
        {note && <span className="block text-sm text-muted tabular-nums">{note}</span>}
      </dt>
      <dd className={cn('whitespace-nowrap tabular-nums', amountClassName)}>{amount}</dd>
    </div>
  );
}
